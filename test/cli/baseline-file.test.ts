import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readBaselineFile } from '../../src/cli/baseline-file.js';
import { UserError } from '../../src/base/user-error.js';

let folder: string;
let file: string;
let errors = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckhand-baseline-'));
  file = join(folder, 'known.yaml');
  errors = '';
  vi.spyOn(console, 'error').mockImplementation((line) => void (errors += `${line}\n`));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Each error as it is printed, without the folder. */
function readErrors(text: string): readonly string[] {
  errors = '';
  writeFileSync(file, text);
  try {
    readBaselineFile(file);
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const lines = `${errors}${error.format()}`.replaceAll(`${folder}/`, '').split('\n');
    return lines.filter((line) => !line.startsWith('  ')).map((line) => line.replace('deckhand: ', ''));
  }
}

const good = 'rule: job/terminal-status-is-final, reason: known, owner: decks, expires: 2026-12-31';

test('entries are read from YAML and from JSON', () => {
  const entry = {
    rule: 'job/terminal-status-is-final',
    reason: 'known',
    owner: 'decks',
    expires: '2026-12-31',
  };
  writeFileSync(file, `- {${good}}`);
  expect(readBaselineFile(file)).toEqual([entry]);
  writeFileSync(file, JSON.stringify([entry]));
  expect(readBaselineFile(file)).toEqual([entry]);
});

test('each error is reported with its position', () => {
  expect(readErrors(`- {${good}}\n- rule: job/nonsense\n  owner: decks\n  expires: soon\n`)).toEqual([
    'known.yaml:2:3: The entry has no reason.',
    'known.yaml:2:3: The rule job/nonsense is unknown.',
    'known.yaml:4:3: soon is not a date.',
  ]);
});

test('text that is not YAML, or not a list, is reported with its position', () => {
  expect(readErrors('- {rule: [')[0]).toMatch(/^known\.yaml:1:\d+: This is not valid YAML: /);
  expect(readErrors('rule: job/terminal-status-is-final')).toEqual([
    'known.yaml:1:1: A baseline must be a list of known violations.',
  ]);
});
