import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { restoreSaved } from '../../../src/integrations/browser/put-back.js';
import type { SavedTexts } from '../../../src/integrations/browser/tab-storage.js';
import { ask, saved, startJob, withLines } from './saved-tab.js';

describe('a state that cannot be used', () => {
  const refusal = (kept: SavedTexts) => {
    const deckhand = createDeckhand();
    const before = saved(deckhand);
    let message = '';
    try {
      restoreSaved(deckhand, kept);
    } catch (error) {
      message = (error as Error).message;
    }
    const without = ({ running: _, ...line }: Record<string, unknown>) => line;
    expect(withLines(saved(deckhand), without)).toEqual(withLines(before, without));
    return message;
  };

  it.each(['', '{"hello":"world"}', 'null', '7', '{"format":"deckhand-tab","version":1}'])(
    'is something else: %s',
    (state) => expect(refusal({ state, entries: '[]' })).toMatch(/not a state that Deckhand|end is missing/),
  );

  it('is truncated, in a line or between two lines', () => {
    const { state, entries } = saved(createDeckhand());
    expect(refusal({ state: state.slice(0, -10), entries })).toContain('is not valid JSON');
    const lines = state.trimEnd().split('\n').slice(0, -1);
    expect(refusal({ state: lines.join('\n'), entries })).toBe('The end is missing.');
    expect(refusal({ state, entries: entries.slice(1) })).toBe('The journal is not valid JSON.');
  });

  it('has a key as it was sent', () => {
    const kept = withLines(saved(createDeckhand()), ({ running, ...line }) =>
      running ? { ...line, running: { ...running, keys: ['dk_1'] } } : line,
    );
    expect(refusal(kept)).toMatch(/^Line 2, \/running\/keys\/0: "dk_1" must /);
  });

  it('has a journal of another kind', async () => {
    const deckhand = createDeckhand();
    await ask(deckhand, '/templates');
    const { state } = saved(deckhand);
    for (const [entry, why] of [
      [{}, '/format'],
      ['ws_dev', 'must be an object'],
      [{ of: 'ws_gone', exchanges: [] }, '/of: "ws_gone" must be a workspace of an earlier line'],
      [{ of: 'ws_dev', exchanges: [{ sequence: 'one' }] }, '/journal/exchanges/0'],
    ])
      expect(refusal({ state, entries: JSON.stringify([entry]) })).toContain(why);
  });

  it('has more exchanges than its journal had', async () => {
    const deckhand = createDeckhand();
    await ask(deckhand, '/templates');
    const { state, entries } = saved(deckhand);
    const [entry] = JSON.parse(entries);
    expect(refusal({ state, entries: JSON.stringify([entry, entry]) })).toContain('more than the journal');
  });

  it('is of another version', () => {
    const { state, entries } = saved(createDeckhand());
    expect(refusal({ state: state.replace('"version":2', '"version":3'), entries })).toBe(
      'It has the version 3; this Deckhand reads version 2.',
    );
  });
});

describe('saving', () => {
  it('does not set a clock, and changes nothing', async () => {
    const deckhand = createDeckhand({ speed: 7.3 });
    await startJob(deckhand);
    const state = deckhand.service.workspace('ws_dev', Date.now());
    const { clock, revision } = state;
    saved(deckhand);
    expect(state.clock).toBe(clock);
    expect(state.revision).toBe(revision);
  });
});
