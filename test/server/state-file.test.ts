import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDeckhand, DEVELOPMENT_KEYS, type Deckhand } from '../../src/app/deckhand.js';
import { writeFileAtomic } from '../../src/files/write-file-atomic.js';
import { StateFile } from '../../src/server/state-file.js';
import { createTempFolder } from '../cli/temp-files.js';

const API = 'http://127.0.0.1:4010/api/v1';

async function api(deckhand: Deckhand, path: string, body?: unknown) {
  const response = await deckhand.fetch(API + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': DEVELOPMENT_KEYS.ws_dev, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}

const start = async (deckhand: Deckhand): Promise<string> =>
  (await api(deckhand, '/presentations/generate', { prompt: 'Tides' })).generation_id;

const status = async (deckhand: Deckhand, id: string) =>
  (await api(deckhand, `/presentations/generate/${id}/status`)).status;

function keep(
  deckhand: Deckhand,
  file: string,
  warn: (message: string) => void = (message) => expect.fail(message),
  replace?: typeof writeFileAtomic,
): StateFile {
  const kept = StateFile.open(deckhand, file, warn, replace);
  if (!kept) throw new Error(`${file} is a moment`);
  onTestFinished(() => kept.close());
  return kept;
}

const newFile = (): string => join(createTempFolder({}), 'state.json');

test('a new mock server goes on where the last one ended', async () => {
  const file = newFile();
  const first = createDeckhand();
  const kept = keep(first, file);
  const { clock } = first.workspace('ws_dev');
  clock.pause();
  const id = await start(first);
  clock.advance('1h');
  kept.close();
  const second = createDeckhand();
  keep(second, file);
  expect(await status(second, id)).toBe('completed');
  expect(second.workspace('ws_dev').clock.now()).toBe(clock.now());
});

test('changes are written while the server runs, once each, readable for its user only', async () => {
  const file = newFile();
  const deckhand = createDeckhand();
  const replace = vi.fn(writeFileAtomic);
  const kept = keep(deckhand, file, undefined, replace);
  expect(readdirSync(dirname(file))).toEqual(['state.json']);
  const id = await start(deckhand);
  kept.save();
  kept.save();
  expect(replace).toHaveBeenCalledTimes(2);
  expect(readFileSync(file, 'utf8')).toContain(id);
  expect(readFileSync(file, 'utf8')).not.toContain(DEVELOPMENT_KEYS.ws_dev);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  await start(deckhand);
  kept.save();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([['ENOSPC', 'The disk is full.']])(
  'a write that fails (%s) is said once, leaves the file, and is made up for',
  async (code, why) => {
    const file = newFile();
    const deckhand = createDeckhand();
    const said: string[] = [];
    let isBroken = false;
    const kept = keep(
      deckhand,
      file,
      (message) => said.push(message),
      (...args) => {
        if (isBroken) throw Object.assign(new Error(`${code}: not now`), { code });
        writeFileAtomic(...args);
      },
    );
    const before = readFileSync(file, 'utf8');
    isBroken = true;
    const id = await start(deckhand);
    kept.save();
    kept.save();
    expect(said).toEqual([`${file} cannot be written. ${why} The server goes on, and tries again.`]);
    expect(readFileSync(file, 'utf8')).toBe(before);
    isBroken = false;
    kept.save();
    expect(readFileSync(file, 'utf8')).toContain(id);
    isBroken = true;
    await start(deckhand);
    kept.close();
    expect(said).toHaveLength(2);
  },
);

test('a moment is loaded at its instant with a paused clock, and its file is only read', async () => {
  const first = createDeckhand();
  const workspace = first.workspace('ws_dev');
  workspace.clock.pause();
  const id = await start(first);
  workspace.clock.advance('1h');
  workspace.clock.resume();
  const moment = workspace.snapshot();
  const text = JSON.stringify(moment);
  const file = join(createTempFolder({ 'moment.json': text }), 'moment.json');

  const second = createDeckhand();
  expect(StateFile.open(second, file, () => {})).toBeUndefined();
  const [opened] = second.workspaces();
  const now = new Date(moment.workspaces[0]?.clock.now ?? 0).toISOString();
  expect(opened?.clock).toMatchObject({ now, paused: true });
  expect(await status(second, id)).toBe('completed');
  expect(second.workspace('ws_dev').journal().length).toBeGreaterThan(0);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(readdirSync(dirname(file))).toEqual(['moment.json']);
});

test.each([
  ['is no JSON', 'title: Mine', 'it is not JSON, and a saved state of Deckhand is.'],
  [
    'is another JSON',
    '{"log":{}}',
    'the input is not a saved state of Deckhand, whose format is deckhand-state.',
  ],
  ['has another version', '{"format":"deckhand-state","version":2}', '/version must be 3, not 2'],
])('a file that %s is refused, and stays as it is', (_what, text, why) => {
  const file = join(createTempFolder({ 'state.json': text }), 'state.json');
  expect(() => StateFile.open(createDeckhand(), file, () => {})).toThrow(
    expect.objectContaining({ code: 'invalid-snapshot', summary: expect.stringContaining(why) }),
  );
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(readdirSync(dirname(file))).toEqual(['state.json']);
});

test.each<[string, (folder: string) => string, string]>([
  ['a folder', (folder) => folder, 'It is a folder.'],
  ['a device', () => '/dev/null', 'It is not a regular file.'],
  [
    'a link to nothing',
    (folder) => {
      symlinkSync(join(folder, 'none'), join(folder, 'link'));
      return join(folder, 'link');
    },
    'It is a link to a file that is not there.',
  ],
])('%s is refused at the start', (_what, make, hint) => {
  expect(() => StateFile.open(createDeckhand(), make(createTempFolder({})), () => {})).toThrow(
    expect.objectContaining({ code: 'invalid-option', hint }),
  );
});
