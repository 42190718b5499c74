import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { build, preview } from 'vite';
import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import { built } from '../built.js';
import { stagingRecording } from '../docs/staging-recording.js';
import { keepInTests, START } from './wall/keep.js';
import { startKeptApp } from './wall/kept-app.js';

const keeping = keepInTests();
const { at, read, run, steps, wallIn } = keeping;

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
    expect(readdirSync(keeping.folder).sort()).toEqual(['one', 'steps.json', 'two']);
  });

  it('plays steps after the code of the app has taken over its form', async () => {
    const late = await startKeptApp(true);
    keeping.url = late.url;
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
    keeping.app.look = 'color: black; margin-left: 100px';
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
    keeping.app.look = 'color: red';
    expect((await run('two', '--compare', at('one'))).code).toBe(0);
    await run('three', '--scenarios', 'instant');
    keeping.app.look = 'color: blue';
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
      keeping.url = server.resolvedUrls?.local[0] ?? '';
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
