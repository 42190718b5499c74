/** Compares the slides of two responses by number, order and texts. Sections 1 and 2.1. */
import { getField } from '../../../base/json.js';
import { equalJson } from './equal-json.js';
import { description } from '../../description.js';
import { type SlideText, getSlideTexts } from './slide-texts.js';

/** A difference of slide content. */
interface SlideDifference {
  /** The path, such as `sections[3].heading`. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Between a poll and a fetch, only shared paths are compared: either may omit texts. */
type SlideScope = 'all texts' | 'shared paths';

/** @returns the first difference of content; `undefined` if only other data differs, or if one is not an array */
export function compareSlides(
  expected: unknown,
  actual: unknown,
  comparison: SlideScope = 'all texts',
): SlideDifference | undefined {
  if (!Array.isArray(expected) || !Array.isArray(actual) || equalJson(expected, actual)) return undefined;
  if (expected.length !== actual.length)
    return { path: 'sections.length', expected: expected.length, actual: actual.length };
  for (const [index, slide] of expected.entries()) {
    const change = findTextChange(getSlideTexts(slide), getSlideTexts(actual[index]), comparison);
    if (change) return { ...change, path: `sections[${index}]${change.path}` };
  }
  return findOrderChange(expected, actual);
}

function findTextChange(
  expected: ReadonlyMap<string, SlideText>,
  actual: ReadonlyMap<string, SlideText>,
  comparison: SlideScope,
): SlideDifference | undefined {
  for (const [path, one] of expected) {
    const two = actual.get(path);
    if (two ? isChanged(one, two) : comparison === 'all texts' && isLost(one, actual))
      return { path, expected: one.text, actual: two?.text ?? description('no such text') };
  }
  if (comparison === 'shared paths') return undefined;
  for (const [path, two] of actual)
    // A new field may contain anything. A new item in a list of texts is a new text.
    if (!expected.has(path) && two.isItem && two.kind === 'text')
      return { path, expected: description('no such text'), actual: two.text };
  return undefined;
}

function isChanged(one: SlideText, two: SlideText): boolean {
  if (one.comparable === two.comparable) return false;
  return one.kind === 'text' || !differOnlyInNumbers(one.comparable, two.comparable);
}

/** Whether the text is no longer on the slide. */
function isLost({ comparable, kind }: SlideText, actual: ReadonlyMap<string, SlideText>): boolean {
  if (comparable === '' || (kind === 'unknown' && !comparable.includes(' '))) return false;
  return ![...actual.values()].some((other) => other.comparable === comparable);
}

/** Slides without texts have an order, too, if the same ids appear in both responses. */
function findOrderChange(
  expected: readonly unknown[],
  actual: readonly unknown[],
): SlideDifference | undefined {
  const [ids, later] = [expected, actual].map((slides) => slides.map((slide) => getField(slide, 'id')));
  if (!ids || !later || ids.some((id) => id === undefined) || new Set(ids).size < ids.length)
    return undefined;
  const isSameSet = new Set([...ids, ...later]).size === ids.length && new Set(later).size === ids.length;
  const at = ids.findIndex((id, index) => id !== later[index]);
  return isSameSet && at >= 0
    ? { path: `sections[${at}].id`, expected: ids[at], actual: later[at] }
    : undefined;
}

/** Whether two strings differ only in their numbers, such as `12 views` and `13 views`. */
function differOnlyInNumbers(one: string, two: string): boolean {
  const withoutNumbers = (text: string) => text.replace(/\d+(?:[.,:]\d+)*/g, '#');
  return one !== two && withoutNumbers(one) === withoutNumbers(two);
}
