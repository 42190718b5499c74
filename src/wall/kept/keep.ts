/** Takes a wall: plays its steps in all scenarios, and gives a picture of each screen at each moment. Writes nothing. */
import type { Browser } from '@playwright/test';
import { UserError } from '../../base/user-error.js';
import { startWall, type RunningWall, type WallOptions } from '../server.js';
import { KEPT_FORMAT, type KeptWall } from './kept-types.js';
import { chooseMoments, momentText } from './moments.js';
import { takePictures, watchChanges, type TakenCell } from './perform.js';
import { Stage, type Begin, type Cast, type PlannedStep } from './stage.js';

/** Every kept wall begins at this instant. Cookies that an app sets by its clock are not over in the browser. */
const STARTS_AT = Date.UTC(2030, 0, 1, 9);

export interface KeepOptions {
  readonly browser: Browser;
  readonly wall: Omit<WallOptions, 'port' | 'startAt'>;
  readonly steps: readonly PlannedStep[];
  /** Steps as code, before those. */
  readonly begin?: Begin | undefined;
  /** In ms since the start, ascending; or the largest number of moments to choose. */
  readonly moments: readonly number[] | number;
  readonly sizes: readonly number[];
  readonly masks: readonly string[];
  /** A recording as one more row. */
  readonly replay?: { readonly file: string; readonly name: string } | undefined;
}

export interface TakenWall {
  readonly wall: KeptWall;
  readonly cells: readonly TakenCell[];
}

/** @throws UserError for a wall that cannot start, and for a step without its element */
export async function takeWall(options: KeepOptions): Promise<TakenWall> {
  const { browser, steps, sizes, masks, wall, replay, begin } = options;
  const running: RunningWall[] = [];
  let isAppThere = true;
  const start = async (own: Partial<WallOptions>): Promise<RunningWall> => {
    const onReach = (isThere: boolean): void => void (isAppThere = isThere);
    const started = await startWall({ ...wall, ...own, onReach, port: 0, startAt: STARTS_AT });
    running.push(started);
    return started;
  };
  try {
    const casts: Cast[] = [{ wall: await start({}), nameOf: (name) => name }];
    if (replay)
      casts.push({
        // A recording plays itself in any scenario.
        wall: await start({ scenarios: ['happy-path'], mock: { ...wall.mock, replay: replay.file } }),
        nameOf: () => replay.name,
      });
    const path = wall.target.pathname + wall.target.search + wall.target.hash;
    const onStage = async <T>(use: (stage: Stage) => Promise<T>): Promise<T> => {
      const stage = await Stage.open({ browser, casts, path, sizes, masks, begin });
      try {
        const result = await use(stage);
        // The pictures would show error pages of the wall.
        if (!isAppThere) throw stopped(wall.target);
        return result;
      } finally {
        await stage.close();
      }
    };
    const moments =
      typeof options.moments === 'number'
        ? chooseMoments(await onStage((stage) => watchChanges(stage, steps)), options.moments)
        : options.moments;
    const cells = await onStage((stage) => takePictures(stage, steps, moments));
    const scenarios = casts.flatMap(({ wall: { names }, nameOf }) => names.map(nameOf));
    return {
      wall: {
        format: KEPT_FORMAT,
        app: wall.target.href,
        scenarios,
        ...(replay && { replay: replay.name }),
        moments: moments.map(momentText),
        sizes,
        masks,
        steps: steps.map(({ step }) => step),
        cells: cells.map(({ png: _png, ...cell }) => cell),
      },
      cells,
    };
  } finally {
    await Promise.all(running.map((one) => one.close()));
  }
}

const stopped = ({ origin }: URL): UserError =>
  new UserError('unreachable', `The app at ${origin} stopped responding.`, {
    hint: 'Start it again, then deckhand wall.',
  });
