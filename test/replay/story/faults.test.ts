import { describe, expect, it } from 'vitest';
import { failed, poll, start } from '../exchanges.js';
import { outcomesOf, play, pollAt, START, storyIn } from './play-story.js';

const GENERATING = { status: 'generating' };

describe('the faults of a story', () => {
  it('hold for a time in the life of the job, not for numbers of polls', () => {
    const date = new Date(Date.UTC(2026, 0, 15, 9, 30, 9)).toUTCString();
    const sent = new Date(Date.UTC(2026, 0, 15, 9, 30, 4)).toUTCString();
    const story = storyIn([
      start(0),
      poll(2000, GENERATING),
      poll(4000, undefined, {
        status: 429,
        headers: [
          ['Retry-After', date],
          ['Date', sent],
        ],
      }),
      poll(6000, undefined, { failure: 'reset' }),
      poll(8000, undefined, { failure: 'timeout', took: 1500 }),
      poll(12_000, undefined, { status: 503, body: { error: { code: 'busy', message: 'Too busy' } } }),
      poll(14_000, GENERATING, { took: 2500 }),
      poll(18_000, failed()),
    ]);
    expect(story.scenario.faults).toEqual([
      { on: 'getGenerationStatus', during: '3s..5s', answer: { status: 429, retry_after: '5s' } },
      { on: 'getGenerationStatus', during: '5s..7s', connection: 'reset' },
      { on: 'getGenerationStatus', during: '7s..10s', connection: 'stall' },
      {
        on: 'getGenerationStatus',
        during: '10s..13s',
        answer: { status: 503, body: { error: { code: 'busy', message: 'Too busy' } } },
      },
      { on: 'getGenerationStatus', during: '13s..16s', latency: '2.5s' },
    ]);
    const faster = [1, 3.5, 4.5, 5.5, 8, 11, 14, 19].map((seconds) => pollAt(seconds * 1000));
    expect(outcomesOf(play(story, [START, ...faster]))).toEqual([
      '200',
      '429',
      '429',
      'reset',
      'aborted',
      '503',
      '200',
      '200',
    ]);
  });

  it('cut a body only where the connection was cut, and declare it', () => {
    const cut = poll(2000, GENERATING);
    const story = storyIn([start(0), { ...cut, failure: 'truncated' }, poll(4000, failed())]);
    expect(story.scenario).toMatchObject({
      faults: [{ on: 'getGenerationStatus', during: '0ms..3s', corrupt: 'truncated' }],
      violates: ['wire/success-bodies-are-json'],
    });
  });

  it('show the page of a gateway, and what a recording proxy sent', () => {
    const page = poll(2000, undefined, { status: 502, body: '<h1>Bad gateway</h1>' });
    const { headers: _, ...response } = page.response!;
    const proxied = poll(6000, undefined, { failure: 'unreachable' });
    const { scenario } = storyIn([
      start(0),
      { ...page, response: { ...response, headers: [['Content-Type', 'text/html; charset=utf-8']] } },
      poll(4000, GENERATING),
      { ...proxied, proxyResponse: { status: 504, headers: [] } },
      poll(8000, failed()),
    ]);
    expect(scenario.faults).toEqual([
      {
        on: 'getGenerationStatus',
        during: '0ms..3s',
        answer: { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
      },
      { on: 'getGenerationStatus', during: '5s..7s', answer: { status: 504 } },
    ]);
  });

  it('tell failed starts by their number, and the usual latency last', () => {
    const { scenario } = storyIn([
      start(-4000, { status: 503, body: { code: 'x' } }),
      start(-2000, { failure: 'reset' }),
      start(0, { took: 100 }),
      poll(3000, GENERATING, { took: 160 }),
      poll(6000, failed(), { took: 120 }),
    ]);
    expect(scenario.faults).toEqual([
      { on: 'startGeneration', requests: 1, answer: { status: 503, body: { code: 'x' } } },
      { on: 'startGeneration', requests: 2, connection: 'reset' },
      { on: ['startGeneration', 'getGenerationStatus'], latency: '100ms..160ms' },
    ]);
  });

  it('never let a job start that did not start', () => {
    const story = storyIn([start(0, { status: 503, body: '' }), start(2000, { status: 503, body: '' })]);
    expect(story.scenario.title).toBe('A job that does not start');
    expect(story.scenario.faults).toEqual([{ on: 'startGeneration', answer: { status: 503 } }]);
    const played = play(story, [START, { ...START, at: 90_000 }]);
    expect(played.map(({ response }) => response?.status)).toEqual([503, 503]);
  });

  it('do not guess why a response is missing', () => {
    const lost = poll(2000, undefined, { failure: 'aborted' });
    const { scenario, leftOut } = storyIn([
      start(0),
      { ...lost, notes: { isUnexplained: true } },
      poll(3000, undefined, { failure: 'aborted' }),
      poll(4000, failed()),
    ]);
    expect(scenario.faults).toBeUndefined();
    expect(leftOut).toEqual([
      'A request without a response: the recording does not say why.',
      'A request that the client gave up at once.',
    ]);
  });
});

describe('429s in a story', () => {
  it('become the limit that refuses exactly them, and a slower client gets none', () => {
    const granted = [0];
    const polls = Array.from({ length: 60 }, (_, index) => {
      const at = 400 * (index + 1);
      while (granted[0] !== undefined && granted[0] + 10_000 <= at) granted.shift();
      if (granted.length >= 5) return poll(at, undefined, { status: 429, body: { error: 'slow down' } });
      granted.push(at);
      return poll(at, GENERATING);
    });
    const story = storyIn([start(0), ...polls, poll(40_000, failed())]);
    expect(story.scenario.rate_limit).toBe('5/10s');
    expect(story.scenario.faults).toBeUndefined();
    expect(story.comments.get('/rate_limit')).toMatch(/^\d+ refusals of 62 requests: each came after 5 /);
    const slow = Array.from({ length: 15 }, (_, index) => pollAt((index + 1) * 2500));
    expect(outcomesOf(play(story, [START, ...slow]))).not.toContain('429');
    const fast = Array.from({ length: 8 }, (_, index) => pollAt((index + 1) * 300));
    expect(outcomesOf(play(story, [START, ...fast])).filter((status) => status === '429')).toHaveLength(4);
  });

  it('stay faults where the client was slow', () => {
    const limited = [6000, 9000, 12_000].map((at) => poll(at, undefined, { status: 429, body: '' }));
    const { scenario } = storyIn([start(0), poll(3000, GENERATING), ...limited, poll(15_000, failed())]);
    expect(scenario.rate_limit).toBeUndefined();
    expect(scenario.faults).toEqual([
      { on: 'getGenerationStatus', during: '5s..14s', answer: { status: 429 } },
    ]);
  });
});
