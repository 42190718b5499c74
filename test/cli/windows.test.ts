/** Windows input: drive letters, CRLF, byte order marks, signals. Tried on any machine. */
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { StateFile } from '../../src/server/state-file.js';
import { parseReportTarget } from '../../src/cli/report-files.js';
import { isSentToProcessGroup } from '../../src/cli/run-command.js';
import { stopSignals } from '../../src/cli/stop-signals.js';
import { readScenarioFile } from '../../src/files/load-scenarios.js';
import { loadConfig } from '../../src/app/config/load-config.js';
import { createTempFolder } from './temp-files.js';

it.each([
  ['json=\\\\server\\share\\r.json', '\\\\server\\share\\r.json'],
  ['text=D:\\a=b\\r.txt', 'D:\\a=b\\r.txt'],
])('--report %s writes to that file', (text, file) => {
  expect(parseReportTarget(text)).toEqual({ format: text.split('=')[0], file });
});

test('an error in a file has its position after a byte order mark and Windows line ends', () => {
  const text = (...lines: readonly string[]): string => `\uFEFF${lines.join('\r\n')}\r\n`;
  const folder = createTempFolder({
    'mine.yaml': text('title: Mine', 'steps:', '  - complete:', '  - wrok: 3s'),
    'deckhand.config.ts': text('export default {', "  scenario: 'instant',", '  sedd: 3,', '};'),
  });
  const parsed = readScenarioFile(join(folder, 'mine.yaml'));
  const [error] = 'errors' in parsed ? parsed.errors : [];
  expect(error?.position).toMatchObject({ line: 4, column: 5 });
  expect(() => loadConfig(folder)).toThrow(
    expect.objectContaining({ position: expect.objectContaining({ line: 3, column: 3 }) }),
  );
});

test('a server stops at the signals of Windows: Ctrl-C, Ctrl-Break and the end of the console', () => {
  expect(stopSignals('win32')).toEqual(expect.arrayContaining(['SIGINT', 'SIGBREAK', 'SIGHUP']));
  // `nohup deckhand serve` ignores SIGHUP, and a listener would end that.
  expect(stopSignals('linux')).toEqual(['SIGINT', 'SIGTERM']);
});

it.each([
  ['win32', 'SIGINT', false, true],
  ['win32', 'SIGTERM', false, false],
  ['linux', 'SIGINT', true, true],
  ['linux', 'SIGINT', false, false],
] as const)(
  'on %s, the terminal sends %s to the command, too (terminal: %s): %s',
  (platform, signal, isTTY, expected) => {
    expect(isSentToProcessGroup(signal, { platform, stdin: { isTTY } })).toBe(expected);
  },
);

test('a state file with a byte order mark and Windows line ends is restored', () => {
  const text =
    '{"format":"deckhand-snapshot","version":4,\r\n"scope":"server","savedAt":0,"workspaces":[]}\r\n';
  const folder = createTempFolder({ 's.json': `\uFEFF${text}` });
  StateFile.open(createDeckhand(), join(folder, 's.json'), () => {}).close();
});
