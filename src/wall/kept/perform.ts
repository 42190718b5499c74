/** Plays the steps of a kept wall once, from its start: to see when screens change, or to take pictures at given moments. */
import { momentText } from './moments.js';
import type { KeptCell } from './kept-types.js';
import type { Change, PlannedStep, Stage } from './stage.js';

/** How long no screen changes, and no job is due, until a wall is over. Ms of its clock. */
const QUIET = 15_000;
/** A wall is over at last. Ms of its clock, since the last step. */
const FARTHEST = 10 * 60_000;

/** @returns each change of a screen, until nothing happens */
export async function watchChanges(stage: Stage, steps: readonly PlannedStep[]): Promise<readonly Change[]> {
  const last = steps.at(-1)?.at ?? 0;
  const changes: Change[] = [];
  const note = (): void => {
    const change = stage.change();
    // Steps and what follows them in the same instant are one change.
    const before = changes.at(-1);
    if (before?.at === change.at) {
      const both = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): Set<T> => new Set([...one, ...other]);
      changes[changes.length - 1] = {
        at: change.at,
        screens: both(before.screens, change.screens),
        jobs: both(before.jobs, change.jobs),
      };
    } else if (change.screens.size > 0) changes.push(change);
  };
  note();
  await playUntil(stage, steps.entries(), last, note);
  while (stage.isAnythingDue && stage.elapsed < last + FARTHEST) {
    const quiet = stage.elapsed - Math.max(last, changes.at(-1)?.at ?? 0);
    if (quiet >= QUIET && !stage.isJobDue) break;
    await stage.round(last + FARTHEST);
    note();
  }
  return changes;
}

export interface TakenCell extends KeptCell {
  readonly png: Buffer;
}

/** @param moments in ms since the start, ascending @returns the cells of all moments */
export async function takePictures(
  stage: Stage,
  steps: readonly PlannedStep[],
  moments: readonly number[],
): Promise<readonly TakenCell[]> {
  const cells: TakenCell[] = [];
  let rest = [...steps.entries()];
  for (const moment of moments) {
    const due = rest.filter(([, { at }]) => at <= moment);
    rest = rest.slice(due.length);
    await playUntil(stage, due, moment);
    const at = momentText(moment);
    const taken = stage.screens.map(async (screen): Promise<TakenCell[]> => {
      const { job = undefined, findings = [] } = stage.sandbox(screen.name) ?? {};
      const known = {
        scenario: screen.name,
        at,
        job: job?.status ?? null,
        findings,
        errors: [...screen.errors],
        missed: [...screen.missed],
      };
      return (await screen.pictures()).map(({ size, png, isStill }) => ({
        ...known,
        size,
        isStill,
        picture: `pictures/${screen.name}-${size}-${at}.png`,
        png,
      }));
    });
    cells.push(...(await Promise.all(taken)).flat());
  }
  return cells;
}

async function playUntil(
  stage: Stage,
  steps: Iterable<readonly [index: number, step: PlannedStep]>,
  until: number,
  note: () => void = () => {},
): Promise<void> {
  for (const [index, planned] of steps) {
    await moveTo(stage, planned.at, note);
    await stage.play(planned, index + 1);
    note();
  }
  await moveTo(stage, until, note);
}

async function moveTo(stage: Stage, to: number, note: () => void): Promise<void> {
  while (stage.elapsed < to) {
    await stage.round(to);
    note();
  }
}
