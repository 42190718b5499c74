import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDeckhand, DEVELOPMENT_KEYS, type Deckhand } from '../../../src/app/deckhand.js';
import { StateKeeper } from '../../../src/server/state/state-keeper.js';
import { folderOf } from '../../cli/temporary.js';

const API = 'http://127.0.0.1:4010/api/v1';

async function api(deckhand: Deckhand, path: string, body?: unknown, key: string = DEVELOPMENT_KEYS.ws_dev) {
  const response = await deckhand.fetch(API + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}

const start = async (deckhand: Deckhand, key?: string): Promise<string> =>
  (await api(deckhand, '/presentations/generate', { prompt: 'Tides', template_id: 'tpl_pitch' }, key))
    .generation_id;

const status = async (deckhand: Deckhand, id: string, key?: string) =>
  (await api(deckhand, `/presentations/generate/${id}/status`, undefined, key)).status;

async function keep(deckhand: Deckhand, file: string, onTrouble: (what: string) => void = () => {}) {
  const keeper = await StateKeeper.open(deckhand, file, onTrouble);
  if (!keeper) throw new Error(`${file} is a snapshot`);
  onTestFinished(() => keeper.close());
  return keeper;
}

const newFile = () => join(folderOf({}), 'state.json');

test('a new mock server goes on where the last one ended: jobs, sandboxes, settings, faults, created keys', async () => {
  const file = newFile();
  const first = createDeckhand();
  const keeper = await keep(first, file);
  const workspace = first.workspace('ws_dev');
  workspace.clock.pause();
  const [id, other] = [await start(first), await start(first, 'sandbox-a')];
  workspace.clock.advance('1h');
  await workspace.arm({ on: 'listTemplates', answer: { status: 500 } });
  const { key } = await workspace.createKey();
  await keeper.close();

  const second = createDeckhand();
  await keep(second, file);
  expect(await status(second, id)).toBe('completed');
  expect(await status(second, id, key)).toBe('completed');
  expect(await status(second, other, 'sandbox-a')).toBe('generating');
  expect((await api(second, '/templates')).status).toBe(500);
  expect(second.workspace('ws_dev').clock.now()).toBe(workspace.clock.now());
});

test('a clock that runs goes on as if the process had run on', async () => {
  const file = newFile();
  const first = createDeckhand();
  const keeper = await keep(first, file);
  first.workspace('ws_dev').clock.advance('24h');
  const before = Date.now();
  await keeper.close();
  const written = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    written.replaceAll(/"at":(\d+)/g, (_, at) => `"at":${Number(at) - 3_600_000}`),
  );
  const second = createDeckhand();
  await keep(second, file);
  const ahead = second.workspace('ws_dev').clock.now() - before;
  expect(ahead).toBeGreaterThanOrEqual(86_400_000 + 3_600_000);
  expect(ahead).toBeLessThan(86_400_000 + 3_660_000);
});

test('changes reach the file while the process runs, readable for its user only', async () => {
  const file = newFile();
  const deckhand = createDeckhand();
  await keep(deckhand, file);
  const id = await start(deckhand);
  await expect.poll(() => readFileSync(file, 'utf8')).toContain(id);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(file))).toEqual(['state.json', 'state.json.lock']);
  expect(readFileSync(file, 'utf8')).not.toContain(DEVELOPMENT_KEYS.ws_dev);
});

test('a write that fails is told once, leaves the file, and is made up for', async () => {
  const file = newFile();
  const deckhand = createDeckhand();
  const told: string[] = [];
  const keeper = await keep(deckhand, file, (what) => told.push(what));
  const before = readFileSync(file, 'utf8');
  // The file's folder is gone for a while, as a disk that is full or away.
  const folder = dirname(file);
  renameSync(folder, `${folder}-away`);
  const id = await start(deckhand);
  await expect.poll(() => told).toHaveLength(1);
  expect(told[0]).toContain('cannot be written');
  expect(existsSync(file)).toBe(false);
  renameSync(`${folder}-away`, folder);
  expect(readFileSync(file, 'utf8')).toBe(before);
  await expect.poll(() => readFileSync(file, 'utf8')).toContain(id);
  await keeper.close();
  expect(told).toHaveLength(1);
});

test('a snapshot is loaded at its moment with a paused clock, and its file is only read', async () => {
  const first = createDeckhand();
  const workspace = first.workspace('ws_dev');
  workspace.clock.pause();
  const id = await start(first);
  workspace.clock.advance('1h');
  workspace.clock.resume();
  const snapshot = await workspace.snapshot();
  const text = JSON.stringify(snapshot);
  const file = join(folderOf({ 'snapshot.json': text }), 'snapshot.json');

  const second = createDeckhand();
  expect(await StateKeeper.open(second, file, () => {})).toBeUndefined();
  const [opened] = await second.workspaces();
  expect(opened?.clock).toMatchObject({ now: new Date(snapshot.clock.now).toISOString(), paused: true });
  expect(await status(second, id)).toBe('completed');
  expect(second.workspace('ws_dev').journal().length).toBeGreaterThan(0);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(readdirSync(dirname(file))).toEqual(['snapshot.json']);
});

test('a state with a workspace that this start lacks is refused, and none of it is restored', async () => {
  const file = newFile();
  const first = createDeckhand({ keys: { 'deckhand-dev-key': 'ws_dev', 'team-key': 'ws_team' } });
  const keeper = await keep(first, file);
  await start(first);
  await keeper.close();
  const second = createDeckhand();
  await expect(StateKeeper.open(second, file, () => {})).rejects.toMatchObject({
    code: 'bad-state',
    message: expect.stringContaining('The workspace ws_team: this start has no such workspace'),
    hint: 'Start with the same --key options as before.',
  });
  expect(await second.workspace('ws_dev').jobs()).toEqual([]);
});

test('a snapshot of a workspace that this start lacks is refused, with the option that adds it', async () => {
  const first = createDeckhand({ keys: { 'team-key': 'ws_team' } });
  const text = JSON.stringify(await first.workspace('ws_team').snapshot());
  const file = join(folderOf({ 'snapshot.json': text }), 'snapshot.json');
  await expect(StateKeeper.open(createDeckhand(), file, () => {})).rejects.toMatchObject({
    code: 'bad-state',
    hint: 'Add --key KEY=ws_team.',
  });
});

test.each([
  ['is no JSON', '{"format":', 'It is not valid JSON'],
  ['is another JSON', '[]', 'It is neither a state'],
  [
    'has another version',
    '{"format":"deckhand-state","version":1,"workspaces":{\n"ws_dev":{}\n}}\n',
    'It has the version 1; this Deckhand reads version 2',
  ],
  [
    'has a workspace in part',
    '{"format":"deckhand-state","version":2,"sequence":0}\n{"format":"deckhand-snapshot"}\n{"end":true}\n',
    'Line 2, /version: the field is required',
  ],
  ['ends early', '{"format":"deckhand-state","version":2,"sequence":0}\n', 'The end is missing'],
  ['is a snapshot in part', '{"format":"deckhand-snapshot"}', 'The snapshot does not name its workspace'],
  [
    'is a damaged snapshot',
    '{"format":"deckhand-snapshot","workspace":{"id":"ws_dev"}}',
    'The workspace ws_dev: ',
  ],
])('a file that %s is refused, and stays as it is', async (_what, text, why) => {
  const file = join(folderOf({ 'state.json': text }), 'state.json');
  const opened = StateKeeper.open(createDeckhand(), file, () => {});
  await expect(opened).rejects.toMatchObject({ code: 'bad-state', message: expect.stringContaining(why) });
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a file that cannot be written is refused at the start', async () => {
  await expect(StateKeeper.open(createDeckhand(), '/nowhere/state.json', () => {})).rejects.toMatchObject({
    code: 'bad-option',
    hint: 'The folder it would be in is not there.',
  });
});

test('a state file that others could read becomes readable for its user only', async () => {
  const file = newFile();
  const first = await keep(createDeckhand(), file);
  await first.close();
  chmodSync(file, 0o644);
  await keep(createDeckhand(), file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('an empty file, as mktemp makes it, is a new state', async () => {
  const file = join(folderOf({ 'state.json': '' }), 'state.json');
  const deckhand = createDeckhand();
  const keeper = await keep(deckhand, file);
  const id = await start(deckhand);
  await keeper.close();
  expect(readFileSync(file, 'utf8')).toContain(id);
});

test('drafts of killed writers are deleted at the next start, and no other file', async () => {
  const draft = '.state.json-0b9f6b0e-58a5-4d61-8d5e-1f1f3a8d9a11.tmp';
  const others = ['.state.json-notes.tmp', '.other.json-0b9f6b0e-58a5-4d61-8d5e-1f1f3a8d9a11.tmp'];
  const folder = folderOf({ [draft]: 'half', [others[0] as string]: '', [others[1] as string]: '' });
  await keep(createDeckhand(), join(folder, 'state.json'));
  expect(readdirSync(folder).toSorted()).toEqual([...others, 'state.json', 'state.json.lock'].toSorted());
});

test('a second server on one file is refused with the name of the first, whose jobs stay', async () => {
  const file = newFile();
  const first = createDeckhand();
  const keeper = await keep(first, file);
  const id = await start(first);
  await expect(StateKeeper.open(createDeckhand(), file, () => {})).rejects.toMatchObject({
    code: 'bad-option',
    summary: expect.stringMatching(new RegExp(`in use by process ${process.pid} of \\S+\\.$`)),
    hint: expect.stringContaining('choose another file'),
  });
  await keeper.close();
  expect(readFileSync(file, 'utf8')).toContain(id);
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test('a server that lost its lock says it once, and writes nothing over the work of the other', async () => {
  const file = newFile();
  const deckhand = createDeckhand();
  const told: string[] = [];
  await keep(deckhand, file, (what) => told.push(what));
  // What another server does when this one was stopped for a while.
  const lock = JSON.parse(readFileSync(`${file}.lock`, 'utf8'));
  renameSync(`${file}.lock`, `${file}.lock-away`);
  writeFileSync(`${file}.lock`, JSON.stringify({ ...lock, id: 'of-another', pid: 7, host: 'other-host' }));
  writeFileSync(file, 'the work of the other');
  await start(deckhand);
  await expect.poll(() => told).toEqual([expect.stringContaining('now in use by process 7 of other-host')]);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(readFileSync(file, 'utf8')).toBe('the work of the other');
  expect(told).toHaveLength(1);
});
