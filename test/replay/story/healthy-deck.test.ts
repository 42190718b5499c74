import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/journal/exchange.js';
import { fieldOf } from '../../../src/base/json.js';
import { callOf } from '../../../src/trace/call.js';
import { jsonOf } from '../../../src/trace/payload.js';
import { completed, failed, get, poll, start } from '../exchanges.js';
import { play, pollAt, START, storyIn } from './play-story.js';

const GENERATING = { status: 'generating' };

const bodyOf = (exchange: Exchange | undefined): unknown => jsonOf(callOf(exchange!)!.received);

describe('the story of a healthy deck', () => {
  it('is healthy, also after a rename: the deck is there, and nothing fails', () => {
    const deck = completed({}, { updated_at: '2026-01-15T10:00:00.000Z', theme: 'dark' });
    const story = storyIn([
      start(0),
      poll(3000, deck),
      get('/presentations/p-1', 4000, { body: fieldOf(deck, 'presentation') }),
    ]);
    expect(story.scenario).not.toHaveProperty('faults');
    expect(story.scenario).not.toHaveProperty('violates');
    expect(story.leftOut).toEqual([]);
    const fetched = { at: 4000, method: 'GET', path: '/presentations/DECK' };
    const [, polled, read] = play(story, [START, pollAt(3000), fetched]);
    expect(read?.response?.status).toBe(200);
    const { id: _, ...shown } = fieldOf(bodyOf(polled), 'presentation') as Record<string, unknown>;
    expect(bodyOf(read)).toMatchObject(shown);
    expect(shown).toMatchObject({
      title: 'Taxis',
      theme: 'dark',
      sections: [{ heading: 0 }, {}, {}, {}, {}, {}, {}, {}],
    });
  });

  it('does not repeat a 404 of a deck that was fetched too early', () => {
    const story = storyIn([
      start(0),
      get('/presentations/p-1', 1000, { status: 404, body: { code: 'gone' } }),
      poll(3000, completed()),
    ]);
    expect(story.scenario.faults).toBeUndefined();
    expect(story.leftOut).toEqual([
      'A 404 of getPresentation: the mock server decides about such a request itself.',
    ]);
  });

  it('does not call a body that the recording cut a violation', () => {
    const cut = poll(2000, GENERATING);
    const { scenario, leftOut } = storyIn([
      start(0),
      { ...cut, response: { ...cut.response!, body: { text: '{"status":"gen', bytes: 90_000, cut: true } } },
      poll(4000, failed()),
    ]);
    expect(scenario).not.toHaveProperty('violates');
    expect(scenario).not.toHaveProperty('faults');
    expect(leftOut).toEqual(['A status view: the recording does not have its whole body.']);
  });
});
