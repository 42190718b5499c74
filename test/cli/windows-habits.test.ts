/** What a user of Windows types and has: drives, line ends, byte order marks, variables and signals. Tried on any machine. */
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import { baselineFile } from '../../src/cli/baseline-file.js';
import { createDeckhand } from '../../src/app/deckhand.js';
import { StateFile } from '../../src/server/state-file.js';
import { targetOf } from '../../src/cli/report-files.js';
import { isSentToAll } from '../../src/cli/exec.js';
import { stopSignals } from '../../src/cli/stop-signal.js';
import { readScenarioFile } from '../../src/files/load-scenarios.js';
import { loadConfig } from '../../src/app/config/with-config.js';
import type { UserError } from '../../src/base/user-error.js';
import { folderOf } from './temporary.js';

it.each([
  ['html=C:\\out\\r.html', 'C:\\out\\r.html'],
  ['json=\\\\server\\share\\r.json', '\\\\server\\share\\r.json'],
  ['text=D:\\a=b\\r.txt', 'D:\\a=b\\r.txt'],
])('--report %s writes to that file', (text, file) => {
  expect(targetOf(text)).toEqual({ format: text.split('=')[0], file });
});

test('a report with a path and without a format is refused', () => {
  expect(() => targetOf('C:\\out\\r.html')).toThrow('There is no report "C:\\\\out\\\\r.html".');
});

/** What an error says, without its folder. */
const errorOf = (work: () => unknown, folder: string): string => {
  try {
    work();
    return 'no error';
  } catch (error) {
    return (error as UserError).format().replaceAll(`${folder}/`, '');
  }
};

beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true));

describe.each([
  ['\n', ''],
  ['\r\n', ''],
  ['\r\n', '\uFEFF'],
])('with lines that end in %j, after %j', (end, mark) => {
  const text = (...lines: readonly string[]): string => mark + lines.join(end) + end;

  test('a mistake in a scenario has its place', () => {
    const folder = folderOf({ 'mine.yaml': text('title: Mine', 'steps:', '  - complete:', '  - wrok: 3s') });
    const parsed = readScenarioFile(join(folder, 'mine.yaml'));
    const [error] = 'errors' in parsed ? parsed.errors : [];
    expect(error?.position).toMatchObject({ line: 4, column: 5 });
  });

  test('a mistake in a baseline has its place', () => {
    const folder = folderOf({ 'known.yaml': text('- rule: job/terminal-is-final', '  reson: because') });
    const said = errorOf(() => baselineFile(join(folder, 'known.yaml')), folder);
    expect(said).toMatch(/^known\.yaml:2:3: /);
  });

  test('a mistake in the configuration has its place', () => {
    const folder = folderOf({
      'deckhand.config.ts': text('export default {', "  scenario: 'instant',", '  sedd: 3,', '};'),
    });
    const said = errorOf(() => loadConfig(folder), folder);
    expect(said).toMatch(/deckhand\.config\.ts:3:3: Unknown option "sedd"/);
  });
});

test('a server stops with what Windows sends: Ctrl-C, Ctrl-Break and the end of the console', () => {
  expect(stopSignals('win32')).toEqual(expect.arrayContaining(['SIGINT', 'SIGBREAK', 'SIGHUP']));
  // `nohup deckhand serve` ignores SIGHUP, and a listener would end that.
  expect(stopSignals('linux')).toEqual(['SIGINT', 'SIGTERM']);
});

it.each([
  ['win32', 'SIGINT', false, true],
  ['win32', 'SIGBREAK', false, true],
  ['win32', 'SIGTERM', false, false],
  ['linux', 'SIGINT', true, true],
  ['linux', 'SIGINT', false, false],
  ['linux', 'SIGHUP', true, false],
] as const)(
  'on %s, %s reaches the command without Deckhand (terminal: %s): %s',
  (platform, signal, isTTY, expected) => {
    expect(isSentToAll(signal, { platform, stdin: { isTTY } })).toBe(expected);
  },
);

test('a state with a byte order mark and Windows line ends is loaded', () => {
  const text =
    '{"format":"deckhand-state","version":3,\r\n"purpose":"state","savedAt":0,"workspaces":[]}\r\n';
  const folder = folderOf({ 's.json': `\uFEFF${text}` });
  StateFile.open(createDeckhand(), join(folder, 's.json'), () => {})?.close();
});
