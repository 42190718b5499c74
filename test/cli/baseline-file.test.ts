import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { baselineFile } from '../../src/cli/baseline-file.js';
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

/** Each mistake as the terminal shows it, without the folder. */
function mistakesIn(text: string): readonly string[] {
  errors = '';
  writeFileSync(file, text);
  try {
    baselineFile(file);
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
  expect(baselineFile(file)).toEqual([entry]);
  writeFileSync(file, JSON.stringify([entry]));
  expect(baselineFile(file)).toEqual([entry]);
});

test('a rule that ended is a note, and no mistake', () => {
  writeFileSync(
    file,
    `- {${good}}\n- {${good.replace('job/terminal-status-is-final', 'job/message-reopens-nothing')}}\n`,
  );
  expect(baselineFile(file).map(({ rule }) => rule)).toEqual(['job/terminal-status-is-final']);
  expect(errors).toMatch(/^note: .*known\.yaml: The rule job\/message-reopens-nothing ended, .*\n$/);
});

test('each mistake is shown with its place', () => {
  expect(mistakesIn(`- {${good}}\n- rule: job/nonsense\n  owner: decks\n  expires: soon\n`)).toEqual([
    'known.yaml:2:3: The entry has no reason.',
    'known.yaml:2:3: The rule job/nonsense is unknown.',
    'known.yaml:4:3: soon is not a date.',
  ]);
});

test('text that is not YAML, or not a list, is reported with its place', () => {
  expect(mistakesIn('- {rule: [')[0]).toMatch(/^known\.yaml:1:\d+: This is not valid YAML: /);
  expect(mistakesIn('rule: job/terminal-status-is-final')).toEqual([
    'known.yaml:1:1: A baseline must be a list of known violations.',
  ]);
});
