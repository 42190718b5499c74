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
/** How many polls a step is tried to be longer by once it can be so by none. */
const PATIENCE = 2;

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
    stands = { tokens: step.tokens.to, done: step.progress?.done.to };
    index += count;
  }
  return steps;
}

function longest(
  from: number,
  points: readonly Point[],
  ends: Window,
  ahead: Ahead,
  stands: Reached,
): { step: FoundStep; count: number } {
  let best: { step: FoundStep; count: number } | undefined;
  let readings: readonly string[] | undefined;
  for (const [index, point] of points.entries()) {
    readings = narrowed(readings, point, points[0] as Point);
    if (!readings) break;
    const count = index + 1;
    if (best && count > best.count + PATIENCE + 1) break;
    const next = points[count];
    const window = next ? { from: point.after + 1, to: next.after } : ends;
    const after = next ? { mostTokens: next.seen.tokens, isDeck: false, goesOn: true } : ahead;
    const step = fitted(from, points.slice(0, count), window, readings[0] ?? '', after, stands);
    if (step) best = { step, count };
  }
  if (!best) throw new Error('One view alone always fits into a step');
  return best;
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
