import { beforeAll, describe, expect, it } from 'vitest';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';
import { RUN_HOOK, runSpecs, type RunTest } from './playwright-run.js';

let tests: readonly RunTest[] = [];

beforeAll(async () => {
  const specs = new URL('../../examples/deck-app/', import.meta.url);
  tests = await runSpecs({}, { specs });
}, RUN_HOOK);

describe('examples/deck-app, against its mock server', () => {
  it.each(Object.keys(bundledScenarios))('is tested with %s', (scenario) => {
    const about = tests.filter(({ title }) => title.startsWith(`${scenario}: `));
    expect(about).not.toEqual([]);
    expect(failuresOf(about)).toEqual([]);
  });

  it.each(['npm run dev', 'npm run dev:server', 'npm run dev:plugin'])('runs by %s', (command) => {
    const about = tests.filter(({ title }) => title.startsWith(`${command}: `));
    expect(about).not.toEqual([]);
    expect(failuresOf(about)).toEqual([]);
  });

  it('passes all its tests', () => {
    expect(failuresOf(tests)).toEqual([]);
  });
});

function failuresOf(tests: readonly RunTest[]): readonly string[] {
  return tests
    .filter(({ status }) => status !== 'passed')
    .map(({ title, status, message }) => `${title}: ${status}\n${message}`);
}
