import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { harText, judge, judgeFile, poll, session, type Entry } from './judged-session.js';
import { folderOf } from './temporary.js';

/** The responses without their bodies, in the ways of different recorders. */
const withoutBodies: readonly (readonly [string, (entry: Entry) => void])[] = [
  ['Playwright with content: omit', ({ response }) => delete response.content['text']],
  [
    'a recorder that names attachments that are not there',
    ({ response }) => (response.content = { size: 9, _file: 'gone.json' }),
  ],
  [
    'a recorder with a limit',
    ({ response }) => (response.content['text'] = String(response.content['text']).slice(0, 12)),
  ],
];

test('a recording of Deckhand without an end mark is incomplete', async () => {
  const recording = (end: object): string =>
    JSON.stringify({ log: { version: '1.2', _recording: true, entries: session(), ...end } });
  const { code, report, stderr } = await judge('a.har', { 'a.har': recording({}) });
  expect(code).toBe(2);
  expect(report.outcome).toBe('incomplete');
  expect(stderr).toContain(
    'a.har: the recording has no end mark: it still runs, it was killed, its disk was full, or it has 256 MB',
  );
  const ended = await judge('a.har', { 'a.har': recording({ _end: { at: '2026-01-01T00:00:00Z' } }) });
  expect(ended).toMatchObject({ code: 0, report: { outcome: 'pass' } });
});

test.each(withoutBodies)('without the bodies of %s, the recording is incomplete', async (_, strip) => {
  const entries = session();
  entries.forEach(strip);
  const { code, report, stderr } = await judge('a.har', { 'a.har': harText(entries) });
  expect(code).toBe(2);
  expect(report.outcome).toBe('incomplete');
  expect(stderr).toContain(
    'Incomplete: 4 of 4 response bodies are missing, so POST /presentations/generate, ',
  );
  const judged = report.rules.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
  expect(judged.filter((id) => id.startsWith('job/') || id === 'start/generation-id')).toEqual([]);
});

test('a recording that lacks some bodies is judged by the others, and says how many it lacks', async () => {
  const entries = session();
  const [, second] = entries;
  delete second?.response.content['text'];
  const { code, report } = await judge('a.har', { 'a.har': harText(entries) });
  expect(code).toBe(0);
  expect(report.evidence.missingParts).toEqual(['1 of 4 response bodies are missing']);
});

test('a violation in a recording with a damaged entry still fails', async () => {
  const entries = [...session(), poll(4, { status: 'generating' }), poll(5, { status: 'generating' })];
  const { code, report } = await judge('a.har', { 'a.har': harText([...entries, null as never]) });
  expect(code).toBe(1);
  expect(report.notes.join('\n')).toContain(
    'a.har: entry 7 was skipped: it has no request with a method and an address',
  );
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

test('bodies in files beside the recording are read', async () => {
  const { har, files } = attached();
  const { code, report } = await judge('a.har', { 'a.har': har, ...files });
  expect(code).toBe(0);
  expect(report.rules.find(({ id }) => id === 'job/failed-says-why')?.outcome).toBe('pass');
});

test('a .zip file is read with its bodies', async () => {
  const { har, files } = attached();
  const zip = zipSync({ 'har.har': Buffer.from(har), ...files });
  expect((await judge('a.zip', { 'a.zip': zip })).code).toBe(0);
});

test('a recording reads no file outside its folder', async () => {
  const secret = folderOf({ 'secret.json': JSON.stringify({ generation_id: 'g1', status: 'generating' }) });
  const folder = folderOf({});
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

test('a .zip file without a recording is refused', async () => {
  const zip = zipSync({ 'readme.txt': Buffer.from('hello') });
  await expect(judge('a.zip', { 'a.zip': zip })).rejects.toThrow('contains no .har file');
  await expect(judge('b.zip', { 'b.zip': 'PK, but not a zip' })).rejects.toThrow(
    'cannot be read as a .zip file',
  );
});
