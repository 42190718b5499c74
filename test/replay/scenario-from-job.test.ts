import { describe, expect, it } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { UserError } from '../../src/base/user-error.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { scenarioFromJob, type ScenarioFromJob } from '../../src/replay/scenario-from-job.js';
import { buildTrace } from '../../src/judge/model/trace.js';
import { arbitraryScenario } from '../scenario/arbitrary-scenario.js';
import { asking, completed, failed, message, poll, start, working } from './exchanges.js';
import { Recorder } from './record-in-virtual-time.js';

const GENERATING = { status: 'generating' };

function scenarioOf(exchanges: readonly Exchange[]): ScenarioFromJob {
  const [job, ...others] = buildTrace(exchanges).jobs;
  if (!job || others.length > 0) throw new Error(`The recording has ${others.length} other jobs`);
  return scenarioFromJob(job);
}

describe('a scenario from a job', () => {
  it('has the states of the job with their texts and slides, at round times between two polls', () => {
    const { scenario } = scenarioOf([
      start(0),
      poll(2000, working(0, 0, 'Reading {the} prompt')),
      poll(4000, working(2, 0)),
      poll(6000, working(5, 0)),
      poll(9000, failed()),
    ]);
    expect(scenario).toEqual({
      title: 'A job that fails',
      steps: [
        { generate: { for: '3s', slides: '0..0', slides_total: 8, current_step: 'Reading (the) prompt' } },
        {
          generate: {
            for: '5s',
            slides: '0..5',
            slides_total: 8,
            current_step: 'Writing slide {slide} of {slides_total}',
          },
        },
        { fail: { error: 'Out of memory.' } },
      ],
    });
  });

  it('asks the recorded questions, until the reply or the timeout', () => {
    const { scenario } = scenarioOf([
      start(0),
      poll(3000, asking('Who for?')),
      message(8000),
      poll(9000, asking('How long?')),
      poll(20_000, asking('How long?')),
      poll(24_000, working(1, 0)),
      poll(26_000, failed('No reply.')),
    ]);
    expect(scenario.steps).toEqual([
      { generate: { for: '2s' } },
      { ask: { message: 'Who for?' } },
      { generate: { for: '500ms' } },
      { ask: { message: 'How long?', timeout: '13.5s', on_timeout: 'continue' } },
      {
        generate: {
          for: '3s',
          slides: '0..1',
          slides_total: 8,
          current_step: 'Writing slide {slide} of {slides_total}',
        },
      },
      { fail: { error: 'No reply.' } },
    ]);
  });

  it('completes with the recorded title and sections', () => {
    const { scenario } = scenarioOf([start(0), poll(3000, completed({}, { theme: 'dark' }))]);
    const sections = Array.from({ length: 8 }, (_, heading) => ({ heading }));
    expect(scenario).toEqual({
      title: 'A job that completes',
      steps: [
        { generate: { for: '2s' } },
        { complete: { title: 'Taxis', presentation: { sections, is_public: false, theme: 'dark' } } },
      ],
    });
  });

  it('lists what it omits', () => {
    const { omitted } = scenarioOf([
      start(0),
      poll(2000, GENERATING, { took: 2500 }),
      poll(3000, undefined, { status: 429 }),
      poll(4000, undefined, { failure: 'reset' }),
      poll(6000, undefined, { status: 503 }),
      poll(8000, undefined, { status: 404 }),
      poll(9000, { status: 'resting' }),
      poll(10_000, { ...failed(), eta: 3 }),
      poll(11_000, GENERATING),
    ]);
    expect(omitted).toEqual([
      '2 failed requests (reset to getGenerationStatus 3, 503 to getGenerationStatus 4)',
      '1 rate-limited request (429 to getGenerationStatus 2)',
      '1 rejected request (404 to getGenerationStatus 5)',
      '1 slow response (2.5s to getGenerationStatus 1)',
      '1 unreadable status response',
      '1 status response after the end',
      'the field eta',
    ]);
    expect(scenarioOf([start(0), poll(1000, failed())]).omitted).toEqual([]);
  });

  it('is rejected for a job with too many states, with an alternative', () => {
    const polls = Array.from({ length: 900 }, (_, index) =>
      poll(1000 * (index + 1), working(1, 0, index % 2 === 0 ? 'Up' : 'Down')),
    );
    expect(() => scenarioOf([start(0), ...polls])).toThrow('The job g-1 cannot be expressed as a scenario.');
  });
});

it('the scenario from any recorded job is valid, or is rejected', () => {
  fc.assert(
    fc.property(arbitraryScenario, fc.array(fc.nat({ max: 4000 }), { maxLength: 20 }), (scenario, gaps) => {
      const recorder = new Recorder(scenario);
      const id = recorder.start('dev') ?? '';
      for (const gap of gaps) {
        recorder.at += gap;
        if (gap % 4 === 0) recorder.reply('dev', id);
        else recorder.poll('dev', id);
      }
      for (const job of buildTrace(recorder.exchanges).jobs)
        try {
          expect(scenarioFromJob(job).scenario.steps.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
    }),
    cases(50),
  );
});
