import { afterEach, expect, test, vi } from 'vitest';
import { run } from '../../src/cli/run.js';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** What a user sees. Commands are run as `deckhand` runs them. */
async function printed(...args: readonly string[]): Promise<string> {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => Boolean((text += String(part))));
  await run(args);
  return text;
}

test.each([
  [['learn', 'a.har', '--overlay', 'o.yaml'], 'deckhand learn is gone since 0.2. Use `deckhand judge FILE`'],
  [['diff', 'a.har', 'b.har'], 'deckhand diff is gone since 0.2. Judge both'],
  [['bundle'], 'deckhand bundle is gone since 0.2. Share'],
  [['open', 'a.deckhand.zip'], 'deckhand open is gone since 0.2. Use `deckhand serve --state FILE`'],
  [['types'], 'deckhand types is gone since 0.2. Use `deckhand scenario types`.'],
  [['serve', '--overlay', 'o.yaml'], '--overlay is gone since 0.2. Write a scenario'],
  [
    ['verify', 'http://127.0.0.1:9/api/v1', '--overlay=o.yaml'],
    '--overlay is gone since 0.2. The observations',
  ],
  [['scenario', 'from-har', 'a.har', '--replay', 'a.yaml'], 'deckhand serve --replay FILE'],
  [['scenario', 'from-har', 'a.har', '--accept', 'all'], 'writes a story, and compares nothing'],
  [['exec', '--url-as', 'API', '--', 'node'], '--url-as is gone since 0.2. Set the variable'],
])('%j answers with one line: that it is gone, and what to use', async (args, line) => {
  const text = await printed(...args);
  expect(text).toMatch(/^deckhand: [^\n]+\n$/);
  expect(text).toContain(line);
  expect(process.exitCode).toBe(2);
});

test('an option that never was is unknown, as before', async () => {
  expect(await printed('judge', '--overlay', 'o.yaml', 'a.har')).toContain("unknown option '--overlay'");
});
