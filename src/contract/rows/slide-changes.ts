/** Compares the slides of two responses by their content: their number, their order, and their texts. Sections 1 and 2.1. */
import { fieldOf } from '../../base/json.js';
import { equalJson } from './equal-json.js';
import { slideTexts, type SlideText } from './slide-texts.js';
import { differOnlyInNumbers } from './text-fields.js';
import { inWords } from '../words.js';

/** A difference of slide content. */
export interface SlideChange {
  /** The path, such as `sections[3].heading`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Between a job's view and a fetch, each may show texts that the other leaves out. */
export type SlideComparison = 'all texts' | 'shared paths';

/** @returns the first difference of content; `undefined` if only other data differs, or if one is not an array */
export function slideChange(
  before: unknown,
  after: unknown,
  comparison: SlideComparison = 'all texts',
): SlideChange | undefined {
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
  comparison: SlideComparison,
): SlideChange | undefined {
  for (const [path, one] of before) {
    const two = after.get(path);
    if (two ? isChanged(one, two) : comparison === 'all texts' && isLost(one, after))
      return { path, before: one.text, after: two?.text ?? inWords('no such text') };
  }
  if (comparison === 'shared paths') return undefined;
  for (const [path, two] of after)
    // A new field may hold anything. A new item of a list of texts is a new text.
    if (!before.has(path) && two.isItem && two.kind === 'text')
      return { path, before: inWords('no such text'), after: two.text };
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
function orderChange(before: readonly unknown[], after: readonly unknown[]): SlideChange | undefined {
  const [ids, later] = [before, after].map((slides) => slides.map((slide) => fieldOf(slide, 'id')));
  if (!ids || !later || ids.some((id) => id === undefined) || new Set(ids).size < ids.length)
    return undefined;
  const isSameSet = new Set([...ids, ...later]).size === ids.length && new Set(later).size === ids.length;
  const at = ids.findIndex((id, index) => id !== later[index]);
  return isSameSet && at >= 0 ? { path: `sections[${at}].id`, before: ids[at], after: later[at] } : undefined;
}
