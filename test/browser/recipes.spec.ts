/** Runs the Playwright blocks of docs/scenarios.md and docs/record.md, and the pictures of docs/wall.md, on the example app. */
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { blocksOf } from '../docs/markdown-blocks.js';
import { blocksForRunner, writeTestFiles } from '../docs/recipe-blocks.js';
import { stagingRecording } from '../docs/staging-recording.js';
import { UserProject } from '../docs/user-project.js';
import { RUN_TIMEOUT_MS, runSpecs, type PlaywrightTestResult } from './playwright-run.js';
import { serveDeckApp, type ServedDeckApp } from './serve-deck-app.js';

const PACKAGE = join(import.meta.dirname, '../..');
const REPLAY = 'the-day-the-renderer-failed.test.ts';
const SCREENS = 'screens.test.ts';

let project: UserProject;
let app: ServedDeckApp;

test.beforeEach(async () => {
  test.setTimeout(2 * RUN_TIMEOUT_MS);
  project = new UserProject(PACKAGE, ['vitest', '@playwright/test', 'yaml']);
  app = await serveDeckApp(join(project.folder, 'app'));
});
test.afterEach(async () => {
  await app.close();
  project.remove();
});

const run = (...args: readonly string[]): Promise<readonly PlaywrightTestResult[]> =>
  runSpecs(
    { APP: app.url, RECIPES: project.folder },
    { specs: new URL('recipes/', import.meta.url), cwd: project.folder, args },
  );

/** The block of a page with this text in it. */
const blockWith = (page: string, text: string): string =>
  blocksOf(page, 'ts').find((code) => code.includes(text)) ?? '';

test('the recipes and the replay pass as the pages show them', { tag: '@long' }, async () => {
  writeTestFiles(project, 'playwright');
  project.write('staging.har', stagingRecording());
  project.write(REPLAY, blockWith('docs/record.md', 'deckhand/playwright'));
  const tests = await run();
  expect(tests.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(new Set(tests.map(({ file }) => file)).size).toBe(blocksForRunner('playwright').length + 1);
});

test(
  'two runs of the pictures are equal, and a changed style names the scenarios that it changes',
  { tag: '@long' },
  async () => {
    project.write(SCREENS, blockWith('docs/wall.md', 'toHaveScreenshot'));
    const first = await run('--update-snapshots');
    expect(failedScenarios(first)).toEqual([]);
    expect(first.map(scenarioOf)).toContain('asks-a-question');
    expect(readdirSync(join(project.folder, `${SCREENS}-snapshots`)).length).toBeGreaterThan(first.length);

    expect(failedScenarios(await run())).toEqual([]);

    const assets = join(project.folder, 'app/assets');
    const [style = ''] = readdirSync(assets).filter((name) => name.endsWith('.css'));
    appendFileSync(join(assets, style), 'label[for="reply"] { text-transform: uppercase }');
    // Two scenarios suffice: a picture that differs is taken until the time limit.
    const changed = await run('--grep', 'happy-path|asks-a-question');
    expect(changed.map(scenarioOf)).toContain('happy-path');
    expect(failedScenarios(changed)).toEqual(['asks-a-question']);
  },
);

const scenarioOf = ({ title }: PlaywrightTestResult): string | undefined => title.split(' ')[0];

const failedScenarios = (tests: readonly PlaywrightTestResult[]): readonly (string | undefined)[] =>
  tests.filter(({ status }) => status !== 'passed').map(scenarioOf);
