/** What Windows does to files, on any machine: other processes hold them open, names are devices, and a byte order mark comes first. */
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readText } from '../../src/files/read-text.js';
import { renamePatiently, renamePatientlySync } from '../../src/files/rename-patiently.js';
import { isDevice } from '../../src/files/replace-file.js';
import { isInside } from '../../src/files/har-attachments.js';
import { isScenarioFile, scenarioName } from '../../src/scenario/file-name.js';
import { folderOf } from '../cli/temporary.js';

/** A file that another process holds open for some attempts. */
function held(attempts: number, code: string) {
  const pauses: number[] = [];
  let tried = 0;
  const rename = (): void => {
    tried += 1;
    if (tried <= attempts) throw Object.assign(new Error(`${code}: not now`), { code });
  };
  return {
    pauses,
    tried: () => tried,
    sync: { rename, sleep: (time: number) => void pauses.push(time) },
    later: { rename: async () => rename(), sleep: async (time: number) => void pauses.push(time) },
  };
}

describe('a file that another process holds open', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is replaced on Windows once it is free (%s)', async (code) => {
    const [one, two] = [held(3, code), held(3, code)];
    renamePatientlySync('a', 'b', { platform: 'win32', ...one.sync });
    await renamePatiently('a', 'b', { platform: 'win32', ...two.later });
    expect([one.tried(), two.tried()]).toEqual([4, 4]);
    expect(one.pauses).toEqual([5, 10, 20]);
    expect(two.pauses).toEqual([5, 10, 20]);
  });

  it('is given up after half a second', async () => {
    const [one, two] = [held(Infinity, 'EPERM'), held(Infinity, 'EPERM')];
    expect(() => renamePatientlySync('a', 'b', { platform: 'win32', ...one.sync })).toThrow('EPERM: not now');
    await expect(renamePatiently('a', 'b', { platform: 'win32', ...two.later })).rejects.toThrow(
      'EPERM: not now',
    );
    for (const { pauses } of [one, two]) expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(500);
  });

  it('is an error at once on other systems, and for other reasons', () => {
    const [elsewhere, full] = [held(1, 'EPERM'), held(1, 'ENOSPC')];
    expect(() => renamePatientlySync('a', 'b', { platform: 'linux', ...elsewhere.sync })).toThrow('EPERM');
    expect(() => renamePatientlySync('a', 'b', { platform: 'win32', ...full.sync })).toThrow('ENOSPC');
    expect([...elsewhere.pauses, ...full.pauses]).toEqual([]);
  });
});

it.each([
  ['NUL', 'win32', true],
  ['C:\\out\\con.har', 'win32', true],
  ['out/com1.yaml', 'win32', true],
  ['\\\\.\\pipe\\deckhand', 'win32', true],
  ['\\\\server\\share\\traffic.har', 'win32', false],
  ['C:traffic.har', 'win32', false],
  ['/dev/stdout', 'linux', true],
  ['NUL', 'linux', false],
] as const)('%s on %s: a device, %s', (file, platform, expected) => {
  expect(isDevice(file, platform)).toBe(expected);
});

it.each([
  ['C:\\team\\scenarios\\slow.yaml', 'slow'],
  ['\\\\server\\share\\slow.yml', 'slow'],
  ['D:slow.json', 'D:slow'],
  ['scenarios\\Slow.YAML', 'Slow'],
  ['file:///C:/team/slow.yaml', 'slow'],
])('%s is a scenario file', (file, name) => {
  expect(isScenarioFile(file)).toBe(true);
  expect(scenarioName(file)).toBe(name);
});

it.each([
  'C:\\secret.txt',
  'c:secret.txt',
  '\\\\server\\share\\a',
  'a.txt:stream',
  'bodies\\nul',
  'CON.txt',
  '.. \\a',
  '..\\a',
  'a\\..\\..\\b',
])('a recording cannot read the attachment %s', (name) => {
  expect(isInside(name)).toBe(false);
});

test('a recording reads attachments below its folder, with either slash', () => {
  expect(['a.json', 'bodies/a.json', 'bodies\\a.json', 'console.txt', '..a.txt'].map(isInside)).not.toContain(
    false,
  );
});

test('a text has no byte order mark', () => {
  const folder = folderOf({ 'a.yaml': '\uFEFFtitle: A\r\n' });
  expect(readText(join(folder, 'a.yaml'))).toBe('title: A\r\n');
});
