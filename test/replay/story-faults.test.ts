import { describe, expect, it } from 'vitest';
import { holdStory } from '../../src/adapters/held-story.js';
import { Anonymiser } from '../../src/replay/anonymiser.js';
import { recordedJobs } from '../../src/replay/recorded-jobs.js';
import { storyOf } from '../../src/replay/story.js';
import { completed, failed, get, message, poll, start, told, working } from './wire.js';

const faults = (...exchanges: Parameters<typeof told>[0]) =>
  told([start(0), ...exchanges, poll(60_000, failed())]).scenario.faults;
const PLAIN = { status: 'generating' };

/** The rules that the story of the only job admits to break. */
async function admitted(...exchanges: Parameters<typeof told>[0]): Promise<readonly string[] | undefined> {
  const job = recordedJobs([start(0), ...exchanges]).jobs[0]!;
  const held = await holdStory(job, storyOf(job, new Anonymiser(false)));
  expect([held.mistakes, held.differences]).toEqual([[], []]);
  return held.scenario.violates;
}

describe('the faults of a story', () => {
  it('are those of the recorded requests, neighbours together', () => {
    const limited = { status: 429, headers: [['Retry-After', '7']] as const };
    expect(
      faults(
        poll(1000, PLAIN),
        poll(2000, undefined, limited),
        poll(3000, undefined, limited),
        poll(4000, PLAIN),
      ),
    ).toEqual([{ on: 'getGenerationStatus', requests: '2..3', answer: { status: 429, retry_after: '7s' } }]);
  });

  it.each([
    ['a date', 'Thu, 15 Jan 2026 09:30:31 GMT', { retry_after: '30s' }],
    ['no time at all', 'soon', { headers: { 'Retry-After': 'soon' } }],
  ])('come back after %s', (_, value, expected) => {
    expect(faults(poll(1000, undefined, { status: 503, headers: [['Retry-After', value]] }))).toEqual([
      { on: 'getGenerationStatus', requests: 1, answer: { status: 503, ...expected } },
    ]);
  });

  it.each([
    ['cut', { failure: 'reset' as const }, { connection: 'reset' }],
    ['never answered', { failure: 'timeout' as const, took: 30_000 }, { connection: 'stall' }],
    ['given up after a while', { failure: 'aborted' as const, took: 5000 }, { connection: 'stall' }],
    ['no JSON', { body: '{"status":' }, { corrupt: 'malformed' }],
  ])('have a poll %s', (_, came, effect) => {
    expect(faults(poll(1000, undefined, came))).toEqual([
      { on: 'getGenerationStatus', requests: 1, ...effect },
    ]);
  });

  it('are none where a page was left before its answer came', () => {
    expect(faults(poll(1000, undefined, { failure: 'aborted', took: 80 }))).toBeUndefined();
  });

  it('keep the shape of an error and not what it says', () => {
    const body = {
      error: { code: 'over_quota', message: 'ACME has used 9 of 9', job: 'g-1', retryable: false },
    };
    const { scenario } = told([start(0), poll(1000, undefined, { status: 402, body })], false);
    expect(scenario.faults?.[0]?.answer).toEqual({
      status: 402,
      body: {
        error: { code: 'over_quota', message: 'Question 1', job: '{generation_id}', retryable: false },
      },
    });
  });

  it('have the attempts before a start fail', () => {
    const recording = [start(0, { status: 500, body: { oops: 1 } }), start(3000), poll(6000, failed())];
    expect(told(recording).scenario.faults).toEqual([
      { on: 'startGeneration', requests: 1, answer: { status: 500, body: { oops: 1 } } },
    ]);
  });

  it('are all there is to a job that never started', () => {
    const { scenario } = told([1, 2].map((second) => start(second * 1000, { status: 503, body: '' })));
    expect(scenario).toMatchObject({
      title: 'Replay of a job that does not start',
      steps: [{ stay: null }],
      faults: [{ on: 'startGeneration', requests: '1..', answer: { status: 503 } }],
    });
  });

  it('leave out what the stand-in refuses by itself, and what somebody else was refused', () => {
    const foreign = { status: 404, key: 'another' };
    const deck = '/presentations/p-1';
    const { scenario } = told([
      start(0),
      poll(1000, undefined, foreign),
      poll(2000, completed()),
      message(3000, { status: 409 }),
      get(deck, 4000),
    ]);
    expect(scenario.faults).toBeUndefined();
  });

  it('have answers take as long as they usually did, and those that took longer just that', () => {
    const polls = [90, 110, 2400, 100].map((took, index) => poll((index + 1) * 1000, PLAIN, { took }));
    const { scenario } = told([start(0, { took: 120 }), ...polls]);
    expect(scenario.faults).toEqual([
      { on: 'getGenerationStatus', requests: 3, latency: '2.4s' },
      { on: ['startGeneration', 'getGenerationStatus'], latency: '90ms..120ms' },
    ]);
  });
});

describe('a service that breaks the contract', () => {
  it('is replayed to the word, with the rules it breaks', async () => {
    const view = { status: 'exploded', blame: 'the renderer' };
    const story = told([start(0), poll(1000, PLAIN), poll(2000, view)], false);
    expect(story.scenario.faults).toEqual([
      {
        on: 'getGenerationStatus',
        requests: 2,
        answer: {
          status: 200,
          body: { generation_id: '{generation_id}', status: 'exploded', blame: 'Text 1' },
        },
      },
    ]);
    expect(await admitted(poll(1000, PLAIN), poll(2000, view))).toContain('job/status-is-one-of-four');
  });

  it.each([
    ['goes on after the end', [failed(), PLAIN], 'job/terminal-is-final'],
    ['has tokens that fall', [working(1, 500), working(2, 400)], 'job/tokens-never-fall'],
    ['completes without a deck', [{ status: 'completed' }], /^job\//],
  ])('that %s is admitted', async (_, views, rule) => {
    const polls = views.map((view, index) => poll((index + 1) * 1000, view));
    expect(await admitted(...polls)).toEqual(expect.arrayContaining([expect.stringMatching(rule)]));
  });

  it.each([
    ['has fields of its own', { ...PLAIN, eta: 7 }],
    ['says null for what is absent', { ...PLAIN, progress: null, error: null }],
  ])('is not one that %s', async (_, view) => {
    expect(await admitted(poll(1000, view))).toBeUndefined();
  });
});
