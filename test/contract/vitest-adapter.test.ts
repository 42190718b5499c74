import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Deckhand } from '../../src/adapters/deckhand.js';
import { describeContract } from '../../src/adapters/vitest.js';
import { scaledPace } from './scaled-pace.js';

const deckhand = new Deckhand({ speed: 1000 });

describeContract({
  name: 'the stand-in keeps the contract',
  fetch: (request) => deckhand.fetch(request),
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  apiKey: 'deckhand-dev-key',
  otherApiKey: 'deckhand-other-key',
  requestsPerMinute: 0,
  jobTimeout: 24 * 3_600_000,
  pace: scaledPace(1000),
  questionPrompt: 'Harbour taxis [scenario: asks-a-question]',
  failurePrompt: 'Harbour taxis [scenario: timeout-failure]',
});

interface Outcome {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

describe('tests of a user’s own', () => {
  let outcomes: readonly Outcome[] = [];
  const of = (name: string) => outcomes.filter(({ ancestorTitles }) => ancestorTitles.includes(name));

  beforeAll(async () => {
    const root = join(import.meta.dirname, '../..');
    const config = join(import.meta.dirname, 'own-tests/vitest.config.ts');
    const args = [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      config,
      '--reporter',
      'json',
    ];
    const output = await new Promise<string>((resolve) => {
      // Some of those tests fail, so the exit code is no news.
      execFile(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 }, (_, stdout) => resolve(stdout));
    });
    const { testResults } = JSON.parse(output) as { testResults: { assertionResults: Outcome[] }[] };
    outcomes = testResults.flatMap(({ assertionResults }) => assertionResults);
  }, 60_000);

  test('a broken promise fails its one test, with the words of the report', () => {
    const failed = of('a service with one broken promise').filter(({ status }) => status === 'failed');
    expect(failed.map(({ title }) => title)).toEqual([
      'start/answers-202: A start that is accepted answers 202',
    ]);
    expect(failed[0]?.failureMessages[0]).toContain('FAIL  start/answers-202  (sections 3, 4.4)');
    expect(failed[0]?.failureMessages[0]).toContain('expected 202\n      got      200');
  });

  test('what was not reached is skipped, everything else passes', () => {
    const byStatus = (wanted: string) =>
      of('a service with one broken promise').filter(({ status }) => status === wanted);
    expect(byStatus('skipped').map(({ title }) => title.split(':')[0])).toContain('job/failed-says-why');
    expect(byStatus('passed').length).toBeGreaterThan(60);
  });

  test('a service that is not there fails them all', () => {
    const statuses = new Set(of('a service that is not there').map(({ status }) => status));
    expect([...statuses]).not.toContain('passed');
  });
});
