/** Runs the Playwright blocks of docs/recipes.md and docs/replay.md unchanged, on the example app. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { build, preview, type PreviewServer } from 'vite';
import { install } from '../cli/deckhand-process.js';
import { stagingRecording } from '../docs/staging-recording.js';
import { blocksFor, layOut } from '../docs/recipe-blocks.js';
import { UserProject } from '../docs/user-project.js';
import { RUN_HOOK, runSpecs, type RunTest } from './playwright-run.js';

const project = new UserProject(install().folder, ['vitest', '@playwright/test', 'yaml']);
const files = layOut(project, 'playwright');

const REPLAY = 'the-day-the-renderer-failed.test.ts';

let app: PreviewServer | undefined;
let tests: readonly RunTest[];

/** The production build of the example app, in a folder of this test. */
async function serveApp(): Promise<PreviewServer> {
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('VITE_API_KEY', 'the-key-of-the-app');
  const root = join(import.meta.dirname, '../../examples/deck-app');
  const outDir = join(project.folder, 'app');
  const own = { root, configFile: false, logLevel: 'silent' } as const;
  await build({ ...own, build: { outDir, emptyOutDir: true } });
  vi.unstubAllEnvs();
  return preview({ ...own, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
}

/** The Playwright test of docs/replay.md, and its recording. */
function layOutReplay(): void {
  const page = readFileSync(join(import.meta.dirname, '../../docs/replay.md'), 'utf8');
  const [, code = ''] = /^```ts\n((?:(?!```).)*deckhand\/playwright.*?)^```$/ms.exec(page) ?? [];
  project.write('staging.har', stagingRecording());
  project.write(REPLAY, code);
}

beforeAll(async () => {
  app = await serveApp();
  layOutReplay();
  tests = await runSpecs(
    {
      APP: app.resolvedUrls?.local[0] ?? '',
      RECIPES: project.folder,
    },
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

it('the day the renderer failed (docs/replay.md)', () => {
  const own = tests.filter(({ file }) => file === REPLAY);
  expect(own.map(({ status, message }) => [status, message])).toEqual([['passed', '']]);
});
