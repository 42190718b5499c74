import { describe, expect, it } from 'vitest';
import type { Scenario, Step } from '../../../src/generated/control-api.js';
import { summarizeTimeline } from '../../../src/service/control/scenarios.js';
import { buildTimelineParts } from '../../../src/service/control/timeline-parts.js';
import { compileOrThrow, completingScenario, scenarioOfSteps } from '../../scenario/test-scenarios.js';
import { job } from '../store/test-jobs.js';

const COMPLETE: Step = { complete: null };
const work = (more: object = {}): Step => ({ generate: { for: '2s', ...more } });
const ask = (more: object = {}): Step => ({ ask: { message: 'Who?', ...more } });

const summarize = (scenario: Scenario) => summarizeTimeline(compileOrThrow(scenario));

describe('the segment of a step in the chart of a scenario', () => {
  it.each<[string, Step, object]>([
    ['generate', work(), { kind: 'generate', duration: 2000, progress: false }],
    ['generate with slides', work({ slides: 4 }), { kind: 'generate', duration: 2000, progress: true }],
    [
      'generate for a random time',
      work({ for: '2s..5s' }),
      { kind: 'generate', duration: 3500, progress: false },
    ],
    ['ask', ask({ timeout: '4s', on_timeout: 'continue' }), { kind: 'ask', duration: 4000 }],
    [
      'ask for a random time',
      ask({ timeout: '4s..6s', on_timeout: 'continue' }),
      { kind: 'ask', duration: 5000 },
    ],
    ['ask without a timeout', ask(), { kind: 'ask', duration: null }],
    ['complete', COMPLETE, { kind: 'complete', duration: 0 }],
    ['fail', { fail: { error: 'It broke.' } }, { kind: 'fail', duration: 0 }],
    ['stall', { stall: null }, { kind: 'stall', duration: null }],
  ])('%s', (_, step, segment) => {
    const isEnd = step.generate === undefined && step.ask === undefined;
    const { segments } = summarize(scenarioOfSteps(step, ...(isEnd ? [] : [COMPLETE])));
    expect(segments[0]).toEqual(segment);
  });

  it('has the probability of a step that only some jobs have', () => {
    const probabilityOf = (step: Step) => summarize(scenarioOfSteps(step, COMPLETE)).segments[0]?.probability;
    expect(probabilityOf(work({ probability: 0.25 }))).toBe(0.25);
    expect(probabilityOf(ask({ probability: 0.25 }))).toBe(0.25);
    expect(probabilityOf({ fail: { error: 'It broke.', probability: 0.25 } })).toBe(0.25);
    expect(probabilityOf({ stall: { probability: 0.25 } })).toBe(0.25);
    expect(probabilityOf(work({ probability: 1 }))).toBeUndefined();
  });

  it('is a rejection with its status when no job can start', () => {
    const { segments } = summarize(completingScenario({ workspace: { api_enabled: false } }));
    expect(segments).toEqual([{ kind: 'reject', duration: 0, status: 403 }]);
  });
});

describe('the length of a scenario', () => {
  it.each<[string, Step[], number | null]>([
    ['is the sum of its steps', [work(), ask({ timeout: '4s', on_timeout: 'continue' }), COMPLETE], 6000],
    ['is without the wait for a reply that has no limit', [work(), ask(), COMPLETE], 2000],
    ['is without the steps after a question that fails', [ask({ timeout: '4s' }), work(), COMPLETE], 4000],
    ['has the share of a step that only some jobs have', [work({ probability: 0.25 }), COMPLETE], 500],
    ['is none if the job never ends', [work(), { stall: null }], null],
  ])('%s', (_, steps, length) => {
    expect(summarize(scenarioOfSteps(...steps)).length).toBe(length);
  });
});

it('the steps after a reply are apart if the question fails without one', () => {
  const { segments, replied } = summarize(scenarioOfSteps(ask({ timeout: '4s' }), work(), COMPLETE));
  expect(segments.map(({ kind }) => kind)).toEqual(['ask', 'fail']);
  expect(replied.map(({ kind }) => kind)).toEqual(['generate', 'complete']);
});

describe('the timeline of a job', () => {
  const START = Date.UTC(2026, 0, 15);
  /** Each part as its start and end, in milliseconds after the start of the job, its status and its text. */
  const partsOf = (...steps: Step[]) =>
    buildTimelineParts({
      job: job('gen_1', { startedAt: START, seed: 1 }),
      timeline: compileOrThrow(scenarioOfSteps(...steps)),
    }).map(({ step, from, until, status, text }) => [
      step,
      Date.parse(from) - START,
      until === null ? null : Date.parse(until) - START,
      status,
      text,
    ]);

  it('has the step, start, end, status and text of each part', () => {
    const steps = [
      work({ slides: 4, current_step: 'Reading' }),
      ask({ timeout: '4s', on_timeout: 'continue' }),
      work(),
    ];
    expect(partsOf(...steps, COMPLETE)).toEqual([
      [0, 0, 2000, 'generating', 'Reading'],
      [1, 2000, 6000, 'awaiting_input', 'Who?'],
      [2, 6000, 8000, 'generating', 'Reading'],
      [3, 8000, null, 'completed', undefined],
    ]);
  });

  it.each<[string, Step, unknown[]]>([
    ['fails', { fail: { error: 'It broke.' } }, ['failed', 'It broke.']],
    ['stalls', { stall: { current_step: 'Stuck' } }, ['generating', 'Stuck']],
    ['asks without a timeout', ask(), ['awaiting_input', 'Who?']],
  ])('ends when the job %s', (_, step, end) => {
    const steps = [work({ slides: 4 }), step, ...(step.ask ? [COMPLETE] : [])];
    expect(partsOf(...steps).at(-1)).toEqual([1, 2000, null, ...end]);
  });

  it('does not count the slides of a step that the job skips', () => {
    const timeline = compileOrThrow(
      scenarioOfSteps(
        work({ slides: '0..1', probability: 0.001, current_step: 'Skipped' }),
        work({ slides: 2 }),
        COMPLETE,
      ),
    );
    const [part] = buildTimelineParts({ job: job('gen_1', { startedAt: START, seed: 1 }), timeline });
    expect(part).toMatchObject({ step: 1, progress_range: { slides: { from: 0, to: 2 } } });
    expect(part?.progress_range?.current_step).not.toBe('Skipped');
  });
});
