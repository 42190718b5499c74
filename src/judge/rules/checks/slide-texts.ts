/** Finds the texts of a slide by field name and value, because the shape is unspecified. Section 2.1. */
import { isObject } from '../../../base/json.js';

/** The last word of a field name: fields that contain texts of slides. */
const TEXT_NAMES = new Set(
  (
    'heading headline header title subtitle subheading text texts body content contents copy paragraph paragraphs bullet ' +
    'bullets point points caption quote notes description summary markdown html alt question answer h1 h2 h3 h4 lead intro takeaway'
  ).split(' '),
);

/** The last word of a field name: fields that contain data for programs. */
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

/** Fields with one of these names contain data for programs at any depth. */
const DATA_PARENTS = new Set(
  (
    'meta metadata stats statistics metrics analytics tracking telemetry debug links cache viewers presence collaborators ' +
    'permissions locks thumbnails rendering revisions history comments reactions'
  ).split(' '),
);

/** A field with one of these words in its name contains data for programs, such as `last_viewed_text`. */
const DATA_WORDS = new Set(
  'view views viewed viewer viewers cached thumbnail signed signature token'.split(' '),
);

const URL_OR_PATH = /^(?:[a-z][a-z\d+.-]*:|\/|\.{1,2}\/|www\.)\S*$/i;

const TIMESTAMP = /^\d{4}-\d\d(?:-\d\d)?(?:[T ]\d\d:|$)|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:/;

/** A relative time, such as `5 minutes ago`. */
const RELATIVE_TIME = /^(?:just now|now|today|yesterday|(?:\S+ ){1,3}ago)$/i;

const LETTER = /\p{L}/u;

/** Ids, hashes and tokens: one ASCII word with a digit, or a very long one. */
const TOKEN = /^(?=\S*\d)[\x21-\x7e]+$|^[\x21-\x7e]{40,}$/;

export interface SlideText {
  /** The original text. */
  readonly text: string;
  /** The text without markup, URLs and surrounding whitespace. */
  readonly comparable: string;
  readonly kind: SlideFieldType;
  /** Whether the text is in an array, at any depth. */
  readonly isItem: boolean;
}

type SlideFieldType = 'text' | 'data' | 'unknown';

/** The texts by path, such as `.heading` or `.bullets[2]`. */
export function getSlideTexts(slide: unknown): ReadonlyMap<string, SlideText> {
  const texts = new Map<string, SlideText>();
  collect(slide, '', undefined, false, texts);
  return texts;
}

function collect(
  value: unknown,
  path: string,
  name: string | undefined,
  isItem: boolean,
  texts: Map<string, SlideText>,
): void {
  if (typeof value === 'string') {
    const kind = classifyField(name);
    if (isSlideText(value, kind))
      texts.set(path, { text: value, comparable: toComparable(value), kind, isItem });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}[${index}]`, name, true, texts);
  } else if (isObject(value)) {
    for (const [field, inner] of Object.entries(value))
      if (!isDataField(field)) collect(inner, `${path}.${field}`, field, isItem, texts);
  }
}

/** `lastViewedAt`, `last_viewed_at` and `last-viewed-at` have the words last, viewed, at. */
function splitWords(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** Whether no string below this field is a text of a slide. */
function isDataField(name: string): boolean {
  return name.startsWith('_') || name.startsWith('$') || DATA_PARENTS.has(splitWords(name).join(''));
}

/** The kind of the strings in a field, by its name. */
function classifyField(name: string | undefined): SlideFieldType {
  const words = name === undefined ? [] : splitWords(name);
  const last = words.at(-1);
  if (last === undefined) return 'unknown';
  if (words.some((word) => DATA_WORDS.has(word))) return 'data';
  return TEXT_NAMES.has(last) ? 'text' : DATA_NAMES.has(last) ? 'data' : 'unknown';
}

/** Whether the string in a field of this kind is a text of a slide. */
function isSlideText(value: string, kind: SlideFieldType): boolean {
  if (kind === 'data' || URL_OR_PATH.test(value) || TIMESTAMP.test(value)) return false;
  return kind === 'text' || (LETTER.test(value) && !TOKEN.test(value) && !RELATIVE_TIME.test(value));
}

/** Removes what may differ in each response: markup, URLs and surrounding whitespace. */
function toComparable(text: string): string {
  return text
    .normalize()
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)\]]+/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
