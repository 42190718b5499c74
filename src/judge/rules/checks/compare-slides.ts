/** Compares the slides of two responses by their content: their number, their order, and their texts. Sections 1 and 2.1. */
import { getField, isObject } from '../../../base/json.js';
import { equalJson } from './equal-json.js';
import { description } from '../../description.js';

/** A difference of slide content. */
export interface SlideDifference {
  /** The path, such as `sections[3].heading`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Between a job's view and a fetch, each may show texts that the other leaves out. */
export type SlideScope = 'all texts' | 'shared paths';

/** @returns the first difference of content; `undefined` if only other data differs, or if one is not an array */
export function compareSlides(
  before: unknown,
  after: unknown,
  comparison: SlideScope = 'all texts',
): SlideDifference | undefined {
  if (!Array.isArray(before) || !Array.isArray(after) || equalJson(before, after)) return undefined;
  if (before.length !== after.length)
    return { path: 'sections.length', before: before.length, after: after.length };
  for (const [index, slide] of before.entries()) {
    const change = textChange(slideTexts(slide), slideTexts(after[index]), comparison);
    if (change) return { ...change, path: `sections[${index}]${change.path}` };
  }
  return orderChange(before, after);
}

function textChange(
  before: ReadonlyMap<string, SlideText>,
  after: ReadonlyMap<string, SlideText>,
  comparison: SlideScope,
): SlideDifference | undefined {
  for (const [path, one] of before) {
    const two = after.get(path);
    if (two ? isChanged(one, two) : comparison === 'all texts' && isLost(one, after))
      return { path, before: one.text, after: two?.text ?? description('no such text') };
  }
  if (comparison === 'shared paths') return undefined;
  for (const [path, two] of after)
    // A new field may hold anything. A new item of a list of texts is a new text.
    if (!before.has(path) && two.isItem && two.kind === 'text')
      return { path, before: description('no such text'), after: two.text };
  return undefined;
}

function isChanged(one: SlideText, two: SlideText): boolean {
  if (one.comparable === two.comparable) return false;
  return one.kind === 'text' || !differOnlyInNumbers(one.comparable, two.comparable);
}

/** Whether the text is nowhere on the slide any more. */
function isLost({ comparable, kind }: SlideText, after: ReadonlyMap<string, SlideText>): boolean {
  if (comparable === '' || (kind === 'unknown' && !comparable.includes(' '))) return false;
  return ![...after.values()].some((other) => other.comparable === comparable);
}

/** Slides without texts have an order, too, if the same ids appear in both responses. */
function orderChange(before: readonly unknown[], after: readonly unknown[]): SlideDifference | undefined {
  const [ids, later] = [before, after].map((slides) => slides.map((slide) => getField(slide, 'id')));
  if (!ids || !later || ids.some((id) => id === undefined) || new Set(ids).size < ids.length)
    return undefined;
  const isSameSet = new Set([...ids, ...later]).size === ids.length && new Set(later).size === ids.length;
  const at = ids.findIndex((id, index) => id !== later[index]);
  return isSameSet && at >= 0 ? { path: `sections[${at}].id`, before: ids[at], after: later[at] } : undefined;
}

// The texts of one slide with their paths. Section 2.1.

export interface SlideText {
  /** The text as it was sent. */
  readonly text: string;
  readonly comparable: string;
  readonly kind: SlideFieldType;
  /** Whether the text is an item of an array, directly or further up. */
  readonly isItem: boolean;
}

/** The texts by path, such as `.heading` or `.bullets[2]`. */
function slideTexts(slide: unknown): ReadonlyMap<string, SlideText> {
  const found = new Map<string, SlideText>();
  collect(slide, '', undefined, false, found);
  return found;
}

function collect(
  value: unknown,
  path: string,
  name: string | undefined,
  isItem: boolean,
  found: Map<string, SlideText>,
): void {
  if (typeof value === 'string') {
    const kind = classifyField(name);
    if (isSlideText(value, kind))
      found.set(path, { text: value, comparable: comparable(value), kind, isItem });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}[${index}]`, name, true, found);
  } else if (isObject(value)) {
    for (const [field, inner] of Object.entries(value))
      if (!isDataField(field)) collect(inner, `${path}.${field}`, field, isItem, found);
  }
}

// Finds slide text by field name and value, because the shape is unspecified.

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
function isDataField(name: string): boolean {
  return name.startsWith('_') || name.startsWith('$') || DATA_PARENTS.has(wordsOf(name).join(''));
}

export type SlideFieldType = 'text' | 'data' | 'unknown';

/** The kind of the strings in a field, by its name. */
function classifyField(name: string | undefined): SlideFieldType {
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
function isSlideText(value: string, kind: SlideFieldType): boolean {
  if (kind === 'data' || ADDRESS.test(value) || TIMESTAMP.test(value)) return false;
  return kind === 'text' || (LETTER.test(value) && !TOKEN.test(value) && !AGO.test(value));
}

/** The text without what may differ in each response: markup, addresses in it, and blanks at the ends. */
function comparable(text: string): string {
  return text
    .normalize()
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)\]]+/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether two strings differ only in their numbers, such as `12 views` and `13 views`. */
function differOnlyInNumbers(one: string, two: string): boolean {
  const withoutNumbers = (text: string) => text.replace(/\d+(?:[.,:]\d+)*/g, '#');
  return one !== two && withoutNumbers(one) === withoutNumbers(two);
}
