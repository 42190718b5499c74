import { afterEach, expect, test, vi } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { runCli } from '../../src/cli/run.js';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** What a user sees. Commands are run as `deckhand` runs them. */
async function printed(...args: readonly string[]): Promise<string> {
  let text = '';
  // Each run listens for errors of its output.
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'on').mockReturnThis();
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => Boolean((text += String(part))));
  await runCli(args);
  return text;
}

test.each([
  [['types'], 'deckhand types is gone since 1.0. Use `deckhand scenario types`.'],
  [
    ['verify', 'http://127.0.0.1:9/api/v1', '--overlay=o.yaml'],
    '--overlay is gone since 1.0. The observations',
  ],
  [['scenario', 'from-har', 'a.har', '--replay', 'a.yaml'], 'deckhand serve --replay FILE'],
])('%j answers with one line: that it is gone, and what to use', async (args, line) => {
  const text = await printed(...args);
  expect(text).toMatch(/^deckhand: [^\n]+\n$/);
  expect(text).toContain(line);
  expect(process.exitCode).toBe(2);
});

test('a variable that is gone is refused with the same line', async () => {
  vi.stubEnv('DECKHAND_STORE', 'valkey://127.0.0.1:6379');
  expect(await printed('serve')).toBe(
    'deckhand: DECKHAND_STORE is gone since 1.0. Run independent servers behind a proxy that hashes the key, as examples/team does.\n',
  );
});

test('an option of an entry that is gone is refused with the same line', () => {
  expect(() => createDeckhand({ store: 'valkey://127.0.0.1:6379' } as object)).toThrow(
    'store is gone since 1.0. Run independent servers',
  );
});

test.each([
  [[], 'Usage: deckhand'],
  [['sevre'], 'Did you mean serve?'],
  [['serve', '--prot', '1'], 'Did you mean --port?'],
  [['scenario', 'preview'], "missing required argument 'name'"],
])('%j is a mistake of the user', async (args, complaint) => {
  const text = await printed(...args);
  expect(text).toContain(complaint);
  expect(text).not.toMatch(/^ +at /m);
  expect(process.exitCode).toBe(2);
});
