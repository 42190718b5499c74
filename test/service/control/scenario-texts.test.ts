import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/user-error.js';
import { parseScenario } from '../../../src/scenario/parse.js';
import { plannedTimeline } from '../../../src/service/control/scenarios.js';
import type { PlannedTimeline } from '../../../src/service/control/timeline-views.js';
import { Virtual } from './virtual.js';

const head = 'title: T\ndescription: D\nsteps:\n';

describe('the outline of a scenario', () => {
  it('is in the list: a segment for each step, and the places of the faults', async () => {
    const { scenarios } = await new Virtual().run('listScenarios');
    const timelines = new Map(scenarios.map(({ name, timeline }) => [name, timeline as PlannedTimeline]));
    expect(timelines.get('asks-a-question')?.segments.map(({ kind }) => kind)).toEqual([
      'work',
      'ask',
      'work',
      'complete',
    ]);
    expect(timelines.get('never-ends')?.segments.at(-1)).toEqual({ kind: 'stay', duration: null });
    expect(timelines.get('rate-limited')?.faults).toMatchObject([{ effect: 'answer', status: 429 }]);
  });

  it('has the middle of a range, and null for an endless step', () => {
    const text = `${head}  - work: { for: 1s..3s, slides: 5 }\n  - ask: { message: Who? }\n  - fail: { error: No }\n`;
    const faults = 'faults:\n  - { on: getGenerationStatus, during: 2s.., latency: 1s }\n';
    const parsed = parseScenario({ name: 'x', file: 'x', text: text + faults });
    expect('timeline' in parsed && plannedTimeline(parsed.timeline)).toEqual({
      end: 'failed',
      length: 2000,
      replied: [],
      segments: [
        { kind: 'work', duration: 2000, progress: true },
        { kind: 'ask', duration: null },
        { kind: 'fail', duration: 0 },
      ],
      faults: [
        {
          on: ['getGenerationStatus'],
          effect: 'latency',
          chance: 1,
          requests: null,
          during: { from: 2000, to: null },
        },
      ],
    });
  });
});

describe('a text that new jobs play', () => {
  const mistakesIn = (yaml: string): Promise<unknown> =>
    new Virtual().run('useScenario', {}, { yaml }).then(
      () => [],
      (error: unknown) => (error instanceof UserError ? error.faults.map(({ detail }) => detail) : error),
    );

  it('is refused with every mistake, each with its line and column', async () => {
    expect(await mistakesIn(`titel: T\ndescription: D\nsteps:\n  - work: { for: 5x }\n`)).toEqual([
      expect.stringMatching(/^line 1, column 1: .*mean title\?/),
      expect.stringMatching(/^line 4, column 13: steps\[0\]\.work\.for .*such as/),
    ]);
  });
});

it('a scenario without a file has a text with the same meaning', async () => {
  const stage = new Virtual();
  const source = await stage.run('getScenarioSource', { scenario: 'broken-answers' });
  expect(source.file).toBe(null);
  const parsed = parseScenario({ name: source.name, file: 'x', text: source.text });
  const { document: scenario } = stage.deckhand.library.need('broken-answers');
  expect('document' in parsed && parsed.document).toEqual(scenario);
});
