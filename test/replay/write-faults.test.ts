import { describe, expect, it } from 'vitest';
import { checkedReplay } from '../../src/playback/replay-check.js';
import { Anonymiser } from '../../src/replay/anonymiser.js';
import { recordedJobs } from '../../src/replay/recorded-jobs.js';
import { completed, failed, get, message, poll, replayOf, start, working } from './exchanges.js';

const faults = (...exchanges: Parameters<typeof replayOf>[0]) =>
  replayOf([start(0), ...exchanges, poll(60_000, failed())]).scenario.faults;
const PLAIN = { status: 'generating' };

/** The violations that the replay scenario of the only job declares. */
async function declaredViolations(
  ...exchanges: Parameters<typeof replayOf>[0]
): Promise<readonly string[] | undefined> {
  const job = recordedJobs([start(0), ...exchanges]).jobs[0]!;
  const check = await checkedReplay(job, new Anonymiser(false));
  expect([check.mistakes, check.differences]).toEqual([[], []]);
  return check.scenario.violates;
}

describe('the faults of a replay scenario', () => {
  it('name the recorded requests, and consecutive requests share a fault', () => {
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
    ['a value that is not a time', 'soon', { headers: { 'Retry-After': 'soon' } }],
  ])('have Retry-After from %s', (_, value, expected) => {
    expect(faults(poll(1000, undefined, { status: 503, headers: [['Retry-After', value]] }))).toEqual([
      { on: 'getGenerationStatus', requests: 1, answer: { status: 503, ...expected } },
    ]);
  });

  it.each([
    ['with a reset connection', { failure: 'reset' as const }, { connection: 'reset' }],
    ['with a timeout', { failure: 'timeout' as const, took: 30_000 }, { connection: 'stall' }],
    [
      'that the client aborts after a while',
      { failure: 'aborted' as const, took: 5000 },
      { connection: 'stall' },
    ],
    [
      'with a body that is not JSON',
      { body: '{"status":' },
      { answer: { status: 200, body: '{"status":' }, corrupt: 'malformed' },
    ],
  ])('repeat a poll %s', (_, received, effect) => {
    expect(faults(poll(1000, undefined, received))).toEqual([
      { on: 'getGenerationStatus', requests: 1, ...effect },
    ]);
  });

  it('do not repeat a request that the client aborts at once', () => {
    expect(faults(poll(1000, undefined, { failure: 'aborted', took: 80 }))).toBeUndefined();
  });

  it('keep the shape of an error body and replace its texts', () => {
    const body = {
      error: { code: 'over_quota', message: 'ACME has used 9 of 9', job: 'g-1', retryable: false },
    };
    const { scenario } = replayOf([start(0), poll(1000, undefined, { status: 402, body })], false);
    expect(scenario.faults?.[0]?.answer).toEqual({
      status: 402,
      body: {
        error: { code: 'over_quota', message: 'Question 1', job: '{generation_id}', retryable: false },
      },
    });
  });

  it('repeat failed attempts before a start', () => {
    const recording = [
      start(0, { status: 500, body: { oops: 1 }, headers: [] }),
      start(3000),
      poll(6000, failed()),
    ];
    expect(replayOf(recording).scenario.faults).toEqual([
      { on: 'startGeneration', requests: 1, answer: { status: 500, body: { oops: 1 } } },
    ]);
  });

  it('repeat failed starts forever when the job never starts', () => {
    const { scenario } = replayOf([1, 2].map((second) => start(second * 1000, { status: 503, body: '' })));
    expect(scenario).toMatchObject({
      title: 'Replay of a job that does not start',
      steps: [{ stay: null }],
      faults: [{ on: 'startGeneration', requests: '1..', answer: { status: 503 } }],
    });
  });

  it('leave out refusals that Deckhand sends by itself, and refusals of other keys', () => {
    const foreign = { status: 404, key: 'another' };
    const deck = '/presentations/p-1';
    const { scenario } = replayOf([
      start(0),
      poll(1000, undefined, foreign),
      poll(2000, completed()),
      message(3000, { status: 409 }),
      get(deck, 4000),
    ]);
    expect(scenario.faults).toBeUndefined();
  });

  it('repeat the usual latency, and outliers one by one', () => {
    const polls = [90, 110, 2400, 100].map((took, index) => poll((index + 1) * 1000, PLAIN, { took }));
    const { scenario } = replayOf([start(0, { took: 120 }), ...polls]);
    expect(scenario.faults).toEqual([
      { on: 'getGenerationStatus', requests: 3, latency: '2.4s' },
      { on: ['startGeneration', 'getGenerationStatus'], latency: '90ms..120ms' },
    ]);
  });
});

describe('a service that violates the contract', () => {
  it('is replayed exactly, with the rules that it violates', async () => {
    const view = { status: 'exploded', blame: 'the renderer' };
    const replay = replayOf([start(0), poll(1000, PLAIN), poll(2000, view)], false);
    expect(replay.scenario.faults).toEqual([
      {
        on: 'getGenerationStatus',
        requests: 2,
        answer: {
          status: 200,
          body: { generation_id: '{generation_id}', status: 'exploded', blame: 'Text 1' },
        },
      },
    ]);
    expect(await declaredViolations(poll(1000, PLAIN), poll(2000, view))).toContain(
      'job/status-is-one-of-four',
    );
  });

  it.each([
    ['continues after the end', [failed(), PLAIN], 'job/terminal-is-final'],
    ['has a falling total of tokens', [working(1, 500), working(2, 400)], 'job/tokens-never-fall'],
    ['completes without a presentation', [{ status: 'completed' }], /^job\//],
  ])('that %s declares it', async (_, views, rule) => {
    const polls = views.map((view, index) => poll((index + 1) * 1000, view));
    expect(await declaredViolations(...polls)).toEqual(expect.arrayContaining([expect.stringMatching(rule)]));
  });

  it.each([
    ['has other fields', { ...PLAIN, eta: 7 }],
    ['sends null for absent fields', { ...PLAIN, progress: null, error: null }],
  ])('is not a service that %s', async (_, view) => {
    expect(await declaredViolations(poll(1000, view))).toBeUndefined();
  });
});
