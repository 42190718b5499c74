import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../../src/cli/diff.js';
import { command as scenario } from '../../src/cli/scenario.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { asking, failed, message, poll, start, working } from '../replay/exchanges.js';
import { runInProcess } from './run-in-process.js';
import { folderOf } from './temporary.js';

const JOB = [
  start(0),
  poll(3000, working(2, 900)),
  poll(6000, asking()),
  message(8000),
  poll(9000, failed()),
];

const har = (exchanges: readonly Exchange[], name = 'a.har'): string =>
  join(folderOf({ [name]: JSON.stringify(toHar(exchanges, { name: 'test', version: '0' })) }), name);
const diff = (...files: readonly string[]) => runInProcess(command(), files);
const without = (exchange: Exchange): Exchange => ({
  ...exchange,
  response: {
    status: exchange.response?.status ?? 0,
    headers: [
      ['content-type', 'application/json'],
      ['content-length', '40'],
    ],
  },
});

describe('deckhand diff', () => {
  it('finds no difference where only pace, ids and times differ', async () => {
    const later = [
      start(0),
      ...[1, 2, 3, 4].map((at) => poll(at * 1000, working(at, 900))),
      poll(5000, asking()),
      message(5500),
      poll(9000, failed()),
    ];
    const { stdout, code } = await diff(
      har(JOB),
      har(JSON.parse(JSON.stringify(later).replaceAll('g-1', 'g-2')) as Exchange[]),
    );
    expect(stdout).toContain('The same: job 1.');
    expect(stdout).toContain('No difference in 5 rows');
    expect(code).toBeUndefined();
  });

  it('shows the first difference of a job side by side, in 80 columns', async () => {
    const other = [...JOB.slice(0, 4), poll(9000, { ...failed(), error: 'Another error' })];
    const { stdout, code } = await diff(har(JOB), har(other));
    expect(stdout).toMatch(/≠ +9s failed ".*" +9s failed "Another error"\n +\/error: .* \/ "Another error"/);
    expect(stdout).toContain('1 difference in 1 of 1 part.');
    for (const line of stdout.split('\n').slice(3)) expect(line.length).toBeLessThanOrEqual(80);
    expect(code).toBe(1);
  });

  it('shows a job, a refusal or a lost response that only one recording has', async () => {
    const { stdout, code } = await diff(har(JOB), har(JOB.slice(0, 3)));
    expect(stdout).toMatch(/≠ +8s message: 202\n/);
    expect(code).toBe(1);
    const none = await diff(har(JOB), har([]));
    expect(none.stdout).toContain('B has no such job');
    expect(none.code).toBe(1);
  });

  it('compares every response of a row, not only its last', async () => {
    const failing = (first: string) => [
      start(0),
      poll(1000, undefined, { status: 503, body: { error: first } }),
      poll(2000, undefined, { status: 503, body: { error: 'gone' } }),
      poll(3000, failed()),
    ];
    const { stdout, code } = await diff(har(failing('gone')), har(failing('moved')));
    expect(stdout).toContain('/error: "gone" / "moved"');
    expect(code).toBe(1);
    expect((await diff(har(failing('gone')), har(failing('gone')))).code).toBeUndefined();
  });

  it('says that it compares no figures of working jobs', async () => {
    const { stdout } = await diff(har(JOB), har(JOB));
    expect(stdout).toMatch(/The figures of working jobs and the\nnumber of polls .* were not compared/);
    for (const line of stdout.split('\n').slice(3)) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('does not call a body that was not recorded the same', async () => {
    const bare = JOB.map((exchange, index) => (index === 4 ? without(exchange) : exchange));
    for (const [a, b, where] of [
      [bare, bare, 'in both'],
      [bare, JOB, ''],
    ] as const) {
      const { stdout, code } = await diff(har(a), har(b));
      expect(stdout).toContain('body not recorded');
      expect(stdout).toContain(where);
      expect(code).toBe(1);
    }
  });

  it('says that nothing was compared where neither file has a request', async () => {
    const { stdout, code } = await diff(har([]), har([]));
    expect(stdout).toContain('so nothing was compared');
    expect(code).toBe(1);
  });

  it('compares a recording with its replay file', async () => {
    const recording = har(JOB);
    const file = join(folderOf({}), 'a.replay.yaml');
    await runInProcess(scenario(), ['from-har', recording, '--replay', file]);
    const { stdout, code } = await diff(recording, file);
    expect(stdout).toContain('The same: job 1.');
    expect(stdout).toMatch(/\d texts could not be compared: one side has placeholders/);
    expect(code).toBeUndefined();
    const { error } = await diff(file, file);
    expect(error).toMatchObject({ message: 'Two replay files cannot be compared.' });
  });

  it.each([
    ['{', 'a.har'],
    ['format: other', 'a.yaml'],
  ])('refuses the file %j', async (text, name) => {
    const file = join(folderOf({}), name);
    writeFileSync(file, text);
    const { error } = await diff(har(JOB), file);
    expect(error).toMatchObject({ name: 'UserError' });
  });
});
