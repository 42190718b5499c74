/** What Windows does to files, on any machine: paths have drives, and a byte order mark comes first. */
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { readText } from '../../src/files/read-text-file.js';
import { isInsideFolder } from '../../src/files/har-attachments.js';
import { isScenarioFile, scenarioName } from '../../src/scenario/file-name.js';
import { createTempFolder } from '../cli/temp-files.js';

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
  '.. \\a',
  '..\\a',
  'a\\..\\..\\b',
])('a recording cannot read the attachment %s', (name) => {
  expect(isInsideFolder(name)).toBe(false);
});

test('a recording reads attachments below its folder, with either slash', () => {
  expect(
    ['a.json', 'bodies/a.json', 'bodies\\a.json', 'console.txt', '..a.txt'].map(isInsideFolder),
  ).not.toContain(false);
});

test('a byte order mark is removed', () => {
  const folder = createTempFolder({ 'a.yaml': '\uFEFFtitle: A\r\n' });
  expect(readText(join(folder, 'a.yaml'))).toBe('title: A\r\n');
});
