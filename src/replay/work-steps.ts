/**
 * The fewest work steps that show what polls saw of a job at work: each as long as figures grow evenly and the text stays
 * the same. A step is held against every poll before it is taken.
 */
import { growthThrough, jumps, type FigureBounds, type Growth } from './figure.js';
import { roundTimes } from './round-time.js';
import { readingsOf, shownAs } from './step-text.js';
import type { Point, Window } from './stretches.js';

export interface FoundStep {
  readonly from: number;
  readonly until: number;
  /** Between which instants it can have ended. */
  readonly ends: Window;
  readonly tokens: Growth;
  /** Absent while no progress is shown. */
  readonly progress: { readonly total: number; readonly done: Growth; readonly text: string } | undefined;
}

/** Where the figures stand when a step begins. */
export interface Reached {
  readonly tokens: number;
  /** Undefined while no progress is shown. */
  readonly done: number | undefined;
  /** The texts of steps so far: one that can be read in several ways is read as before. */
  readonly texts: readonly string[];
}

/** What the job comes to after the last of the steps. */
export interface Ahead {
  /** What the running total must not exceed. */
  readonly mostTokens: number;
  /** Whether it is the deck, with all slides done. */
  readonly isDeck: boolean;
  /** Whether it is a further step of the same stretch. */
  readonly goesOn?: boolean;
}

/** How many ends of a step are tried before it is made shorter. */
const MOST_ENDS = 150;

/**
 * @param begins when the first step begins
 * @param points what the polls saw, in order
 * @param ends between which instants the last step ends
 */
export function workSteps(
  begins: number,
  points: readonly Point[],
  ends: Window,
  ahead: Ahead,
  reached: Reached,
): readonly FoundStep[] {
  const steps: FoundStep[] = [];
  let at = begins;
  let stands = reached;
  for (let index = 0; index < points.length;) {
    const { step, count } = longest(at, points.slice(index), ends, ahead, stands);
    steps.push(step);
    at = step.until;
    stands = reachedBy(step, stands);
    index += count;
  }
  return steps;
}

export function reachedBy({ tokens, progress }: FoundStep, before: Reached): Reached {
  const texts = progress ? [...new Set([progress.text, ...before.texts])] : before.texts;
  return { tokens: tokens.to, done: progress?.done.to, texts };
}

/** The longest step that can begin at an instant: twice as long as long as that is one, and then what lies between. */
function longest(
  from: number,
  points: readonly Point[],
  ends: Window,
  ahead: Ahead,
  stands: Reached,
): { step: FoundStep; count: number } {
  const readings = readingsAlong(points);
  const textOf = (ways: readonly string[]): string =>
    stands.texts.find((text) => ways.includes(text)) ?? ways[0] ?? '';
  const tried = (count: number): FoundStep | undefined => {
    const [last, next] = [points[count - 1], points[count]];
    const window = next && last ? { from: last.after + 1, to: next.after } : ends;
    const after = next ? { mostTokens: next.seen.tokens, isDeck: false, goesOn: true } : ahead;
    return fitted(from, points.slice(0, count), window, textOf(readings[count - 1] ?? []), after, stands);
  };
  let best: { step: FoundStep; count: number } | undefined;
  let tooLong = readings.length + 1;
  for (let count = 1; count < tooLong;) {
    const step = tried(count);
    if (step) best = { step, count };
    // Views of one instant are told apart by none of the steps: the first of them alone is no step.
    else if (best) tooLong = count;
    const reached = best?.count ?? count;
    const further = step ? Math.min(reached * 2, tooLong - 1) : best ? (reached + tooLong) >> 1 : count + 1;
    if (best && further <= reached) break;
    count = further;
  }
  if (!best) throw new Error('One view alone always fits into a step');
  return best;
}

/** For each view the ways to read the text of all up to it; as many as can be those of one step. */
function readingsAlong(points: readonly Point[]): readonly (readonly string[])[] {
  const all: (readonly string[])[] = [];
  for (const point of points) {
    const left = narrowed(all.at(-1), point, points[0] as Point);
    if (!left) break;
    all.push(left);
  }
  return all;
}

/** The readings of the text that also this view has; undefined when its progress is not that of one step. */
function narrowed(
  readings: readonly string[] | undefined,
  { seen: { progress } }: Point,
  { seen: { progress: first } }: Point,
): readonly string[] | undefined {
  if (progress?.total !== first?.total) return undefined;
  if (!progress) return [];
  const left = readings
    ? readings.filter((reading) => shownAs(reading, progress) === progress.text)
    : readingsOf(progress);
  return left.length > 0 ? left : undefined;
}

/** The step from an instant on that shows all of these views: with the fewest jumps, and of those with the roundest end. */
function fitted(
  from: number,
  points: readonly Point[],
  ends: Window,
  text: string,
  { mostTokens, isDeck, goesOn = false }: Ahead,
  stands: Reached,
): FoundStep | undefined {
  const tokens = points.map(({ seen }) => seen.tokens);
  const progress = points[0]?.seen.progress;
  const total = progress?.total ?? 0;
  const done = points.map(({ seen }) => seen.progress?.done ?? 0);
  const aimed = isDeck && Number.isFinite(mostTokens) ? mostTokens : undefined;
  const ofTokens: FigureBounds = {
    least: stands.tokens,
    most: mostTokens,
    before: stands.tokens,
    aim: aimed,
    goesOn,
    mayFall: false,
  };
  const ofSlides: FigureBounds = {
    least: 0,
    most: total,
    before: stands.done,
    aim: isDeck ? total : undefined,
    goesOn,
    mayFall: true,
  };
  let best: { step: FoundStep; jumps: number } | undefined;
  for (const until of roundTimes(ends, MOST_ENDS)) {
    const shares = points.map(({ after }) => (after - from) / (until - from));
    const grown = growthThrough(shares, tokens, ofTokens);
    const slides = progress && growthThrough(shares, done, ofSlides);
    if (!grown || (progress && !slides)) continue;
    const count = jumps(grown, ofTokens) + (slides ? jumps(slides, ofSlides) : 0);
    if (best && best.jumps <= count) continue;
    const shown = progress && slides && { total, done: slides, text };
    best = { step: { from, until, ends, tokens: grown, progress: shown }, jumps: count };
    if (count === 0) break;
  }
  return best?.step;
}
