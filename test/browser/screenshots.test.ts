/** Runs the pictures of docs/wall.md unchanged, on the example app. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { install } from '../cli/deckhand-process.js';
import { UserProject } from '../docs/user-project.js';
import { RUN_HOOK, runSpecs } from './playwright-run.js';
import { serveDeckApp, type ServedDeckApp } from './serve-deck-app.js';

const project = new UserProject(install().folder, ['@playwright/test', 'yaml']);
afterAll(() => project.remove());
const folder = join(project.folder, 'app');

let app: ServedDeckApp | undefined;

beforeAll(async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/wall.md'), 'utf8');
  const [, code = ''] = /^```ts\n((?:(?!```).)*toHaveScreenshot.*?)^```$/ms.exec(page) ?? [];
  project.write('screens.test.ts', code);
  app = await serveDeckApp(folder);
}, RUN_HOOK);
afterAll(() => app?.close());

/** @returns the scenarios whose tests failed, and all of them */
async function run(
  ...args: readonly string[]
): Promise<{ failed: readonly string[]; all: readonly string[] }> {
  const env = { APP: app?.url ?? '', RECIPES: project.folder };
  const specs = new URL('recipes/', import.meta.url);
  const tests = await runSpecs(env, { specs, cwd: project.folder, args });
  const names = tests.map(({ title, status }) => ({ name: title.split(' ')[0] ?? '', status }));
  return {
    failed: names.filter(({ status }) => status !== 'passed').map(({ name }) => name),
    all: names.map(({ name }) => name),
  };
}

it(
  'two runs are equal, and a changed style names the scenarios that it changes',
  { timeout: RUN_HOOK },
  async () => {
    const first = await run('--update-snapshots');
    expect(first.failed).toEqual([]);
    expect(first.all).toContain('asks-a-question');
    expect(readdirSync(join(project.folder, 'screens.test.ts-snapshots')).length).toBeGreaterThan(
      first.all.length,
    );

    expect((await run()).failed).toEqual([]);

    const [style = ''] = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.css'));
    appendFileSync(join(folder, 'assets', style), 'label[for="answer"] { text-transform: uppercase }');
    expect((await run()).failed).toEqual(['asks-a-question', 'asks-twice']);
  },
);
