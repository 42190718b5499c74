import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { command } from '../../src/cli/learn.js';
import { toHar } from '../../src/journal/har.js';
import { readOverlay } from '../../src/learn/overlay/read.js';
import { plainService } from '../learn/services.js';
import { tour } from '../learn/tour.js';
import { checkScenario } from '../../src/scenario/check.js';
import { runInProcess } from './run-in-process.js';
import { folderOf } from './temporary.js';

const journal = await tour(plainService([]));

function recording(service = 'https://slides.example', most = journal.length): string {
  const exchanges = journal.slice(0, most).map((exchange) => ({
    ...exchange,
    request: { ...exchange.request, url: exchange.request.url.replace('https://slides.example', service) },
  }));
  const file = join(folderOf({}), 'recording.har');
  writeFileSync(file, JSON.stringify(toHar(exchanges, { name: 'test', version: '1' })));
  return file;
}

test('the report lists every observed place with its counts', async () => {
  const { stdout, stderr, error } = await runInProcess(command(), [recording()]);
  expect(error).toBeUndefined();
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /^What https:\/\/slides\.example\/api\/v1 does where the interface leaves a choice\n/,
  );
  expect(stdout).toMatch(
    /The same as Deckhand by default:\n(?:.*\n)* +1 × Success status of POST \/presentations: 201\n/,
  );
  expect(stdout).toMatch(
    /Body of an error response \(7\)\n(?: +\d+ × application\/json with \d{3} \(first: recording\.har, entry \d+\)\n)+ +400: \{ error: string \}\n +401: /,
  );
});

test('the report has the singular for a single exchange', async () => {
  const { stdout } = await runInProcess(command(), [recording(undefined, 1)]);
  expect(stdout).toMatch(/\n1 exchange, the newest/);
});

test('--json prints the report as JSON', async () => {
  const { stdout } = await runInProcess(command(), [recording(), '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    tool: { name: 'deckhand' },
    services: [{ service: 'https://slides.example/api/v1', places: expect.any(Array) }],
  });
});

test('--overlay writes a valid overlay', async () => {
  const file = join(folderOf({}), 'seen.overlay.yaml');
  await runInProcess(command(), [recording(), '-o', file]);
  const text = readFileSync(file, 'utf8');
  const read = readOverlay(parse(text));
  expect(read).toMatchObject({ overlay: { overlay: '1.1.0', extends: 'presentation-generation.v1.yaml' } });
  expect(text).not.toContain('plain-amber');
});

test('--scenario writes a scenario with the pace of the jobs and its evidence', async () => {
  const file = join(folderOf({}), 'staging.yaml');
  const { error, stdout } = await runInProcess(command(), [recording(), '--scenario', file]);
  expect(error).toBeUndefined();
  expect(stdout).toMatch(/\nPace of 3 jobs, 3 of them to the end\n/);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^# Learned from 3 jobs in recording\.har, by deckhand /);
  expect(text).toMatch(/first: recording\.har, entry \d+\n/);
  expect(checkScenario('staging', parse(text))).not.toHaveProperty('mistakes');
});

test('a recording without a started job has no pace, and no file is written', async () => {
  const folder = folderOf({});
  const overlay = join(folder, 'seen.overlay.yaml');
  const { error } = await runInProcess(command(), [
    recording(undefined, 1),
    '-o',
    overlay,
    '--scenario',
    join(folder, 'x.yaml'),
  ]);
  expect(error?.message).toBe('The recordings show no pace: no job was recorded from its start.');
  expect(readdirSync(folder)).toEqual([]);
});

test('a path that cannot be written is an error', async () => {
  const file = join(folderOf({}), 'none', 'seen.overlay.yaml');
  const { error } = await runInProcess(command(), [recording(), '-o', file]);
  expect(error).toMatchObject({
    message: `${file} cannot be written.`,
    hint: 'The folder it would be in is not there.',
  });
});

test('an existing overlay is overwritten with --force only', async () => {
  const folder = folderOf({ 'seen.yaml': 'mine' });
  const file = join(folder, 'seen.yaml');
  const { error } = await runInProcess(command(), [recording(), '-o', file]);
  expect(error?.message).toBe(`${file} already exists.`);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await runInProcess(command(), [recording(), '-o', file, '--force'])).error).toBeUndefined();
  expect(readFileSync(file, 'utf8')).toContain('overlay: 1.1.0');
});

test('each of several services has its report, and an overlay describes one', async () => {
  const files = [recording(), recording('https://staging.example')];
  const both = await runInProcess(command(), files);
  expect(both.stdout.match(/^What https/gm)).toHaveLength(2);
  const overlay = ['-o', join(folderOf({}), 'x.yaml')];
  const { error } = await runInProcess(command(), [...files, ...overlay]);
  expect(error).toMatchObject({
    message: expect.stringContaining('have 2 services'),
    hint: expect.stringContaining('--base-url'),
  });
  const one = await runInProcess(command(), [
    ...files,
    ...overlay,
    '--base-url',
    'https://staging.example/api/v1',
  ]);
  expect(one.error).toBeUndefined();
  expect(one.stdout).toMatch(/^What https:\/\/staging\.example/);
});

test.each([
  ['{}', 'no log.entries'],
  ['{"log":{"version":"1.2","entries":[]}}', 'The recordings show nothing'],
  ['not JSON', 'not a HAR file'],
])('%s is an error', async (text, message) => {
  const { error } = await runInProcess(command(), [join(folderOf({ 'x.har': text }), 'x.har')]);
  expect(error).toMatchObject({ name: 'UserError', message: expect.stringContaining(message) });
});

test('an incomplete recording counts up to its end', async () => {
  const file = recording();
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40_000));
  const { stdout, stderr } = await runInProcess(command(), [file]);
  expect(stderr).toMatch(/it ends in entry \d+/);
  expect(stdout).toContain('Success body of GET /templates');
});
