import { afterEach, expect, test, vi } from 'vitest';
import { runCli } from '../../src/cli/run.js';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** The standard error of a command, run as `deckhand` runs it. */
async function runAndCapture(...args: readonly string[]): Promise<string> {
  let text = '';
  // Each run adds an error listener to its output.
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'on').mockReturnThis();
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => Boolean((text += String(part))));
  await runCli(args);
  return text;
}

test.each([
  [[], 'Usage: deckhand'],
  [['sevre'], 'Did you mean serve?'],
  [['constructor'], "unknown command 'constructor'"],
  [['help', '__proto__'], "unknown command '__proto__'"],
  [['serve', '--prot', '1'], 'Did you mean --port?'],
  [['scenario', 'preview'], "missing required argument 'name'"],
])('%j is a usage error', async (args, message) => {
  const text = await runAndCapture(...args);
  expect(text).toContain(message);
  expect(text).not.toMatch(/^ +at /m);
  expect(process.exitCode).toBe(2);
});
