import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { build, preview } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { command } from '../../src/cli/wall.js';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import type { KeptWall } from '../../src/wall/kept/kept-types.js';
import { built } from '../built.js';
import { runInProcess, type Printed } from '../cli/run-in-process.js';
import { stagingRecording } from '../docs/staging-recording.js';
import { startKeptApp, type KeptApp } from './wall/kept-app.js';

const START = [
  { at: '0s', do: 'fill', on: [{ label: 'Prompt' }], value: 'Taxis' },
  { at: '0s', do: 'click', on: [{ role: 'button', name: 'Make' }] },
];

let app: KeptApp;
/** The address of the app on the wall. */
let url: string;
let folder: string;
let browser: string;

beforeAll(async () => {
  const { executablePath } = await built('chromium');
  browser = executablePath ?? '';
  await built('wall');
  app = await startKeptApp();
});
afterAll(() => app.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckhand-kept-'));
  app.look = 'color: black';
  ({ url } = app);
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (...names: readonly string[]): string => join(folder, ...names);
const read = (...names: readonly string[]): string => readFileSync(at(...names), 'utf8');
const wallIn = (name: string): KeptWall => JSON.parse(read(name, 'wall.json')) as KeptWall;

function steps(list: readonly object[] = START): string {
  writeFileSync(at('steps.json'), JSON.stringify({ steps: list }, undefined, 1));
  return at('steps.json');
}

/** Options of the browser come from the machine. */
const run = (name: string, ...flags: readonly string[]): Promise<Printed> =>
  runInProcess(command(), [
    url,
    '--no-config',
    '--save',
    at(name),
    ...(browser === '' ? [] : ['--browser', browser]),
    ...flags,
  ]);

describe('deckhand wall --save', () => {
  it('writes a page with a picture of each scenario at each moment, and an equal one the next time', async () => {
    const flags = ['--do', steps(), '--scenarios', 'happy-path,asks-a-question', '--at', '0s,13s'];
    const first = await run('one', ...flags);
    expect([first.complaint, first.code, first.stderr]).toEqual(['', 0, '']);
    expect(first.stdout).toContain('4 pictures of 2 scenarios');
    const { cells, moments } = wallIn('one');
    expect(moments).toEqual(['0s', '13s']);
    expect(cells.map(({ scenario, at: moment, job, isStill }) => [scenario, moment, job, isStill])).toEqual([
      ['happy-path', '0s', 'generating', true],
      ['asks-a-question', '0s', 'generating', true],
      ['happy-path', '13s', 'completed', true],
      ['asks-a-question', '13s', 'awaiting_input', true],
    ]);
    const page = read('one', 'index.html');
    for (const { picture } of cells) {
      expect(page).toContain(`src="${picture}"`);
      expect(PNG.sync.read(readFileSync(at('one', picture)))).toMatchObject({ width: 1280, height: 800 });
    }

    const second = await run('two', '--compare', at('one'));
    expect([second.complaint, second.code]).toEqual(['', 0]);
    expect(second.stdout).toContain('No cell differs');
    for (const { picture } of cells)
      expect(readFileSync(at('two', picture)).equals(readFileSync(at('one', picture))), picture).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['one', 'steps.json', 'two']);
  });

  it('plays steps after the code of the app has taken over its form', async () => {
    const late = await startKeptApp(true);
    url = late.url;
    try {
      const { code, stderr } = await run('one', '--do', steps(), '--scenarios', 'happy-path', '--at', '0s');
      expect([code, stderr]).toEqual([0, '']);
      expect(wallIn('one').cells).toMatchObject([{ job: 'generating', errors: [] }]);
    } finally {
      await late.close();
    }
  });

  it('lists the cells that changed, with before, after and difference', async () => {
    await run('one', '--do', steps(), '--scenarios', 'happy-path,asks-a-question', '--at', '0s,13s');
    app.look = 'color: black; margin-left: 100px';
    const before = ['--compare', at('one')];
    const changed = await run('two', ...before);
    expect([changed.complaint, changed.code]).toEqual(['', 1]);
    expect(changed.stdout).toContain('4 cells differ');
    const markdown = read('two', 'changed.md');
    expect(markdown).toMatch(/\| happy-path \| 13s \| 1280 px \| 0\.\d\d% of its pixels changed \|/);
    const page = read('two', 'index.html');
    for (const kind of ['before', 'pictures', 'difference']) {
      expect(page).toContain(`src="${kind}/happy-path-1280-13s.png"`);
      expect(readdirSync(at('two', kind))).toHaveLength(4);
    }

    const within = await run('two', ...before, '--threshold', '5%');
    expect([within.code, within.stdout]).toEqual([0, expect.stringContaining('No cell differs')]);
    expect(readdirSync(at('two'))).not.toContain('difference');

    const fewer = await run('two', ...before, '--threshold', '5%', '--scenarios', 'happy-path,instant');
    expect(fewer.code).toBe(1);
    expect(read('two', 'changed.md')).toMatch(/asks-a-question \| 0s .* is gone/);
    expect(read('two', 'changed.md')).toMatch(/instant \| 0s .* is new/);
  });

  it('does not see what a mask covers', async () => {
    await run('one', '--scenarios', 'instant', '--mask', '#status');
    app.look = 'color: red';
    expect((await run('two', '--compare', at('one'))).code).toBe(0);
    await run('three', '--scenarios', 'instant');
    app.look = 'color: blue';
    expect((await run('four', '--compare', at('three'))).code).toBe(1);
  });

  it('chooses the moments at which jobs and screens change, and takes several sizes', async () => {
    const flags = ['--do', steps(), '--scenarios', 'asks-a-question,upstream-error'];
    const { code, complaint } = await run('one', ...flags, '--moments', '3', '--sizes', '390,768');
    expect([complaint, code]).toEqual(['', 0]);
    const { moments, cells } = wallIn('one');
    expect(moments).toEqual(['0s', '4s', '8s']);
    expect(new Set(cells.map(({ size }) => size))).toEqual(new Set([390, 768]));
    const [narrow] = cells.filter(({ size }) => size === 390);
    expect(PNG.sync.read(readFileSync(at('one', narrow?.picture ?? ''))).width).toBe(390);
    const page = read('one', 'index.html');
    expect(page).toContain('768 px');
    // It reached the console.
    expect(page).toContain('No deck');
  });

  it('ends with 1 for a client that breaks a rule, and says which', async () => {
    const loop = [{ at: '0s', do: 'click', on: [{ css: '#loop' }] }, ...START];
    const { code, stdout } = await run('one', '--do', steps(loop), '--scenarios', 'happy-path', '--at', '6s');
    expect([code, stdout]).toEqual([1, expect.stringContaining('1 scenario breaks a rule')]);
    expect(read('one', 'index.html')).toContain('client/never-polls-in-a-tight-loop');
  });

  it('plays a step in the scenarios that it names, and says which did not follow', async () => {
    const reply = { at: '5s', do: 'click', on: [{ role: 'button', name: 'Reply' }] };
    const flags = ['--scenarios', 'happy-path,asks-a-question', '--at', '6s'];
    const all = await run('one', ...flags, '--do', steps([...START, reply]));
    expect(all.stderr).toBe('deckhand: happy-path did not follow: Step 3 (click button "Reply").\n');
    expect(read('one', 'index.html')).toContain('Not followed: Step 3');
    const one = await run('two', ...flags, '--do', steps([...START, { ...reply, in: ['asks-a-question'] }]));
    expect([one.stderr, one.code]).toEqual(['', 0]);
  });
});

describe('a recording on a kept wall', () => {
  it('is one more row, played by the app of today', async () => {
    writeFileSync(at('staging of May.har'), stagingRecording());
    const flags = ['--do', steps(), '--scenarios', 'instant', '--at', '0s,32s'];
    const { code, complaint } = await run('one', ...flags, '--replay', at('staging of May.har'));
    expect([complaint, code]).toEqual(['', 0]);
    const { scenarios, cells } = wallIn('one');
    expect(scenarios).toEqual(['instant', 'staging-of-May.har']);
    const last = cells.filter(({ scenario, at: moment }) => scenario !== 'instant' && moment === '32s');
    expect(last).toMatchObject([{ job: 'failed', missed: [] }]);
  });

  it('reaches the screen: the app of today meets the failure that was recorded', async () => {
    const deckhand = createDeckhand();
    const workspace = deckhand.workspace('ws_dev');
    workspace.clock.pause();
    workspace.use('upstream-error');
    const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
    const generate = 'http://localhost/api/v1/presentations/generate';
    const start = await deckhand.fetch(generate, { method: 'POST', headers, body: '{"prompt":"Taxis"}' });
    const { poll_url: path } = (await start.json()) as { readonly poll_url: string };
    for (let poll = 0; poll < 2; poll += 1) {
      workspace.clock.advance('4s');
      await deckhand.fetch(new URL(path, generate), { headers });
    }
    writeFileSync(at('failure.har'), JSON.stringify(await workspace.har()));
    const flags = ['--do', steps(), '--scenarios', 'instant', '--at', '0s,4s,12s'];
    const { complaint, code } = await run('one', ...flags, '--replay', at('failure.har'));
    expect([complaint, code]).toEqual(['', 0]);
    const cells = wallIn('one').cells.filter(({ scenario }) => scenario === 'failure.har');
    expect(cells).toMatchObject([
      { at: '0s', errors: [] },
      { at: '4s', errors: [] },
      { at: '12s', job: 'failed', errors: [expect.stringContaining('No deck')] },
    ]);
  });
});

describe('examples/deck-app', () => {
  it('is kept in all scenarios at five moments', { timeout: 300_000 }, async () => {
    await built('package');
    const root = fileURLToPath(new URL('../../examples/deck-app/', import.meta.url));
    await build({ root, mode: 'server', logLevel: 'error', build: { outDir: at('app') } });
    delete process.env['VITE_API_KEY'];
    const server = await preview({
      root,
      configFile: false,
      build: { outDir: at('app') },
      preview: { port: 0, host: '127.0.0.1' },
    });
    try {
      url = server.resolvedUrls?.local[0] ?? '';
      const make = { at: '0s', do: 'click', on: [{ role: 'button', name: 'Make the deck' }] };
      const fill = { at: '0s', do: 'fill', on: [{ css: '[name=prompt]' }], value: 'Harbour taxis' };
      const { code, complaint, stderr } = await run(
        'all',
        '--do',
        steps([fill, make]),
        '--at',
        '0s,4s,8s,12s,20s',
      );
      expect([complaint, code]).toEqual(['', 0]);
      // Its screen has no form.
      expect(stderr).toMatch(/^deckhand: api-disabled did not follow: Step 1 .*, Step 2 .*\n$/);
      const { cells } = wallIn('all');
      expect(cells).toHaveLength(Object.keys(bundledScenarios).length * 5);
      expect(cells.filter(({ isStill }) => !isStill)).toEqual([]);
      const jobs = new Set(cells.map(({ job }) => job));
      for (const job of ['generating', 'awaiting_input', 'completed', 'failed']) expect(jobs).toContain(job);
      // Its screen shows the id of a request.
      const few = ['--scenarios', 'api-disabled', '--at', '0s'];
      await run('few', ...few);
      const again = await run('again', '--compare', at('few'));
      expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('No cell differs')]);
    } finally {
      await server.close();
    }
  });
});

describe('what is wrong with a kept wall is one sentence, and changes no folder:', () => {
  const says = async (expected: RegExp, name: string, ...flags: readonly string[]): Promise<void> => {
    const before = readdirSync(folder);
    const { complaint, error } = await run(name, ...flags);
    expect(complaint).toMatch(expected);
    expect(error?.name).toBe('UserError');
    expect(complaint.split('\n').length).toBeLessThanOrEqual(2);
    expect(readdirSync(folder)).toEqual(before);
  };

  it('a mistake in the steps, with its line', async () => {
    const wrong = async (step: object, expected: RegExp): Promise<void> => {
      await says(expected, 'one', '--do', steps([...START, step]));
    };
    await wrong(
      { at: '0s', do: 'clik' },
      /steps\.json:\d+:\d+: "do" of this step is wrong\. Expected click, key/,
    );
    await wrong(
      { at: 'soon', do: 'click', on: [{ css: 'a' }] },
      /steps\.json:\d+:\d+: "at" of this step .*"4\.5s"/,
    );
    await wrong(
      { at: '0s', do: 'click', on: [{ name: 'a' }] },
      /steps\.json:\d+:\d+: "on" of this step .*role and name/,
    );
    await wrong(
      { at: '0s', do: 'fill', on: [{ css: 'a' }] },
      /"value" of this step is wrong\. Expected a text/,
    );
    writeFileSync(at('steps.json'), '{ "steps": [');
    await says(/steps\.json:1:\d+: This is not valid YAML/, 'one', '--do', at('steps.json'));
    await says(/missing\.json cannot be read/, 'one', '--do', at('missing.json'));
    await says(
      /Step 3 \(click a\) is for happy-pth, which is not a scenario of this wall/,
      'one',
      '--scenarios',
      'instant',
      '--do',
      steps([...START, { at: '0s', do: 'click', on: [{ css: 'a' }], in: ['happy-pth'] }]),
    );
  });

  it('an element that no scenario shows, with a picture', async () => {
    const gone = { at: '0s', do: 'click', on: [{ role: 'button', name: 'Gone' }] };
    const { complaint } = await run('one', '--scenarios', 'instant', '--do', steps([...START, gone]));
    expect(complaint).toMatch(
      /^Step 3 \(click button "Gone"\) did not find its element in the scenario instant\.\n {2}The screen/,
    );
    expect(readdirSync(folder).sort()).toEqual(['one-step-3.png', 'steps.json']);
    expect(PNG.sync.read(readFileSync(at('one-step-3.png'))).width).toBe(1280);
  });

  it('folders and options that do not fit', async () => {
    mkdirSync(at('mine'));
    writeFileSync(at('mine', 'letter.txt'), 'Dear');
    await says(/mine has files that are not those of a kept wall/, 'mine');
    await says(/mine is not a kept wall: it has no wall\.json/, 'one', '--compare', at('mine'));
    await says(/none is not a kept wall: it does not exist/, 'one', '--compare', at('none'));
    const kept = {
      format: 'deckhand-wall/1',
      app: '',
      scenarios: ['instant'],
      moments: ['0s'],
      sizes: [1280],
    };
    writeFileSync(at('mine', 'wall.json'), JSON.stringify({ ...kept, masks: [], steps: [], cells: [] }));
    const compare = ['--compare', at('mine')] as const;
    await says(/--sizes differs from the kept wall, which has 1280/, 'one', ...compare, '--sizes', '390');
    await says(/--at cannot be used with --compare/, 'one', ...compare, '--at', '3s');
    const cells = [{ picture: '../../secret.png' }];
    writeFileSync(at('mine', 'wall.json'), JSON.stringify({ ...kept, masks: [], steps: [], cells }));
    await says(/wall\.json is not in the format deckhand-wall\/1/, 'one', ...compare);
    await says(/The mask "::x\[" is not a selector/, 'one', '--scenarios', 'instant', '--mask', '::x[');
    await says(/no-browser cannot be started as a browser/, 'one', '--browser', at('no-browser'));
    await says(/missing\.har cannot be read/, 'one', '--scenarios', 'instant', '--replay', at('missing.har'));
  });

  it('an option of a kept wall without --save', async () => {
    const { complaint } = await runInProcess(command(), [url, '--at', '3s']);
    expect(complaint).toMatch(/^--at is an option of a kept wall\.\n {2}Add --save/);
  });
});
