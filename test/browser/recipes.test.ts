/** Runs the Playwright blocks of docs/scenarios.md and docs/record.md unchanged, on the example app. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { install } from '../cli/deckhand-process.js';
import { stagingRecording } from '../docs/staging-recording.js';
import { blocksFor, layOut } from '../docs/recipe-blocks.js';
import { UserProject } from '../docs/user-project.js';
import { RUN_HOOK, runSpecs, type RunTest } from './playwright-run.js';
import { serveDeckApp, type ServedDeckApp } from './serve-deck-app.js';

const project = new UserProject(install().folder, ['vitest', '@playwright/test', 'yaml']);
afterAll(() => project.remove());
const files = layOut(project, 'playwright');

const REPLAY = 'the-day-the-renderer-failed.test.ts';

let app: ServedDeckApp | undefined;
let tests: readonly RunTest[];

/** The Playwright test of docs/record.md, and its recording. */
function layOutReplay(): void {
  const page = readFileSync(join(import.meta.dirname, '../../docs/record.md'), 'utf8');
  const [, code = ''] = /^```ts\n((?:(?!```).)*deckhand\/playwright.*?)^```$/ms.exec(page) ?? [];
  project.write('staging.har', stagingRecording());
  project.write(REPLAY, code);
}

beforeAll(async () => {
  app = await serveDeckApp(join(project.folder, 'app'));
  layOutReplay();
  tests = await runSpecs(
    { APP: app.url, RECIPES: project.folder },
    { specs: new URL('recipes/', import.meta.url), cwd: project.folder },
  );
}, RUN_HOOK);
afterAll(async () => {
  await app?.close();
});

it.each(blocksFor('playwright').map(({ recipe }) => recipe))('%s', (recipe) => {
  const own = tests.filter(({ file }) => files.get(file) === recipe);
  expect(own.map(({ message }) => message)).toEqual(['']);
  expect(own.map(({ status }) => status)).toEqual(['passed']);
});

it('the day the renderer failed (docs/record.md)', () => {
  const own = tests.filter(({ file }) => file === REPLAY);
  expect(own.map(({ status, message }) => [status, message])).toEqual([['passed', '']]);
});
