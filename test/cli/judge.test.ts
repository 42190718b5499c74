import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/contract/index.js';
import { command } from '../../src/cli/judge.js';
import { toHar } from '../../src/journal/har.js';
import { journal, poll, start, type Spoken } from '../contract/exchanges.js';
import { checkVariation } from '../contract/proof.js';
import { mutants } from '../mutants/mutants.js';
import { runInProcess, type Printed } from './run-in-process.js';
import { folderOf } from './temporary.js';

const tool = { name: 'deckhand', version: '0' };
/** As a client of its own would have sent it: the journals of checks are of no client. */
const harOf = (...lines: readonly Spoken[]): string =>
  JSON.stringify(toHar(journal(...lines), tool)).replaceAll(
    '"value":"Bearer [redacted key]"}',
    '"value":"Bearer [redacted 1a2b3c4d]"},{"name":"content-type","value":"application/json"}',
  );

const finished = poll({ status: 'failed', error: 'The upstream timed out' });
const good = harOf(start, poll({ status: 'generating' }), finished);
const reopened = harOf(start, finished, poll({ status: 'generating' }));

async function judge(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Printed> {
  const folder = folderOf(files);
  return runInProcess(
    command(),
    args.map((arg) => arg.replaceAll('@', folder)),
  );
}

async function reportOf(har: string, ...args: readonly string[]): Promise<Report> {
  const { stdout } = await judge({ 'a.har': har }, '@/a.har', '--report', 'json', ...args);
  return JSON.parse(stdout) as Report;
}

const outcomes = ({ rules }: Report) =>
  rules
    .filter(({ id }) => !id.startsWith('client/'))
    .map(({ id, outcome, findings }) => ({ id, outcome, findings }));

describe('the file that verify wrote gets the verdicts that verify gave', () => {
  test.each([undefined, ...mutants.filter((_, index) => index % 60 === 7)])('%#', async (mutant) => {
    const { report, exchanges } = await checkVariation(mutant ? [mutant.apply] : []);
    const har = JSON.stringify(toHar(exchanges, tool), undefined, 2);
    const judged = await reportOf(har);
    expect(outcomes(judged)).toEqual(outcomes(report));
    expect([judged.target, judged.requests, judged.jobs]).toEqual([
      report.target,
      report.requests,
      report.jobs,
    ]);
    expect(judged.coverage.fields).toEqual(report.coverage.fields);
  });
});

test('the exit code is 0 where nothing is broken, and 1 where something is', async () => {
  expect((await judge({ 'a.har': good }, '@/a.har')).code).toBe(0);
  const { code, stdout } = await judge({ 'a.har': reopened }, '@/a.har');
  expect(code).toBe(1);
  expect(stdout).toContain('FAIL  job/terminal-is-final');
});

test('a client is judged by the same run, and what to change is said', async () => {
  const { stdout, code } = await judge(
    { 'a.har': harOf(start, ...Array.from({ length: 12 }, () => finished)) },
    '@/a.har',
  );
  expect(stdout).toContain('FAIL  client/stops-when-failed');
  expect(stdout).toMatch(/hint: /);
  expect(code).toBe(1);
});

test('a known violation does not fail the run', async () => {
  const rules = [...new Set((await reportOf(reopened)).rules.filter(({ outcome }) => outcome === 'fail'))];
  const entries = rules.map(({ id }) => ({ rule: id, reason: 'known', owner: 'me', expires: '2999-12-31' }));
  const files = { 'a.har': reopened, 'known.yaml': JSON.stringify(entries) };
  const { code, stdout } = await judge(files, '@/a.har', '--baseline', '@/known.yaml');
  expect(stdout).toContain('known  job/terminal-is-final');
  expect(code).toBe(0);
});

test('reports go where they are wanted', async () => {
  const folder = folderOf({ 'a.har': good });
  const file = join(folder, 'a.har');
  await runInProcess(command(), [
    file,
    '--report',
    `json=${folder}/r.json`,
    '--report',
    `junit=${folder}/r.xml`,
  ]);
  expect((JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')) as Report).outcome).toBe('pass');
  expect(readFileSync(join(folder, 'r.xml'), 'utf8')).toContain('<testsuites');
});

test('a file that breaks off is judged as far as it goes, and that is said', async () => {
  const { code, stdout } = await judge({ 'a.har': reopened.slice(0, -40) }, '@/a.har');
  expect(stdout).toMatch(/note: .*a\.har: it breaks off in entry 3 \(byte \d+\); what was whole is judged/);
  expect(code).toBe(0);
});

test('services at several addresses are judged apart, and a base address picks one', async () => {
  const elsewhere = reopened.replaceAll('api.example', 'other.example');
  const files = { 'a.har': good, 'b.har': elsewhere };
  const both = await judge(files, '@/a.har', '@/b.har');
  expect(both.stdout).toContain('http://api.example/api/v1, http://other.example/api/v1');
  expect(both.code).toBe(1);
  const one = await judge(files, '@/a.har', '@/b.har', '--base-url', 'http://api.example/api/v1');
  expect(one.code).toBe(0);
});

test('a recording without the service in it cannot be judged', async () => {
  const { code, stderr } = await judge({ 'a.har': '{"log":{"entries":[]}}' }, '@/a.har');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^deckhand: /);
});

test.each([
  ['a file that is not there', {}, '@/a.har', 'cannot be read.\n  There is no such file.'],
  ['an empty file', { 'a.har': '' }, '@/a.har', 'a.har: it is empty.'],
  ['a text', { 'a.har': 'hello' }, '@/a.har', 'a.har: it is no HAR file: a HAR file begins with {.'],
  ['JSON that is no HAR', { 'a.har': '{"a":1}' }, '@/a.har', 'it has no log.entries, so it is no HAR file.'],
])('%s is told in one line', async (_, files, arg, message) => {
  const { error, stdout } = await judge(files, arg);
  expect(error).toHaveProperty('name', 'UserError');
  expect((error as unknown as { format: () => string }).format()).toContain(message);
  expect(stdout).toBe('');
});

test('a folder is told in one line, and leaves the reports of before alone', async () => {
  const folder = folderOf({ 'r.json': 'before' });
  mkdirSync(join(folder, 'hars'));
  const { error } = await runInProcess(command(), [
    join(folder, 'hars'),
    '--report',
    `json=${folder}/r.json`,
  ]);
  expect(error?.message).toContain('hars cannot be read.');
  expect(readFileSync(join(folder, 'r.json'), 'utf8')).toBe('before');
});

test('an unknown report, and one that cannot be written, are told before anything is read', async () => {
  expect((await judge({ 'a.har': good }, '@/a.har', '--report', 'xml')).error?.message).toBe(
    'There is no report "xml".',
  );
  const { error } = await judge({ 'a.har': good }, '@/a.har', '--report', 'json=@/no/such/folder.json');
  expect(error?.message).toContain('cannot be written');
});

test('hints at options of verify are not given to someone who judges a file', async () => {
  const { stdout } = await judge({ 'a.har': good }, '@/a.har');
  expect(stdout).not.toMatch(/\(--/);
});

test('what a recording says reaches the terminal as text', async () => {
  const folder = folderOf({});
  writeFileSync(join(folder, 'a.har'), good.replaceAll('generating', 'gen\\u001b[31merating'));
  const { stdout } = await runInProcess(command(), [join(folder, 'a.har')]);
  expect(stdout).not.toContain('\u001b');
});
