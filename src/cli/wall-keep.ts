/** `deckhand wall --save`: takes a wall, compares it if asked, writes its folder, and ends with an exit code. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { WallOptions } from '../app/options/wall-options.js';
import { counted } from '../base/text/counted.js';
import { onOneLine } from '../base/text/neutral.js';
import { UserError } from '../base/user-error.js';
import { parseDuration } from '../scenario/duration.js';
import { compareWalls } from '../wall/kept/compare.js';
import { startBrowser } from '../wall/kept/find-playwright.js';
import { takeWall, type KeepOptions, type TakenWall } from '../wall/kept/keep.js';
import { checkTarget, readKept, writeFolder } from '../wall/kept/kept-folder.js';
import { keptMarkdown } from '../wall/kept/kept-markdown.js';
import { keptPage, verdictOf } from '../wall/kept/kept-page.js';
import type { KeptWall } from '../wall/kept/kept-types.js';
import { readSteps } from '../wall/kept/read-steps.js';
import { StepMissed, type PlannedStep } from '../wall/kept/stage.js';
import { stepsFile } from './steps-file.js';
import { say, warn } from './terminal.js';

/** What the options of a kept wall are without `--save`. */
const ONLY_KEPT = [
  'do',
  'at',
  'moments',
  'sizes',
  'mask',
  'replay',
  'compare',
  'threshold',
  'browser',
] as const satisfies (keyof WallOptions)[];

const MOMENTS = 5;
const SIZE = 1280;
const MARKDOWN = 'changed.md';

/** @throws UserError for an option of a kept wall without `--save` */
export function checkUnkept(options: WallOptions): void {
  const named = ONLY_KEPT.find((name) => options[name] !== undefined);
  if (named !== undefined)
    throw new UserError('bad-option', `--${named} is an option of a kept wall.`, {
      hint: 'Add --save FOLDER to keep one, or leave it out.',
    });
}

/** Checks everything that needs no app and no browser first. */
export function keptOptions(
  options: WallOptions,
  save: string,
): Omit<KeepOptions, 'browser' | 'wall'> & {
  readonly kept: KeptWall | undefined;
  readonly scenarios: readonly string[] | undefined;
} {
  checkTarget(save);
  const { compare, replay } = options;
  const kept = compare === undefined ? undefined : readKept(compare);
  if (kept) checkEqual(options, kept);
  const steps = options.do === undefined ? stepsOf(kept, compare ?? '') : stepsFile(options.do);
  const moments =
    kept?.moments.map((text) => parseDuration(text) ?? 0) ?? options.at ?? options.moments ?? MOMENTS;
  const isFirstOnly = steps.length === 0 && typeof moments === 'number' && options.moments === undefined;
  return {
    kept,
    steps,
    moments: typeof moments === 'number' ? (isFirstOnly ? [0] : moments) : moments.toSorted((a, b) => a - b),
    sizes: options.sizes ?? kept?.sizes ?? [SIZE],
    masks: options.mask ?? kept?.masks ?? [],
    replay: replay === undefined ? undefined : { file: replay, name: nameOf(replay) },
    scenarios: options.scenarios ?? kept?.scenarios.filter((name) => name !== kept.replay),
  };
}

/** A name that paths and pages can have, too. */
const nameOf = (file: string): string => basename(file).replaceAll(/[^\w.-]/g, '-');

function stepsOf(kept: KeptWall | undefined, folder: string): readonly PlannedStep[] {
  const read = readSteps({ steps: kept?.steps ?? [] });
  if ('steps' in read) return read.steps;
  throw new UserError('bad-input', `${folder} is not a kept wall: ${read.mistake.message}`);
}

/** @throws UserError for options with which every cell would differ */
function checkEqual(options: WallOptions, kept: KeptWall): void {
  const differing = (
    [
      ['sizes', options.sizes, kept.sizes],
      ['mask', options.mask, kept.masks],
      ['at', options.at, undefined],
      ['moments', options.moments, undefined],
    ] as const
  ).find(([, own, its]) => own !== undefined && (!its || its.join() !== own.join()));
  if (!differing) return;
  const [name, , its] = differing;
  throw new UserError(
    'bad-option',
    its
      ? `--${name} differs from the kept wall, which has ${its.length === 0 ? 'none' : its.join(', ')}.`
      : `--${name} cannot be used with --compare: the moments are those of the kept wall.`,
    { hint: its ? 'Leave it out to use the same, or keep the other wall again.' : 'Leave it out.' },
  );
}

export async function keepWall(
  wall: KeepOptions['wall'],
  options: WallOptions,
  save: string,
  { kept, scenarios, ...others }: ReturnType<typeof keptOptions>,
): Promise<void> {
  const taken = await withPicture(save, async () => {
    const browser = await startBrowser(process.cwd(), options.browser);
    try {
      return await takeWall({ browser, wall: { ...wall, scenarios }, ...others });
    } finally {
      await browser.close();
    }
  });
  const compared =
    kept && options.compare !== undefined
      ? compareWalls(options.compare, kept, taken.cells, options.threshold ?? 0)
      : undefined;
  const comparison = compared?.comparison;
  await writeFolder(
    save,
    new Map<string, string | Uint8Array>([
      ['index.html', keptPage(taken.wall, comparison)],
      ['wall.json', `${JSON.stringify(taken.wall, undefined, 2)}\n`],
      ...taken.cells.map(({ picture, png }) => [picture, png] as const),
      ...(compared?.pictures ?? []),
      ...(comparison ? [[MARKDOWN, keptMarkdown(taken.wall, comparison)] as const] : []),
    ]),
  );
  sayMissed(taken);
  say(
    `${counted(taken.cells.length, 'picture')} of ${counted(taken.wall.scenarios.length, 'scenario')}: ${onOneLine(join(save, 'index.html'))}`,
  );
  say(verdictOf(taken.wall, comparison));
  const isBroken = taken.cells.some(({ findings }) => findings.length > 0);
  process.exitCode = isBroken || (comparison?.changes.length ?? 0) > 0 ? 1 : 0;
}

function sayMissed({ wall: { scenarios }, cells }: TakenWall): void {
  for (const scenario of scenarios) {
    const missed = cells.filter((cell) => cell.scenario === scenario).at(-1)?.missed ?? [];
    if (missed.length > 0) warn(`deckhand: ${scenario} did not follow: ${missed.join(', ')}.`);
  }
}

/** A step that no screen follows leaves a picture of the screen beside the folder. */
async function withPicture<T>(save: string, take: () => Promise<T>): Promise<T> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof StepMissed) || !error.png) throw error;
    const file = `${save.replace(/[/\\]+$/, '')}-step-${error.number}.png`;
    writeFileSync(file, error.png);
    throw new UserError('bad-input', error.summary, {
      hint: `The screen at that moment: ${file}`,
      cause: error,
    });
  }
}
