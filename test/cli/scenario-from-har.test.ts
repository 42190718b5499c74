import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../../src/cli/scenario.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { UserError } from '../../src/base/user-error.js';
import { asking, failed, message, poll, start, working } from '../replay/exchanges.js';
import { runInProcess } from './run-in-process.js';
import { folderOf } from './temporary.js';

const fromHar = (...args: readonly string[]) => runInProcess(command(), ['from-har', ...args]);

const JOB = [
  start(0),
  poll(3000, working(2, 900)),
  poll(6000, asking()),
  message(8000),
  poll(9000, failed()),
];
/** A second job, with the same exchanges an hour later. */
const LATER: Exchange[] = JOB.map((exchange) =>
  JSON.parse(
    JSON.stringify({
      ...exchange,
      startedAt: exchange.startedAt + 3.6e6,
      endedAt: exchange.endedAt + 3.6e6,
    }).replaceAll('g-1', 'g-2'),
  ),
);

/** Writes a HAR file with these exchanges and returns its path. */
function har(exchanges: readonly Exchange[], name = 'Staging, yesterday.har'): string {
  return join(folderOf({ [name]: JSON.stringify(toHar(exchanges, { name: 'test', version: '0' })) }), name);
}

describe('deckhand scenario from-har', () => {
  it('prints the scenario of the only job, and notes on standard error', async () => {
    const { stdout, stderr, error } = await fromHar(har(JOB));
    expect(error).toBeUndefined();
    expect(stdout).toMatchInlineSnapshot(`
      "title: Replay of a job that asks and fails
      description: |
        A recording of 9s with 3 polls. The faults repeat what the recording shows.
        Each work step shows the view of one or more polls. A change lies at a round time between two polls.
      steps:
        # No poll shows this step.
        - work: { for: 2s }
        # Ends between 3s and 6s after the start.
        - work: { for: 3s, tokens: 900..900, slides: 2..2, of: 8, current_step: Step 1 }
        # Answered after 3s.
        - ask: { message: Question 1 }
        # No poll shows this step. Ends between 8s and 9s after the start.
        - work: { for: 500ms }
        - fail: { error: Error 1 }
      faults:
        - { on: sendGenerationMessage, requests: 1.., answer: { status: 202, body: { ok: true } }, takes_effect: true }
      "
    `);
    expect(stderr).toMatch(/^g-1, 2026-01-15 09:30:00, 5 requests in 9s\n/);
    expect(stderr).toContain('Identical: status, headers and body of every response.');
  });

  it('writes a file for each of several jobs, for check and preview', async () => {
    const out = join(folderOf({}), 'stories');
    const { stdout, error } = await fromHar(har([...JOB, ...LATER]), '--out', out, '--keep-text');
    expect([error, stdout]).toEqual([undefined, '']);
    expect(readdirSync(out)).toEqual(['staging-yesterday-1.yaml', 'staging-yesterday-2.yaml']);
    const checked = await runInProcess(command(), ['check', out]);
    expect(checked.stdout).toBe('2 of 2 scenario files are valid.\n');
    const shown = await runInProcess(command(), ['preview', join(out, 'staging-yesterday-1.yaml')]);
    expect(shown.stdout).toContain('ask: Who for?');
  });

  it('ends with the command that plays the scenario of the written file', async () => {
    const out = join(folderOf({}), 'my stories');
    const { stderr, stdout } = await fromHar(har(JOB), '--out', out);
    expect(stdout).toBe('');
    const quote = process.platform === 'win32' ? '"' : "'";
    const command = `serve --scenarios ${quote}${out}${quote} --scenario staging-yesterday`;
    expect(stderr.slice(stderr.lastIndexOf('Play it'))).toBe(`Play it: npx --no deckhand ${command}\n`);
    expect((await fromHar(har([...JOB, ...LATER]), '--out', out)).stderr).toMatch(
      /\nPlay the first: .* --scenario staging-yesterday-1\n$/,
    );
  });

  it('selects a job by its id or its number, and sets a name', async () => {
    const file = har([...JOB, ...LATER]);
    const out = folderOf({});
    await fromHar(file, '--job', 'g-2', '--name', 'memory', '--out', out);
    expect(readdirSync(out)).toEqual(['memory.yaml']);
    expect((await fromHar(file, '--job', '2')).stderr).toMatch(/^g-2, /);
  });

  it('overwrites files only with --force', async () => {
    const out = folderOf({ 'staging-yesterday.yaml': 'mine' });
    const file = har(JOB);
    const { error } = await fromHar(file, '--out', out);
    expect((error as UserError).format()).toMatch(/staging-yesterday\.yaml already exists\.\n.*--force/);
    expect(readFileSync(join(out, 'staging-yesterday.yaml'), 'utf8')).toBe('mine');
    expect((await fromHar(file, '--out', out, '--force')).error).toBeUndefined();
    expect(readFileSync(join(out, 'staging-yesterday.yaml'), 'utf8')).toMatch(/^title: Replay/);
  });

  it('writes none of several files when one exists', async () => {
    const out = folderOf({ 'staging-yesterday-2.yaml': 'mine' });
    expect((await fromHar(har([...JOB, ...LATER]), '--out', out)).error).toBeInstanceOf(UserError);
    expect(existsSync(join(out, 'staging-yesterday-1.yaml'))).toBe(false);
  });

  it('lists the rules that the recorded service violates', async () => {
    const { stdout, stderr } = await fromHar(
      har([start(0), poll(1000, failed()), poll(2000, { status: 'generating' })]),
    );
    expect(stdout).toContain('violates: [job/terminal-is-final]');
    expect(stderr).toContain(
      'It violates the contract, as the recorded service does: job/terminal-is-final.',
    );
  });

  it.each<[string, string[], RegExp]>([
    ['several jobs and no folder', [], / has 2 jobs\.\n.*--job.*--out[^\n]*\n +1 {2}g-1, .*\n +2 {2}g-2, /],
    [
      'an unknown job',
      ['--job', 'g-3'],
      / has no job "g-3"\. Did you mean g-[12]\?\n {2}Jobs in the recording:\n +1 {2}g-1/,
    ],
    ['an invalid name', ['--name', 'My Replay'], /Expected lowercase letters, digits and hyphens/],
    ['a folder that is a file', ['--out', '/dev/null'], /^Cannot write to \/dev\/null\.\n/],
  ])('rejects %s', async (_, flags, message) => {
    const { error, stdout } = await fromHar(har([...JOB, ...LATER]), ...flags);
    expect(stdout).toBe('');
    expect(error instanceof UserError ? error.format() : error?.message).toMatch(message);
  });

  it.each([
    ['a missing file', undefined, /cannot be read\.\n {2}There is no such file/],
    ['an empty file', '', /./],
    ['a value that is not HAR', '{"log": 7}', /./],
    ['text that is not JSON', 'title: A scenario', /./],
    [
      'a file without jobs',
      '{"log":{"entries":[{"request":{"method":"GET","url":"https://example.test/"},"response":{"status":200}}]}}',
      / has no job that can be replayed\.\n.*POST to/,
    ],
    [
      'a job without any view or start',
      JSON.stringify(toHar([poll(0, undefined, { status: 500 })], { name: 't', version: '0' })),
      / has no job that can be replayed/,
    ],
  ])('rejects %s', async (_, text, message) => {
    const folder = folderOf(text === undefined ? {} : { 'x.har': text });
    const { error, stdout } = await fromHar(join(folder, 'x.har'));
    expect([stdout, error]).toEqual(['', expect.any(UserError)]);
    expect((error as UserError).format()).toMatch(message);
  });

  it('does not overwrite a folder', async () => {
    const out = folderOf({});
    mkdirSync(join(out, 'memory.yaml'));
    const { error } = await fromHar(har(JOB), '--out', out, '--name', 'memory', '--force');
    expect(error?.message).toMatch(/memory\.yaml is a folder\./);
  });

  it('reads HAR files of browsers: full URLs, no keys, missing bodies, failed requests', async () => {
    const address = 'https://staging.example/api/v1/presentations/generate';
    const entry = (at: number, method: string, url: string, response: object, more: object = {}): object => ({
      startedDateTime: new Date(Date.UTC(2026, 9, 1) + at).toISOString(),
      time: 80,
      request: { method, url, headers: [{ name: 'accept', value: '*/*' }] },
      response,
      ...more,
    });
    const json = (body: object, status = 200): object => ({
      status,
      content: { text: JSON.stringify(body) },
    });
    const view = { generation_id: 'g 1/x', status: 'generating' };
    const status = `${address}/${encodeURIComponent('g 1/x')}/status`;
    const entries = [
      entry(4000, 'GET', status, { status: 0 }, { _error: 'net::ERR_CONNECTION_RESET' }),
      entry(0, 'OPTIONS', address, { status: 204 }),
      entry(1, 'POST', address, json({ ...view, poll_url: status }, 202)),
      entry(3000, 'GET', status, json(view)),
      entry(5000, 'GET', status, { status: 200, content: { size: 90 } }),
      entry(6000, 'GET', status, json({ ...view, status: 'failed', error: 'No' })),
      entry(6500, 'GET', 'https://cdn.example/app.js', { status: 200 }),
    ];
    const file = join(folderOf({ 'chrome.har': JSON.stringify({ log: { entries } }) }), 'chrome.har');
    const { stdout, stderr, error } = await fromHar(file);
    expect(error).toBeUndefined();
    expect(stdout).toMatch(/for: 4s .*\n.*fail: /);
    expect(stdout).toContain('requests: 2, connection: reset');
    expect(stderr).toMatch(/has no API keys: all requests count as one client's\./);
    expect(stderr).toMatch(/1 poll has no body in the recording/);
  });

  it('has a help text with all options', async () => {
    writeFileSync(join(folderOf({}), 'unused'), '');
    const { stdout, error } = await fromHar('--help');
    expect(error).toMatchObject({ exitCode: 0 });
    for (const word of ['<file>', '--job', '--out', '--name', '--keep-text', '--force', 'Examples:'])
      expect(stdout).toContain(word);
  });
});
