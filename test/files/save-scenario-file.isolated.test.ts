/** What the panel says when the system does not write the file of a scenario. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashText, saveScenarioFile } from '../../src/files/save-scenario-file.js';

vi.mock('node:fs', { spy: true });

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckhand-save-'));
  file = join(folder, 'mine.yaml');
});

afterEach(() => {
  vi.mocked(writeFileSync).mockReset();
  vi.mocked(renameSync).mockReset();
  rmSync(folder, { recursive: true });
});

const failWith = (code: string) => (): never => {
  throw Object.assign(new Error(`${code}: system error`), { code });
};

test.each([
  ['EROFS', 'The file system is read-only.'],
  ['EACCES', 'Permission denied.'],
  ['ENOSPC', 'No space left on device.'],
])('%s is one sentence, and the old text remains', (code, reason) => {
  writeFileSync(file, 'old');
  vi.mocked(writeFileSync).mockImplementation(failWith(code));
  const condition = { previous: hashText('old'), assertReplaceable: () => {} };
  expect(() => saveScenarioFile(folder, 'mine', 'new', condition)).toThrow(
    expect.objectContaining({ code: 'not-writable', message: `${file} cannot be written. ${reason}` }),
  );
  expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['mine.yaml'], 'old']);
});

test('a file that a container mounts is never written in place', () => {
  vi.mocked(renameSync).mockImplementation(failWith('EBUSY'));
  const condition = { previous: null, assertReplaceable: () => {} };
  expect(() => saveScenarioFile(folder, 'mine', 'new', condition)).toThrow(/mount the folder\.$/);
  expect(readdirSync(folder)).toEqual([]);
});
