/**
 * Runs the commands of docs/scenarios.md, and the shell and vitest blocks of its recipes, unchanged; test/browser/recipes.test.ts runs those of Playwright.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { JsonTestResults } from 'vitest/node';
import { DEVELOPMENT_KEYS } from '../../src/app/deckhand.js';
import { connectDeckhand } from '../../src/app/remote.js';
import { serve } from '../server/serve.js';
import { install } from '../cli/deckhand-process.js';
import { blocks, blocksFor, layOut, names } from './recipe-blocks.js';
import { blocksOf } from './page.js';
import { UserProject } from './user-project.js';

const deckhand = install();
const project = new UserProject(deckhand.folder, ['vitest']);
afterAll(() => project.remove());
const files = layOut(project, 'vitest');

/** The reader's app: it starts a deck, and polls it. */
function appAt(url: string) {
  const headers = { 'x-api-key': DEVELOPMENT_KEYS.ws_dev, 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'Harbour taxis' });
  return {
    workspace: connectDeckhand(url).workspace('ws_dev'),
    start: () => fetch(`${url}/api/v1/presentations/generate`, { method: 'POST', headers, body }),
    poll: (path: string) => fetch(url + path, { headers }),
  };
}
type App = ReturnType<typeof appAt>;

/** Expectations after the shell blocks of a recipe, each with its own mock server that had one job before. */
const PROOFS: Readonly<Record<string, (first: App, second: App) => Promise<void>>> = {
  async 'Show me the 429 screen'(app) {
    const refused = await app.start();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect((await app.start()).status).toBe(202);
  },
  async 'Which requests did my app send?'() {
    const { log } = JSON.parse(readFileSync(join(project.folder, 'traffic.har'), 'utf8'));
    expect(log.entries).toMatchObject([{ request: { method: 'POST' }, response: { status: 202 } }]);
  },
  async "Replay yesterday's failure"(app) {
    const { poll_url } = await (await app.start()).json();
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await app.poll(poll_url)).status);
    expect(statuses).toEqual([200, 200, 502]);
    await app.workspace.clock.advance('9s');
    const failed = { status: 'failed', error: 'The renderer ran out of memory.' };
    expect(await (await app.poll(poll_url)).json()).toMatchObject(failed);
  },
  async 'Show a colleague exactly what I see'(mine, theirs) {
    expect((await theirs.workspace.info()).clock).toMatchObject({ paused: true });
    expect(await theirs.workspace.jobs()).toEqual(await mine.workspace.jobs());
    expect(await theirs.workspace.clock.now()).toBe(await mine.workspace.clock.now());
  },
};

describe('the commands about scenarios', () => {
  const FILE = 'my-scenarios/asks-then-429.yaml';
  const PAGE = 'docs/scenarios.md';
  const [scenario = ''] = blocksOf(PAGE, 'yaml', 'Write your own');
  const lines = [...blocksOf(PAGE, 'sh').slice(0, 1), ...blocksOf(PAGE, 'sh', 'Write your own')]
    .join('')
    .trim()
    .split('\n');
  beforeAll(() => project.write(FILE, scenario));

  it.each(lines.filter((line) => !line.includes(' serve ')))('%s', async (line) => {
    const { code, out, err } = await project.shell(line);
    expect(code, out + err).toBe(0);
  });

  it('code plays it, and an object', async () => {
    project.write('use.mjs', blocksOf(PAGE, 'ts', 'Write your own')[0] ?? '');
    expect(await project.shell('node use.mjs')).toMatchObject({ code: 0 });
  });

  it('serve plays the scenario', async () => {
    const [line = ''] = lines.filter((one) => one.includes(' serve '));
    const words = line
      .split(' ')
      .slice(3)
      .map((word) => (word.endsWith('/') ? join(project.folder, word) : word));
    await deckhand.start([...words, '--port', '0']).until(/Scenario +asks-then-429/);
  });

  it('check names the mistakes that the page shows', async () => {
    project.write(
      FILE,
      scenario.replace('- complete:', '- complete').replace('retry_after: 5s', 'retry_after: 5'),
    );
    const { code, out, err } = await project.shell('npx --no deckhand scenario check my-scenarios/');
    expect(code).toBe(1);
    const [shown = ''] = blocksOf(PAGE, 'text', 'Write your own');
    for (const line of shown.trim().split('\n')) expect(out + err).toContain(line);
  });
});

describe('the recipes', () => {
  it('are ten, and each has code that runs', () => {
    expect(names).toHaveLength(10);
    expect(new Set(blocks.map(({ recipe }) => recipe))).toEqual(new Set(names));
    expect(blocksFor('nobody')).toEqual([]);
  });

  it('with shell blocks each have an expectation', () => {
    expect(new Set(blocksFor('shell').map(({ recipe }) => recipe))).toEqual(new Set(Object.keys(PROOFS)));
  });
});

describe('in a shell', () => {
  it.each(Object.entries(PROOFS))('%s', async (recipe, proof) => {
    const apps: App[] = [];
    for (const { code } of blocksFor('shell').filter((block) => block.recipe === recipe)) {
      const server = await serve();
      onTestFinished(server.close);
      const app = appAt(server.url);
      apps.push(app);
      await app.start();
      const {
        code: exit,
        out,
        err,
      } = await project.shell(code.replaceAll('http://127.0.0.1:4010', server.url));
      expect(exit, out + err).toBe(0);
    }
    const [first, second = first] = apps;
    if (first && second) await proof(first, second);
  });
});

describe('in vitest', () => {
  const recipes = blocksFor('vitest').map(({ recipe }) => recipe);
  let results: JsonTestResults['testResults'];
  beforeAll(async () => {
    const { out } = await project.vitest('--reporter', 'json');
    const report = /^\{"numTotalTestSuites".*$/m.exec(out)?.[0];
    if (report === undefined) throw new Error(out);
    results = (JSON.parse(report) as JsonTestResults).testResults;
  });

  it.each(recipes)('%s', (recipe) => {
    const result = results.find(({ name }) => files.get(basename(name)) === recipe);
    const broken = result?.assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []);
    expect(broken?.concat(result?.message ?? ''), result?.message).toEqual(['']);
    expect(result?.status).toBe('passed');
  });

  it('run two hundred tests where the page says so', () => {
    const counts = results.map(({ name, assertionResults }) => [
      files.get(basename(name)),
      assertionResults.length,
    ]);
    expect(counts).toContainEqual(['Run 200 tests in parallel', 200]);
  });
});
