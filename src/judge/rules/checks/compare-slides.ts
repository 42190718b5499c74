/** Compares the slides of two responses by number, order and texts. Sections 1 and 2.1. */
import { getField } from '../../../base/json.js';
import { equalJson } from './equal-json.js';
import { description } from '../../description.js';
import { type SlideText, getSlideTexts } from './slide-texts.js';

/** A difference of slide content. */
interface SlideDifference {
  /** The path, such as `sections[3].heading`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Between a poll and a fetch, only shared paths are compared: either may omit texts. */
type SlideScope = 'all texts' | 'shared paths';

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
    const change = findTextChange(getSlideTexts(slide), getSlideTexts(after[index]), comparison);
    if (change) return { ...change, path: `sections[${index}]${change.path}` };
  }
  return findOrderChange(before, after);
}

function findTextChange(
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
    // A new field may contain anything. A new item in a list of texts is a new text.
    if (!before.has(path) && two.isItem && two.kind === 'text')
      return { path, before: description('no such text'), after: two.text };
  return undefined;
}

function isChanged(one: SlideText, two: SlideText): boolean {
  if (one.comparable === two.comparable) return false;
  return one.kind === 'text' || !differOnlyInNumbers(one.comparable, two.comparable);
}

/** Whether the text is no longer on the slide. */
function isLost({ comparable, kind }: SlideText, after: ReadonlyMap<string, SlideText>): boolean {
  if (comparable === '' || (kind === 'unknown' && !comparable.includes(' '))) return false;
  return ![...after.values()].some((other) => other.comparable === comparable);
}

/** Slides without texts have an order, too, if the same ids appear in both responses. */
function findOrderChange(before: readonly unknown[], after: readonly unknown[]): SlideDifference | undefined {
  const [ids, later] = [before, after].map((slides) => slides.map((slide) => getField(slide, 'id')));
  if (!ids || !later || ids.some((id) => id === undefined) || new Set(ids).size < ids.length)
    return undefined;
  const isSameSet = new Set([...ids, ...later]).size === ids.length && new Set(later).size === ids.length;
  const at = ids.findIndex((id, index) => id !== later[index]);
  return isSameSet && at >= 0 ? { path: `sections[${at}].id`, before: ids[at], after: later[at] } : undefined;
}

/** Whether two strings differ only in their numbers, such as `12 views` and `13 views`. */
function differOnlyInNumbers(one: string, two: string): boolean {
  const withoutNumbers = (text: string) => text.replace(/\d+(?:[.,:]\d+)*/g, '#');
  return one !== two && withoutNumbers(one) === withoutNumbers(two);
}
