import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Deckhand } from '../../src/app/deckhand.js';
import { describeContract } from '../../src/integrations/vitest.js';
import { SteppedClock } from '../verify/stepped-clock.js';

const deckhand = new Deckhand();
const clock = new SteppedClock(deckhand);

describeContract({
  name: 'the mock server conforms to the contract',
  fetch: clock.during((request) => deckhand.fetch(request)),
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  apiKey: 'deckhand-dev-key',
  otherApiKey: 'deckhand-other-key',
  requestsPerMinute: 0,
  clock,
  questionPrompt: 'Harbour taxis [scenario: asks-a-question]',
  failurePrompt: 'Harbour taxis [scenario: timeout-failure]',
});

interface Outcome {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

describe('the tests of a user', () => {
  let outcomes: readonly Outcome[] = [];
  const of = (name: string) => outcomes.filter(({ ancestorTitles }) => ancestorTitles.includes(name));

  beforeAll(async () => {
    const root = join(import.meta.dirname, '../..');
    const config = join(import.meta.dirname, '../integrations/vitest-fixture/contract/vitest.config.ts');
    const args = [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      config,
      '--reporter',
      'json',
    ];
    const output = await new Promise<string>((resolve) => {
      // Ignores the exit code: some of these tests fail on purpose.
      execFile(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 }, (_, stdout) => resolve(stdout));
    });
    const { testResults } = JSON.parse(output) as { testResults: { assertionResults: Outcome[] }[] };
    outcomes = testResults.flatMap(({ assertionResults }) => assertionResults);
  });

  test('a violation fails exactly one test, with the text of the report', () => {
    const failed = of('a service that violates one rule').filter(({ status }) => status === 'failed');
    expect(failed.map(({ title }) => title)).toEqual([
      'start/returns-202: A successful start returns 202 Accepted',
    ]);
    expect(failed[0]?.failureMessages[0]).toContain('\n  start/returns-202, sections 3, 4.4\n');
    expect(failed[0]?.failureMessages[0]).toMatch(/Expected +202\n +Actual +200\n/);
  });

  test('rules that are not covered are skipped, and all others pass', () => {
    const byStatus = (wanted: string) =>
      of('a service that violates one rule').filter(({ status }) => status === wanted);
    expect(byStatus('skipped').map(({ title }) => title.split(':')[0])).toContain('job/failed-has-error');
    expect(byStatus('passed').length).toBeGreaterThan(60);
  });

  test('an unreachable service fails all tests', () => {
    const statuses = new Set(of('an unreachable service').map(({ status }) => status));
    expect([...statuses]).not.toContain('passed');
  });
});
