import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from './vitest-fixture/outcomes.js';

const root = join(import.meta.dirname, '../..');

async function run(): Promise<readonly Outcome[]> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = join(import.meta.dirname, 'vitest-fixture/vitest.config.ts');
  const output = await new Promise<string>((resolve) => {
    const all = [vitest, 'run', '--config', config];
    // Some of these tests fail, so the exit code does not matter.
    const options = { cwd: root, maxBuffer: 2 ** 26, timeout: 220_000, killSignal: 'SIGKILL' } as const;
    execFile(process.execPath, all, options, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  const line = /^OUTCOMES (.*)$/m.exec(output)?.[1];
  if (line === undefined) throw new Error(output);
  return JSON.parse(line) as Outcome[];
}

const failing = ['failures.own.ts', 'bad-options.own.ts', 'second-server.own.ts'];
const isMeantToPass = ({ file }: Outcome): boolean => !failing.some((name) => file.endsWith(name));

describe('the vitest fixture', () => {
  let outcomes: readonly Outcome[];
  beforeAll(async () => {
    outcomes = await run();
  }, 240_000);

  const named = (name: string): Outcome => {
    const found = outcomes.find((outcome) => outcome.name === name);
    if (!found) throw new Error(`There is no test "${name}"`);
    return found;
  };

  it('isolates tests: at the same time, in files side by side or in one process, in retries, under fake timers, with msw', () => {
    const meant = outcomes.filter(isMeantToPass);
    expect(meant.filter(({ state }) => state !== 'passed')).toEqual([]);
    const files = new Set(meant.map(({ file }) => file.split('/').at(-1)));
    expect([...files].sort()).toEqual([
      'behaved.own.ts',
      'concurrent.own.ts',
      'documented.own.ts',
      'fake-timers.own.ts',
      'fixed-key.own.ts',
      'options.own.ts',
      'own-server.own.ts',
      'time.own.ts',
    ]);
  });

  it('says which faults never happened', () => {
    const { notes } = named('a fault that never happens is said');
    expect(notes.map(({ message }) => message)).toEqual([
      'Deckhand: the fault f1 never happened. No request for getPresentation came while it was active.',
    ]);
  });

  it('shows the requests of a failed test, as text and as HAR', () => {
    const { errors, notes } = named('fails after it has asked');
    expect(errors).toEqual([expect.stringContaining("expected 'completed' to be 'failed'")]);
    const [note] = notes;
    expect(notes).toHaveLength(1);
    expect(note?.type).toBe('deckhand');
    const lines = note?.message.split('\n').map((line) => line.trim().replace(/^[\d:]+\.\d+ /, ''));
    expect(lines).toEqual([
      "3 requests to this test's sandbox:",
      expect.stringMatching(/^POST {2}\/api\/v1\/presentations\/generate 202 generating gen_\w+$/),
      expect.stringMatching(/^GET .+\/status 429 rate_limited fault: active: responds 429$/),
      expect.stringMatching(/^GET .+\/status 200 completed$/),
    ]);
    expect(JSON.parse(note?.attached ?? '').log.entries).toHaveLength(3);
    expect(JSON.stringify(note)).not.toContain('sandbox-fails-after');
  });

  it('says when a test sent no request, or used another key', () => {
    expect(named('fails without asking').notes[0]?.message).toBe(
      'No request had the key of this test, sandbox-fails-without-asking.',
    );
    expect(named('fails with another key').notes[0]?.message).toMatch(
      /^No request had .+\n +1 request came without it:\n.+GET .+\/templates 401 unknown_key$/,
    );
  });

  it('says which rule a client broke, where, and what to do', () => {
    const { state, errors } = named('fails as its client misbehaves');
    expect(state).toBe('failed');
    expect(errors).toEqual([
      expect.stringMatching(
        /^FAIL .+client\/says-that-it-sends-json, .+client\/leaves-the-slides-alone, sections 1, 4\.7\n.+#\d+ .+Hint: /s,
      ),
    ]);
  });

  it('adds notes to every failed try, and none to passed tests', () => {
    expect(named('fails at every try').notes).toHaveLength(2);
    expect(named('passes, and nothing is said of it').notes).toEqual([]);
  });

  it.each([
    [
      'with a story that there is not > fails and says so',
      /Did you mean happy-path\?\n {2}Available scenarios: /,
    ],
    ['fails and says what is wrong', /\n {2}Write origin: 'https:\/\/api\.example\.com'\.$/],
  ])('says what is wrong and what to do: %s', (name, message) => {
    expect(named(name)).toMatchObject({ state: 'failed', errors: [expect.stringMatching(message)] });
  });

  it('prints the line that makes it one set-up when another server takes the requests', () => {
    const { state, errors } = named('fails when another server takes the requests');
    expect(state).toBe('failed');
    expect(errors).toContainEqual(
      expect.stringMatching(/^setupServer\(\.\.\.deckhandHandlers\(.+\)\n.+docs\/app\.md#what-bypasses/m),
    );
  });
});
