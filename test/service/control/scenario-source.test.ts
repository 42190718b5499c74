import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/user-error.js';
import { compileScenarioText } from '../../../src/scenario/compile-text.js';
import type { TimelineSummary } from '../../../src/service/control/timeline-types.js';
import { ControlHarness } from './control-harness.js';

describe('the timeline of a scenario', () => {
  it('is in the list: a segment for each step, and the positions of the faults', async () => {
    const { scenarios } = await new ControlHarness().run('listScenarios');
    const timelines = new Map(scenarios.map(({ name, timeline }) => [name, timeline as TimelineSummary]));
    expect(timelines.get('asks-a-question')?.segments.map(({ kind }) => kind)).toEqual([
      'generate',
      'ask',
      'generate',
      'complete',
    ]);
    expect(timelines.get('never-ends')?.segments.at(-1)).toEqual({ kind: 'stall', duration: null });
    expect(timelines.get('rate-limited')?.faults).toMatchObject([{ effect: 'response', status: 429 }]);
  });
});

describe('the text of an active scenario', () => {
  const issuesIn = (yaml: string): Promise<unknown> =>
    new ControlHarness().run('useScenario', {}, { yaml }).then(
      () => [],
      (error: unknown) => (error instanceof UserError ? error.issues.map(({ detail }) => detail) : error),
    );

  it('is rejected with every error, each with its line and column', async () => {
    expect(await issuesIn(`titel: T\ndescription: D\nsteps:\n  - generate: { for: 5x }\n`)).toEqual([
      expect.stringMatching(/^line 1, column 1: .*mean title\?/),
      expect.stringMatching(/^line 4, column 17: steps\[0\]\.generate\.for .*such as/),
    ]);
  });
});

it('a scenario without a file has a text with the same meaning', async () => {
  const harness = new ControlHarness();
  const source = await harness.run('getScenarioSource', { scenario: 'broken-responses' });
  expect(source.file).toBe(null);
  const parsed = compileScenarioText({ name: source.name, file: 'x', text: source.text });
  const { document: scenario } = harness.deckhand.library.getOrThrow('broken-responses');
  expect('document' in parsed && parsed.document).toEqual(scenario);
});
