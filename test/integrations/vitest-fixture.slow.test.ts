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

const failing = ['failures.nested.ts', 'bad-options.nested.ts', 'second-server.nested.ts'];
const shouldPass = ({ file }: Outcome): boolean => !failing.some((name) => file.endsWith(name));

describe('the vitest fixture', () => {
  let outcomes: readonly Outcome[];
  beforeAll(async () => {
    outcomes = await run();
  }, 240_000);

  const outcomeOf = (name: string): Outcome => {
    const outcome = outcomes.find((candidate) => candidate.name === name);
    if (!outcome) throw new Error(`There is no test "${name}"`);
    return outcome;
  };

  it('isolates tests: concurrent ones, in parallel files or in one process, in retries, under fake timers, with msw', () => {
    const passing = outcomes.filter(shouldPass);
    expect(passing.filter(({ state }) => state !== 'passed')).toEqual([]);
    const files = new Set(passing.map(({ file }) => file.split('/').at(-1)));
    expect([...files].sort()).toEqual([
      'client-rules.nested.ts',
      'concurrent.nested.ts',
      'documented.nested.ts',
      'fake-timers.nested.ts',
      'fixed-key.nested.ts',
      'options.nested.ts',
      'own-server.nested.ts',
      'time.nested.ts',
    ]);
  });

  it.each([
    'fails with a fault that no request met',
    'fails with a fault that expired before a request met it',
  ])('%s, and reports it', (name) => {
    const { notes, errors, state } = outcomeOf(name);
    const message =
      'Deckhand: fault f1 was never applied: no request to getPresentation while it was active.';
    expect(notes.map((note) => note.message)).toEqual([message]);
    expect({ state, errors }).toEqual({
      state: 'failed',
      errors: [`${message}\nIf the test may send no such request, add the fault with optional: true.`],
    });
  });

  it('fails with the message of a matcher that was not awaited', () => {
    expect(outcomeOf('fails with a matcher without await')).toMatchObject({
      state: 'failed',
      errors: [expect.stringMatching(/getPresentation[^]*The test did not await this matcher: add await\.$/)],
    });
  });

  it('shows the requests of a failed test, as text and as HAR', () => {
    const { errors, notes } = outcomeOf('fails after requests');
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

  it('reports when a test sent no request, or used another key', () => {
    expect(outcomeOf('fails without requests').notes[0]?.message).toBe(
      "No request used this test's API key, sandbox-fails-without-requests.",
    );
    expect(outcomeOf('fails with another key').notes[0]?.message).toMatch(
      /^No request used .+\n +1 request used another key or none:\n.+GET .+\/templates 401 unknown_key$/,
    );
  });

  it('reports which rule a client violates, where, and what to do', () => {
    const { state, errors } = outcomeOf('fails because its client violates rules');
    expect(state).toBe('failed');
    expect(errors).toEqual([
      expect.stringMatching(
        /^FAIL .+client\/sends-json-content-type, .+client\/no-slides-in-patch, sections 1, 4\.7\n.+#\d+ .+Hint: /s,
      ),
    ]);
  });

  it('adds notes to every failed retry, and none to passed tests', () => {
    expect(outcomeOf('fails in every retry').notes).toHaveLength(2);
    expect(outcomeOf('passes without notes').notes).toEqual([]);
  });

  it.each([
    [
      'with an unknown scenario > fails with a suggestion',
      /Did you mean happy-path\?\n {2}Available scenarios: /,
    ],
    ['fails with an error and a hint', /\n {2}Write origin: 'https:\/\/api\.example\.com'\.$/],
  ])('has an error and a hint: %s', (name, message) => {
    expect(outcomeOf(name)).toMatchObject({ state: 'failed', errors: [expect.stringMatching(message)] });
  });

  it('prints how to combine the msw servers when another one intercepts the requests', () => {
    const { state, errors } = outcomeOf('fails when another server intercepts the requests');
    expect(state).toBe('failed');
    expect(errors).toContainEqual(
      expect.stringMatching(/^setupServer\(\.\.\.deckhandHandlers\(.+\)\n.+docs\/app\.md#what-bypasses/m),
    );
  });
});
