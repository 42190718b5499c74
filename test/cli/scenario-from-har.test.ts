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
  it('prints the story of the only job, what it leaves out, and how to play both', async () => {
    const { stdout, stderr, error, code } = await fromHar(
      har([...JOB, poll(12_000, { status: 'generating' })], 'Staging.har'),
    );
    expect([error, code]).toEqual([undefined, undefined]);
    expect(stdout).toMatchInlineSnapshot(`
      "# A story made from Staging.har, to edit. Play the recording itself with serve --replay.

      title: A job that asks and fails
      description: A recorded job of 12s, as a story to edit.
      steps:
        # Ends between 3s and 6s after the start.
        - work: { for: 5s, tokens: 0..900, slides: 0..2, of: 8, current_step: 'Step 1: {slide} of {slides}' }
        # The reply came after 3s.
        - ask: { message: Question 1 }
        # No poll shows this step.
        - work: { for: 500ms }
        - fail: { error: Error 1 }
      "
    `);
    expect(stderr.replace(/--replay \S+Staging/, '--replay Staging')).toMatchInlineSnapshot(`
      "g-1, 2026-01-15 09:30:00, 12s
        Left out: A status view after the end of the job.
      Play the recording: npx --no deckhand serve --replay Staging.har
      Save the story as scenarios/staging.yaml, edit it, and play it: npx --no deckhand serve --scenarios scenarios --scenario staging
      "
    `);
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

  it('ends with the commands that play the recording and the written story', async () => {
    const out = join(folderOf({}), 'my stories');
    const quote = process.platform === 'win32' ? '"' : "'";
    const file = har(JOB);
    const { stderr, stdout } = await fromHar(file, '--out', out);
    expect(stdout).toBe('');
    expect(stderr.slice(stderr.indexOf('Play the recording'))).toBe(
      `Play the recording: npx --no deckhand serve --replay ${quote}${file}${quote}\n` +
        `Play the edited story: npx --no deckhand serve --scenarios ${quote}${out}${quote} --scenario staging-yesterday\n`,
    );
    expect((await fromHar(har([...JOB, ...LATER]), '--out', out, '--force')).stderr).toMatch(
      / --scenario staging-yesterday-1\n$/,
    );
  });

  it('never calls a story identical, and never compares it', async () => {
    const { stdout, stderr } = await fromHar(har(JOB));
    expect(stdout + stderr).not.toMatch(/identical|differ|same/i);
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
    expect(readFileSync(join(out, 'staging-yesterday.yaml'), 'utf8')).toMatch(
      /^# A story made from Staging, yesterday\.har, to edit/,
    );
  });

  it('writes none of several files when one exists', async () => {
    const out = folderOf({ 'staging-yesterday-2.yaml': 'mine' });
    expect((await fromHar(har([...JOB, ...LATER]), '--out', out)).error).toBeInstanceOf(UserError);
    expect(existsSync(join(out, 'staging-yesterday-1.yaml'))).toBe(false);
  });

  it.each(['--replay', '--accept'])('has no %s', async (option) => {
    const { error, stdout } = await fromHar(har(JOB), option, 'x');
    expect([stdout, error?.message]).toEqual(['', `error: unknown option '${option}'`]);
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
      / has no job\.\n.*POST to/,
    ],
    [
      'a job without any view or start',
      JSON.stringify(toHar([poll(0, undefined, { status: 500 })], { name: 't', version: '0' })),
      / has no job\./,
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
    expect(stdout).toContain('during: 3.5s..4.5s, connection: reset');
    expect(stderr).toMatch(/has no API keys: all requests count as one client's\./);
    expect(stderr).toContain('Left out: A status view: the recording does not have its whole body.');
  });

  it('has a help text with all options', async () => {
    writeFileSync(join(folderOf({}), 'unused'), '');
    const { stdout, error } = await fromHar('--help');
    expect(error).toMatchObject({ exitCode: 0 });
    for (const word of ['<file>', '--job', '--out', '--name', '--keep-text', '--force', 'Examples:'])
      expect(stdout).toContain(word);
  });
});
