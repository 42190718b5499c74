/**
 * Decides which strings inside `sections` are texts of slides. The shape of the entries is not shown, so the name of a field
 * and the look of its value decide.
 */

/** The last word of a field name: fields that hold texts of slides. */
const TEXT_NAMES = new Set(
  (
    'heading headline header title subtitle subheading text texts body content contents copy paragraph paragraphs bullet ' +
    'bullets point points caption quote notes description summary markdown html alt question answer h1 h2 h3 h4 lead intro takeaway'
  ).split(' '),
);

/** The last word of a field name: fields that hold data for programs. */
const DATA_NAMES = new Set(
  (
    'id ids uid uuid guid key slug url urls uri href link links src path file filename image images thumbnail thumbnails thumb ' +
    'preview previews icon avatar asset assets media token signature sig nonce hash etag checksum digest cursor version revision ' +
    'rev at on date day time timestamp created updated modified viewed accessed seen rendered expires expiry ttl age ago status ' +
    'state phase stage type kind layout theme style color colour font count counter views viewers viewer visits hits likes total ' +
    'number index position order rank score duration by user users editor author owner lock locked cache region server host node ' +
    'format mime locale lang language encoding size width height trace experiment variant cohort'
  ).split(' '),
);

/** Fields with one of these names hold data for programs at any depth. */
const DATA_PARENTS = new Set(
  (
    'meta metadata stats statistics metrics analytics tracking telemetry debug links cache viewers presence collaborators ' +
    'permissions locks thumbnails rendering revisions history comments reactions'
  ).split(' '),
);

/** A field with one of these words in its name holds data for programs, such as `last_viewed_text`. */
const DATA_WORDS = new Set(
  'view views viewed viewer viewers cached thumbnail signed signature token'.split(' '),
);

/** `lastViewedAt`, `last_viewed_at` and `last-viewed-at` have the words last, viewed, at. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** Whether no string below this field is a text of a slide. */
export function holdsData(name: string): boolean {
  return name.startsWith('_') || name.startsWith('$') || DATA_PARENTS.has(wordsOf(name).join(''));
}

export type FieldKind = 'text' | 'data' | 'unknown';

/** The kind of the strings in a field, by its name. */
export function kindOfField(name: string | undefined): FieldKind {
  const words = name === undefined ? [] : wordsOf(name);
  const last = words.at(-1);
  if (last === undefined) return 'unknown';
  if (words.some((word) => DATA_WORDS.has(word))) return 'data';
  return TEXT_NAMES.has(last) ? 'text' : DATA_NAMES.has(last) ? 'data' : 'unknown';
}

const ADDRESS = /^(?:[a-z][a-z\d+.-]*:|\/|\.{1,2}\/|www\.)\S*$/i;
const TIMESTAMP = /^\d{4}-\d\d(?:-\d\d)?(?:[T ]\d\d:|$)|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:/;
/** How long ago something was, in words. */
const AGO = /^(?:just now|now|today|yesterday|(?:\S+ ){1,3}ago)$/i;
const LETTER = /\p{L}/u;
/** Ids, hashes and tokens: one word of ASCII with a digit, or a very long one. */
const TOKEN = /^(?=\S*\d)[\x21-\x7e]+$|^[\x21-\x7e]{40,}$/;

/** Whether the string in a field of this kind is a text of a slide. */
export function isSlideText(value: string, kind: FieldKind): boolean {
  if (kind === 'data' || ADDRESS.test(value) || TIMESTAMP.test(value)) return false;
  return kind === 'text' || (LETTER.test(value) && !TOKEN.test(value) && !AGO.test(value));
}

/** The text without what may differ in each response: markup, addresses in it, and blanks at the ends. */
export function comparable(text: string): string {
  return text
    .normalize()
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)\]]+/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether two strings differ only in their numbers, such as `12 views` and `13 views`. */
export function differOnlyInNumbers(one: string, two: string): boolean {
  const withoutNumbers = (text: string) => text.replace(/\d+(?:[.,:]\d+)*/g, '#');
  return one !== two && withoutNumbers(one) === withoutNumbers(two);
}
