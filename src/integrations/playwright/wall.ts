/** `await wall(page, { scenarios, at })`: the screens of the page's app in many scenarios, for teams that keep their steps as code. */
import { dirname } from 'node:path';
import { test, type Page } from '@playwright/test';
import { withConfig } from '../../app/config/with-config.js';
import { checkNames } from '../../app/options/check.js';
import { wallOptions } from '../../app/options/wall-options.js';
import { UserError } from '../../base/user-error.js';
import type { KeptCell } from '../../wall/kept/kept-types.js';
import { needTarget } from '../../wall/target.js';
import { reported } from './reportable.js';

export interface WallOptions {
  /** Default: all scenarios. */
  readonly scenarios?: readonly string[];
  /** The moments of the pictures, since the start: `['3s', '12s']`. */
  readonly at: readonly string[];
  /** What a person does, in each scenario, at the start. */
  readonly steps?: (page: Page, scenario: string) => Promise<unknown>;
  /** The widths of the screens. Default: 1280. */
  readonly sizes?: readonly number[];
  /** CSS selectors of what is painted over. */
  readonly mask?: readonly string[];
}

/** A screen: a scenario at a moment, in one size. */
export interface WallScreen extends Omit<KeptCell, 'picture'> {
  /** For `expect(png).toMatchSnapshot(name)`: `happy-path-1280-3s.png`. */
  readonly name: string;
  readonly png: Buffer;
}

/**
 * Opens the app of the page in each scenario, each in a browser context of its own, plays the steps, and takes pictures at the
 * moments. All screens and the mock server have one clock, which begins at the same instant in each run. The pictures are attached
 * to the report of the test. The page itself is not changed.
 * @throws UserError when an option is wrong, or the page shows no app
 */
export async function wall(page: Page, options: WallOptions): Promise<readonly WallScreen[]> {
  return reported(take(page, options));
}

async function take(page: Page, options: WallOptions): Promise<readonly WallScreen[]> {
  checkNames(options, ['scenarios', 'at', 'steps', 'sizes', 'mask']);
  const { scenarios, at, steps, sizes = [1280], mask = [] } = options;
  const moments = wallOptions.at.kind.check(at, 'at');
  const browser = page.context().browser();
  if (!browser || !/^https?:/.test(page.url()))
    throw new UserError('bad-option', 'The page shows no app for the wall.', {
      hint: "Open it first: await page.goto('/').",
    });
  const { config } = test.info();
  const folder = config.configFile === undefined ? config.rootDir : dirname(config.configFile);
  const { options: mock } = withConfig({}, folder);
  const { takeWall } = await import('../../wall/kept/keep.js');
  const { cells } = await takeWall({
    browser,
    wall: {
      target: needTarget(page.url()),
      mock,
      ...(scenarios && { scenarios: wallOptions.scenarios.kind.check(scenarios, 'scenarios') }),
    },
    steps: [],
    begin: steps,
    moments: moments.toSorted((one, other) => one - other),
    sizes: wallOptions.sizes.kind.check(sizes.map(String), 'sizes'),
    masks: mask,
  });
  const screens = cells.map(({ picture, ...cell }) => ({ name: picture.replace('pictures/', ''), ...cell }));
  for (const { name, png } of screens)
    await test.info().attach(name, { body: png, contentType: 'image/png' });
  return screens;
}
