import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { command } from '../../src/cli/judge.js';
import type { Report } from '../../src/contract/index.js';
import { runInProcess } from './run-in-process.js';
import { folderOf } from './temporary.js';

/** One entry as other tools write it. */
interface Entry {
  startedDateTime: string;
  time: number;
  request: { method: string; url: string; headers: object[]; bodySize: number; postData?: object };
  response: { status: number; headers: object[]; content: Record<string, unknown>; bodySize: number };
}

const json = [{ name: 'Content-Type', value: 'application/json' }];
const key = { name: 'Authorization', value: 'Bearer secret' };

function entry(
  at: number,
  method: string,
  path: string,
  status: number,
  body: unknown,
  sent?: unknown,
): Entry {
  const text = JSON.stringify(body);
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + at * 5000).toISOString(),
    time: 20,
    request: {
      method,
      url: `https://api.example/api/v1${path}`,
      headers: sent === undefined ? [key] : [key, ...json],
      bodySize: -1,
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: json,
      content: { size: text.length, mimeType: 'application/json', text },
      bodySize: -1,
    },
  };
}

const pollUrl = '/api/v1/presentations/generate/g1/status';
const poll = (at: number, view: object): Entry =>
  entry(at, 'GET', '/presentations/generate/g1/status', 200, { generation_id: 'g1', ...view });

const session = (): Entry[] => [
  entry(
    0,
    'POST',
    '/presentations/generate',
    202,
    { generation_id: 'g1', status: 'generating', poll_url: pollUrl },
    { prompt: 'Taxis' },
  ),
  poll(1, { status: 'generating' }),
  poll(2, { status: 'generating' }),
  poll(3, { status: 'failed', error: 'A timeout' }),
];

const harText = (entries: readonly object[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });

async function judge(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<{ code: unknown; report: Report; stderr: string }> {
  const folder = folderOf({});
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return judgeFile(join(folder, name));
}

async function judgeFile(file: string): Promise<{ code: unknown; report: Report; stderr: string }> {
  const { code, stdout, stderr, error } = await runInProcess(command(), [file, '--report', 'json']);
  if (error) throw error;
  return { code, report: JSON.parse(stdout) as Report, stderr };
}

/** The responses without their bodies, in the ways of different recorders. */
const withoutBodies: readonly (readonly [string, (entry: Entry) => void])[] = [
  ['Playwright with content: omit', ({ response }) => delete response.content['text']],
  ['Playwright with mode: minimal', ({ response }) => (response.content = { size: -1, mimeType: 'x' })],
  ['a recorder that writes empty texts', ({ response }) => (response.content['text'] = '')],
  [
    'a recorder that names attachments that are not there',
    ({ response }) => (response.content = { size: 9, _file: 'gone.json' }),
  ],
  ['a recorder without content', ({ response }) => (response.content = {})],
  [
    'a recorder with a limit',
    ({ response }) => (response.content['text'] = String(response.content['text']).slice(0, 12)),
  ],
];

test('a whole recording passes', async () => {
  expect(await judge('a.har', { 'a.har': harText(session()) })).toMatchObject({
    code: 0,
    report: { outcome: 'pass' },
  });
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
  expect(report.evidence.missingBodies).toEqual(['1 of 4 response bodies are missing']);
});

test('an unrecorded body is not read as an empty one', async () => {
  const entries = session();
  for (const { response } of entries) response.content = { size: -1, mimeType: 'application/json' };
  const { report } = await judge('a.har', { 'a.har': harText(entries) });
  expect(report.rules.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
});

test.each([
  ['in an entry', (text: string) => text.slice(0, -60), /ends early, in entry 4/],
  ['after its entries', (text: string) => text.slice(0, -1), /ends early, after its entries/],
])('a file that ends early, %s, is incomplete', async (_, cut, why) => {
  const { code, report } = await judge('a.har', { 'a.har': cut(harText(session())) });
  expect(code).toBe(2);
  expect(report.reason).toMatch(why);
});

test('a violation in a damaged recording still fails', async () => {
  const entries = [...session(), poll(4, { status: 'generating' }), poll(5, { status: 'generating' })];
  const { code } = await judge('a.har', { 'a.har': harText(entries).slice(0, -1) });
  expect(code).toBe(1);
});

test('two documents in one file are incomplete', async () => {
  const text = harText(session());
  const { code, report } = await judge('a.har', { 'a.har': `${text}\n${text}` });
  expect(code).toBe(2);
  expect(report.reason).toContain('a second document follows the first one');
});

test('a recording without a request of the service is incomplete', async () => {
  const { code, report } = await judge('a.har', { 'a.har': harText([]) });
  expect({ code, outcome: report.outcome }).toEqual({ code: 2, outcome: 'incomplete' });
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
  await expect(judge('b.zip', { 'b.zip': 'not a zip' })).rejects.toThrow('cannot be read as a .zip file');
});
