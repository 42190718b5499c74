import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/judge/index.js';
import { command } from '../../src/cli/judge.js';
import { toHar } from '../../src/journal/har.js';
import { journal, poll, start, type ExchangeLine } from '../judge/build-journal.js';
import { verifyReferenceService } from '../validation/run-case.js';
import { mutants } from '../mutants/mutants.js';
import { runInProcess, type CommandOutput } from './run-in-process.js';
import { createTempFolder } from './temp-files.js';

const tool = { name: 'deckhand', version: '0' };
/** A recording of a client: with its own key mark and content type, unlike a journal of `deckhand verify`. */
const harOf = (...lines: readonly ExchangeLine[]): string =>
  JSON.stringify(toHar(journal(...lines), tool)).replaceAll(
    '"value":"Bearer [redacted key]"}',
    '"value":"Bearer [redacted 1a2b3c4d]"},{"name":"content-type","value":"application/json"}',
  );

const finished = poll({ status: 'failed', error: 'The upstream timed out' });
const good = harOf(start, poll({ status: 'generating' }), finished);
const generating = poll({ status: 'generating' });
const reopened = harOf(start, finished, generating, generating);

async function judge(
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<CommandOutput> {
  const folder = createTempFolder(files);
  return runInProcess(
    command(),
    args.map((arg) => arg.replaceAll('@', folder)),
  );
}

async function reportOf(har: string, ...args: readonly string[]): Promise<Report> {
  const { stdout } = await judge({ 'a.har': har }, '@/a.har', '--report', 'json', ...args);
  return JSON.parse(stdout) as Report;
}

/** A file does not say how long the key was. */
const isInFile = ({ id }: Report['rules'][number]): boolean =>
  !id.startsWith('client/') && id !== 'auth/responses-contain-no-key';

const outcomes = ({ rules }: Report) =>
  rules.filter(isInFile).map(({ id, outcome, findings }) => ({ id, outcome, findings }));

describe('a file written by verify gets the verdicts of verify', () => {
  test.each([undefined, ...mutants.filter((_, index) => index % 120 === 7)])('%#', async (mutant) => {
    const { report, exchanges } = await verifyReferenceService(mutant ? [mutant.hooks] : []);
    const har = JSON.stringify(toHar(exchanges, tool), undefined, 2);
    const judged = await reportOf(har);
    expect(outcomes(judged)).toEqual(outcomes(report));
    expect([judged.target, judged.requests, judged.jobs]).toEqual([
      report.target,
      report.requests,
      report.jobs,
    ]);
    expect(judged.rules.filter(isInFile).map(({ checkedItems: checked }) => checked)).toEqual(
      report.rules.filter(isInFile).map(({ checkedItems: checked }) => checked),
    );
  });
});

test('the exit code is 0 when no rule is violated, and 1 otherwise', async () => {
  expect((await judge({ 'a.har': good }, '@/a.har')).code).toBe(0);
  const { code, stdout } = await judge({ 'a.har': reopened }, '@/a.har');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAIL .*\n {2}job\/terminal-status-is-final, /m);
});

test('the same run checks the client, and tells what to change', async () => {
  const har = harOf(start, ...Array.from({ length: 12 }, () => finished))
    // Over one connection of a program, so that one client is certain.
    .replaceAll('"startedDateTime"', '"connection":"51234","startedDateTime"')
    .replaceAll('{"name":"content-type"', '{"name":"user-agent","value":"app/1.0"},{"name":"content-type"');
  const { stdout, code } = await judge({ 'a.har': har }, '@/a.har');
  expect(stdout).toMatch(/^FAIL .*\n {2}client\/stops-polling-when-failed, /m);
  expect(stdout).toMatch(/^ {2}Hint: /m);
  expect(code).toBe(1);
});

test('a known violation does not fail the run', async () => {
  const rules = [...new Set((await reportOf(reopened)).rules.filter(({ outcome }) => outcome === 'fail'))];
  const entries = rules.map(({ id }) => ({ rule: id, reason: 'known', owner: 'me', expires: '2999-12-31' }));
  const files = { 'a.har': reopened, 'known.yaml': JSON.stringify(entries) };
  const { code, stdout } = await judge(files, '@/a.har', '--baseline', '@/known.yaml');
  expect(stdout).toMatch(/^--verbose adds: .*suppressed\s+by\s+the\s+baseline \(\d\)/m);
  expect(code).toBe(0);
});

test('a recording without the service is incomplete, which is reported once', async () => {
  const files = { 'a.har': '{"log":{"entries":[]}}' };
  const { code, stdout, stderr } = await judge(files, '@/a.har');
  expect(code).toBe(2);
  expect(stdout).toMatch(/\nIncomplete: [^]+\.\n$/);
  expect(stderr).toBe('');
  expect((await judge(files, '@/a.har', '--report', 'json')).stderr).toMatch(/^deckhand: Incomplete: /);
});

test.each([
  ['a missing file', {}, '@/a.har', 'a.har cannot be read. No such file or folder.'],
  ['a truncated file', { 'a.har': reopened.slice(0, -40) }, '@/a.har', 'it is not valid JSON'],
  ['JSON without log.entries', { 'a.har': '{"a":1}' }, '@/a.har', 'log.entries, so it is not a HAR file.'],
])('%s is reported in one line', async (_, files, arg, message) => {
  const { error, stdout } = await judge(files, arg);
  expect(error).toHaveProperty('name', 'UserError');
  expect((error as unknown as { format: () => string }).format()).toContain(message);
  expect(stdout).toBe('');
});

test('a base URL without requests is an error that lists the base URLs of the requests', async () => {
  const { error } = await judge({ 'a.har': good }, '@/a.har', '--base-url', 'http://other.example/api/v1');
  expect((error as unknown as { format: () => string }).format()).toMatch(
    /No recorded request goes to --base-url http:\/\/other\.example\/api\/v1\.\n.*go to http:\S+\/api\/v1\.$/,
  );
});

describe('the output', () => {
  test('with --quiet has only violations and the verdict', async () => {
    const { stdout } = await judge({ 'a.har': reopened }, '@/a.har', '--quiet');
    expect(stdout).toMatch(/^Violations\nFAIL .*\n {2}job\/terminal-status-is-final, /);
    expect(stdout).toMatch(/\n\nFail: .*\n$/);
    expect(stdout).not.toMatch(/--verbose|Not covered|Notes/);
    const passed = await judge({ 'a.har': good }, '@/a.har', '-q');
    expect(passed.stdout).toBe('Pass: all covered rules passed.\n');
    const filed = await judge({ 'a.har': good }, '@/a.har', '-q', '--report', 'json=@/a.json');
    expect(filed.stderr).toBe('deckhand: Pass: all covered rules passed.\n');
  });

  test('-o also writes the report, in the format of the file extension', async () => {
    const folder = createTempFolder({ 'a.har': reopened });
    const { stdout } = await runInProcess(command(), [join(folder, 'a.har'), '-o', join(folder, 'r.html')]);
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toMatch(/^<!doctype html>/i);
    expect(stdout).toMatch(/^Violations\nFAIL {2}/);
  });

  test('-o with an unknown file extension is rejected, and no file is written', async () => {
    const folder = createTempFolder({ 'a.har': reopened });
    const { error } = await runInProcess(command(), [join(folder, 'a.har'), '-o', join(folder, 'x.pdf')]);
    expect(String(error)).toContain(`Unknown file extension in --output ${join(folder, 'x.pdf')}.`);
    expect(existsSync(join(folder, 'x.pdf'))).toBe(false);
  });
});
