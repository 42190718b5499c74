/** A file that a container mounts cannot be renamed, because it is a mount point. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { writeOutputFile } from '../../src/files/write-file-atomic.js';
import { StateFile } from '../../src/server/state-file.js';

vi.mock('node:fs', { spy: true });

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckhand-mounted-'));
});

afterEach(() => {
  vi.mocked(renameSync).mockReset();
  rmSync(folder, { recursive: true });
});

const failRenames = (code: string): void =>
  void vi.mocked(renameSync).mockImplementation(() => {
    throw Object.assign(new Error(`${code}: resource busy or locked, rename`), { code });
  });

test.each(['EBUSY', 'EXDEV'])('after %s, a report is written in place, for its user only', (code) => {
  const file = join(folder, 'report.json');
  writeFileSync(file, 'a longer old report', { mode: 0o644 });
  const { ino } = statSync(file);
  failRenames(code);
  writeOutputFile(file, 'new', 0o600);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect([statSync(file).ino, statSync(file).mode & 0o777]).toEqual([ino, 0o600]);
  expect(readdirSync(folder)).toEqual(['report.json']);
});

test('a state file is never written in place: the message says what to mount', () => {
  const file = join(folder, 'state.json');
  failRenames('EBUSY');
  expect(() => StateFile.open(createDeckhand(), file, () => {})).toThrow(
    expect.objectContaining({ hint: 'It is a mount point, which cannot be replaced: mount the folder.' }),
  );
  expect(readdirSync(folder)).toEqual([]);
});
