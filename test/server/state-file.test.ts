import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDeckhand, DEVELOPMENT_KEYS, type Deckhand } from '../../src/app/deckhand.js';
import { writeFileAtomic } from '../../src/files/write-file-atomic.js';
import { loadSnapshotFile } from '../../src/server/snapshot-file.js';
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

function openStateFile(
  deckhand: Deckhand,
  file: string,
  warn: (message: string) => void = (message) => expect.fail(message),
  replace?: typeof writeFileAtomic,
): StateFile {
  const opened = StateFile.open(deckhand, file, warn, replace);
  onTestFinished(() => opened.close());
  return opened;
}

const newFile = (): string => join(createTempFolder({}), 'state.json');

test.each([
  ['changed', (file: string) => writeFileSync(file, 'precious')],
  ['replaced', (file: string) => (writeFileSync(`${file}.new`, 'precious'), renameSync(`${file}.new`, file))],
])('a file that somebody %s is not overwritten, and saving ends with one error', async (_, change) => {
  const [file, deckhand, warnings] = [newFile(), createDeckhand(), [] as string[]];
  const stateFile = openStateFile(deckhand, file, (message) => warnings.push(message));
  await start(deckhand);
  stateFile.save();
  change(file);
  for (let count = 0; count < 3; count += 1) {
    await start(deckhand);
    stateFile.save();
  }
  stateFile.close();
  expect(readFileSync(file, 'utf8')).toBe('precious');
  expect(warnings).toEqual([expect.stringContaining(`${file} was changed since this server wrote it`)]);
});

test('a file that was touched, copied over itself or deleted is written again', async () => {
  const [file, deckhand] = [newFile(), createDeckhand()];
  const stateFile = openStateFile(deckhand, file);
  for (const change of [
    () => utimesSync(file, 1, 1),
    () => writeFileSync(file, readFileSync(file)),
    () => rmSync(file),
  ]) {
    change();
    const id = await start(deckhand);
    stateFile.save();
    expect(readFileSync(file, 'utf8')).toContain(id);
  }
});

test('a new mock server continues where the last one stopped', async () => {
  const file = newFile();
  const first = createDeckhand();
  const stateFile = openStateFile(first, file);
  const { clock } = first.workspace('ws_dev');
  clock.pause();
  const id = await start(first);
  clock.advance('1h');
  stateFile.close();
  const second = createDeckhand();
  openStateFile(second, file);
  expect(await status(second, id)).toBe('completed');
  expect(second.workspace('ws_dev').clock.now()).toBe(clock.now());
});

test('changes are written while the server runs, once each, and only its user can read them', async () => {
  const file = newFile();
  const deckhand = createDeckhand();
  const replace = vi.fn(writeFileAtomic);
  const stateFile = openStateFile(deckhand, file, undefined, replace);
  expect(readdirSync(dirname(file))).toEqual(['state.json']);
  const id = await start(deckhand);
  stateFile.save();
  stateFile.save();
  expect(replace).toHaveBeenCalledTimes(2);
  expect(readFileSync(file, 'utf8')).toContain(id);
  expect(readFileSync(file, 'utf8')).not.toContain(DEVELOPMENT_KEYS.ws_dev);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  await start(deckhand);
  stateFile.save();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([['ENOSPC', 'No space left on device.']])(
  'a failed write (%s) is reported once, leaves the file unchanged, and is repeated',
  async (code, reason) => {
    const file = newFile();
    const deckhand = createDeckhand();
    const warnings: string[] = [];
    let isBroken = false;
    const stateFile = openStateFile(
      deckhand,
      file,
      (message) => warnings.push(message),
      (...args) => {
        if (isBroken) throw Object.assign(new Error(`${code}: not now`), { code });
        writeFileAtomic(...args);
      },
    );
    const before = readFileSync(file, 'utf8');
    isBroken = true;
    const id = await start(deckhand);
    stateFile.save();
    stateFile.save();
    expect(warnings).toEqual([`${file} cannot be written. ${reason} The server continues, and tries again.`]);
    expect(readFileSync(file, 'utf8')).toBe(before);
    isBroken = false;
    stateFile.save();
    expect(readFileSync(file, 'utf8')).toContain(id);
    isBroken = true;
    await start(deckhand);
    stateFile.close();
    expect(warnings).toHaveLength(2);
  },
);

async function createSnapshot() {
  const deckhand = createDeckhand();
  const workspace = deckhand.workspace('ws_dev');
  workspace.clock.pause();
  const id = await start(deckhand);
  workspace.clock.advance('1h');
  workspace.clock.resume();
  return { snapshot: workspace.snapshot(), id };
}

test('a snapshot file restores a workspace with a paused clock, and is never written', async () => {
  const { snapshot, id } = await createSnapshot();
  const text = JSON.stringify(snapshot);
  const file = join(createTempFolder({ 'snapshot.json': text }), 'snapshot.json');

  const deckhand = createDeckhand();
  loadSnapshotFile(deckhand, file);
  const [workspace] = deckhand.workspaces();
  const now = new Date(snapshot.workspaces[0]?.clock.now ?? 0).toISOString();
  expect(workspace?.clock).toMatchObject({ now, paused: true });
  expect(await status(deckhand, id)).toBe('completed');
  expect(deckhand.workspace('ws_dev').journal().length).toBeGreaterThan(0);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(readdirSync(dirname(file))).toEqual(['snapshot.json']);
});

const FLAGS = {
  '--state': (file: string) => StateFile.open(createDeckhand(), file, () => {}),
  '--snapshot': (file: string) => loadSnapshotFile(createDeckhand(), file),
};

/** Expects an error, and that the file is unchanged. */
function expectRejected(flag: keyof typeof FLAGS, text: string, summary: string): void {
  const file = join(createTempFolder({ 'state.json': text }), 'state.json');
  expect(() => FLAGS[flag](file)).toThrow(
    expect.objectContaining({ code: 'invalid-snapshot', summary: `${file} ${summary}` }),
  );
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(readdirSync(dirname(file))).toEqual(['state.json']);
}

const OTHER_VERSION = 'was written by another version of Deckhand; start without it.';

test.each([
  ['is not JSON', 'title: Mine', 'cannot be restored: it is not JSON.'],
  [
    'is other JSON',
    '{"log":{}}',
    'cannot be restored: the input is not a snapshot of Deckhand, whose format is deckhand-snapshot.',
  ],
  ['has another version', '{"format":"deckhand-snapshot","version":3,"scope":"workspace"}', OTHER_VERSION],
  ['has another format', '{"format":"deckhand-other","version":4}', OTHER_VERSION],
])('a file that %s is rejected, and stays unchanged', (_what, text, summary) => {
  expectRejected('--state', text, summary);
  expectRejected('--snapshot', text, summary);
});

test('a file of the other flag is rejected in one sentence that names it', async () => {
  const { snapshot } = await createSnapshot();
  expectRejected(
    '--state',
    JSON.stringify(snapshot),
    'is a snapshot of one workspace: use --snapshot, which never writes the file.',
  );
  const file = newFile();
  openStateFile(createDeckhand(), file).close();
  expectRejected(
    '--snapshot',
    readFileSync(file, 'utf8'),
    'is the state of a server: use --state, which reads and writes the file.',
  );
});

test.each([
  ['does not exist', {}],
  ['is empty', { 'snapshot.json': '' }],
])('a snapshot file that %s is rejected', (_what, files) => {
  const file = join(createTempFolder(files), 'snapshot.json');
  expect(() => FLAGS['--snapshot'](file)).toThrow(`${file} does not exist or is empty.`);
});

test.each<[string, (folder: string) => string, string]>([
  ['a folder', (folder) => folder, 'It is a folder.'],
  ['a device', () => '/dev/null', 'It is not a regular file.'],
  [
    'a broken link',
    (folder) => {
      symlinkSync(join(folder, 'none'), join(folder, 'link'));
      return join(folder, 'link');
    },
    'It is a broken link.',
  ],
])('%s is rejected at the start', (_what, make, hint) => {
  expect(() => FLAGS['--state'](make(createTempFolder({})))).toThrow(
    expect.objectContaining({ code: 'invalid-option', hint }),
  );
});
