/** GitHub runs a line of a log that begins with `::`. No text from outside begins one. */
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runCli } from '../../src/cli/run.js';
import { createTempFolder } from './temp-files.js';

const HOSTILE = 'x\n::error::Run\r::warning::Run';

async function outputOf(args: readonly string[]): Promise<string> {
  let output = '';
  const add = (text: unknown): boolean => Boolean((output += `${String(text)}\n`));
  vi.spyOn(process.stdout, 'write').mockImplementation(add);
  vi.spyOn(process.stderr, 'write').mockImplementation(add);
  vi.spyOn(console, 'log').mockImplementation(add);
  vi.spyOn(console, 'error').mockImplementation(add);
  const before = process.exitCode;
  await runCli(args);
  process.exitCode = before;
  vi.restoreAllMocks();
  return output;
}

const file = JSON.stringify({ title: 'A', [HOSTILE]: 1, steps: [{ fail: HOSTILE }] });

test.each([
  ['a command', () => [HOSTILE]],
  ['an option', () => ['serve', `--${HOSTILE}`]],
  ['a file that is not there', () => ['judge', HOSTILE]],
  ['a scenario', () => ['scenario', 'preview', HOSTILE]],
  ['an address', () => ['verify', `http://127.0.0.1:9/${HOSTILE}`]],
  [
    'a field of a scenario file',
    () => ['scenario', 'check', join(createTempFolder({ 'a.json': file }), 'a.json')],
  ],
  [
    'a field of a file in a folder',
    () => ['scenario', 'list', '--scenarios', createTempFolder({ 'a.json': file })],
  ],
])('%s begins no line like a workflow command', async (_, args) => {
  const output = await outputOf(args());
  expect(output).toContain('error');
  expect(output).not.toMatch(/^\s*::/m);
  expect(output).not.toContain('\r');
});
