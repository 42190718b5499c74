/** Missing parts of a recording are reported and cause no findings. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { entry, harText, judge, judgeFile, poll, session } from './har-session.js';
import { createTempFolder } from './temp-files.js';

test('a recording of Deckhand without an end marker is incomplete', async () => {
  const recording = (end: object): string =>
    JSON.stringify({ log: { version: '1.2', _recording: true, entries: session(), ...end } });
  const { code, report, stderr } = await judge('a.har', { 'a.har': recording({}) });
  expect(code).toBe(2);
  expect(report.outcome).toBe('incomplete');
  expect(stderr).toContain(
    'a.har: the recording is unfinished: still running, killed, disk full, or 256 MB reached',
  );
  const ended = await judge('a.har', { 'a.har': recording({ _end: { at: '2026-01-01T00:00:00Z' } }) });
  expect(ended).toMatchObject({ code: 0, report: { outcome: 'pass' } });
});

test('without its bodies, as Playwright records with content: omit, a recording is incomplete', async () => {
  const entries = session();
  for (const { response } of entries) delete response.content['text'];
  const { code, report, stderr } = await judge('a.har', { 'a.har': harText(entries) });
  expect([code, report.outcome]).toEqual([2, 'incomplete']);
  expect(stderr).toContain(
    'Incomplete: 4 of 4 response bodies are missing, so POST /presentations/generate, ',
  );
  const judged = report.rules.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
  expect(judged.filter((id) => id.startsWith('job/') || id === 'start/has-generation-id')).toEqual([]);
});

test('a recording without some bodies is checked by the others, and their number is reported', async () => {
  const entries = session();
  const [, second] = entries;
  delete second?.response.content['text'];
  const { code, report } = await judge('a.har', { 'a.har': harText(entries) });
  expect(code).toBe(0);
  expect(report.coverage.missingData).toEqual(['1 of 4 response bodies are missing']);
});

test('a recording with a damaged entry is incomplete, and a violation in it still fails', async () => {
  const damaged = null as never;
  const { code, report } = await judge('a.har', { 'a.har': harText([...session(), damaged]) });
  expect([code, report.reason]).toEqual([2, expect.stringMatching(/a\.har: 1 entry could not be read$/)]);
  expect(report.notes.join('\n')).toContain(
    'a.har: entry 5 was skipped: it has no request with a method and a URL',
  );
  const goesOn = [...session(), poll(4, { status: 'generating' }), poll(5, { status: 'generating' })];
  expect((await judge('a.har', { 'a.har': harText([...goesOn, damaged]) })).code).toBe(1);
});

test('a recording without request headers violates no client rule, and reports what it lacks', async () => {
  const entries = [...session(), entry(5, 'GET', '/templates', 401, {})];
  for (const { request } of entries) request.headers = [];
  const { code, report, stderr } = await judge('a.har', { 'a.har': harText(entries) });
  expect(report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([]);
  expect(code).toBe(0);
  const lack = 'the headers of 5 of 5 requests are missing';
  expect(stderr).toContain(lack);
  const rule = report.rules.find(({ id }) => id === 'client/sends-key-in-header');
  expect(rule).toMatchObject({
    outcome: 'not-covered',
    reason: { text: expect.stringContaining(lack) as string },
  });
});

/** The session as Playwright writes it with `content: 'attach'`. */
function attached(): { readonly har: string; readonly files: Record<string, Uint8Array> } {
  const files: Record<string, Uint8Array> = {};
  const entries = session();
  for (const [index, { response, request }] of entries.entries()) {
    files[`res-${index}.json`] = Buffer.from(String(response.content['text']));
    response.content = { size: 10, mimeType: 'application/json', _file: `res-${index}.json` };
    if (!request.postData) continue;
    files[`req-${index}.json`] = Buffer.from(String((request.postData as { text: string }).text));
    request.postData = { mimeType: 'application/json', text: '', params: [], _file: `req-${index}.json` };
  }
  return { har: harText(entries), files };
}

test('bodies in files next to the recording are read', async () => {
  const { har, files } = attached();
  const { code, report } = await judge('a.har', { 'a.har': har, ...files });
  expect(code).toBe(0);
  expect(report.rules.find(({ id }) => id === 'job/failed-has-error')?.outcome).toBe('pass');
});

test('a .zip file is read with its bodies', async () => {
  const { har, files } = attached();
  const zip = zipSync({ 'har.har': Buffer.from(har), ...files });
  expect((await judge('a.zip', { 'a.zip': zip })).code).toBe(0);
});

test('a recording reads no file outside its folder', async () => {
  const secret = createTempFolder({
    'secret.json': JSON.stringify({ generation_id: 'g1', status: 'generating' }),
  });
  const folder = createTempFolder({});
  symlinkSync(join(secret, 'secret.json'), join(folder, 'link.json'));
  for (const name of [
    join(secret, 'secret.json'),
    `../${secret.split('/').at(-1)}/secret.json`,
    'link.json',
  ]) {
    const entries = session();
    for (const { response } of entries) response.content = { size: 9, _file: name };
    writeFileSync(join(folder, 'a.har'), harText(entries));
    expect((await judgeFile(join(folder, 'a.har'))).report.reason).toContain(
      '4 of 4 response bodies are missing',
    );
  }
});

test('a .zip file without a recording is rejected', async () => {
  const zip = zipSync({ 'readme.txt': Buffer.from('hello') });
  await expect(judge('a.zip', { 'a.zip': zip })).rejects.toThrow('contains no .har file');
  await expect(judge('b.zip', { 'b.zip': 'PK, but not a zip' })).rejects.toThrow(
    'cannot be read as a .zip file',
  );
});
