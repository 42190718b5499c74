import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { readSavedTab } from '../../../src/integrations/browser/read-saved-tab.js';
import { ask, startJob, texts } from './saved-tab.js';

describe('a state that cannot be used', () => {
  const damaged = { refused: 'it is damaged' };

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- it is damaged on purpose
  it.each<[string, (state: any) => unknown]>([
    ['something else', () => ({ hello: 'world' })],
    ['null', () => null],
    ['a number', () => 7],
    ['a state without workspaces', (state) => ({ ...state, workspaces: [] })],
    ['a state with a workspace too many', (state) => ({ ...state, workspaces: [...state.workspaces, null] })],
    ['a state without the time', ({ at: _, ...state }) => state],
    ['a state whose journals are not counted', ({ exchanges: _, ...state }) => state],
    [
      'keys as they were sent',
      (state) => ({ ...state, workspaces: [{ ...state.workspaces[0], keys: ['dk_1'] }] }),
    ],
  ])('is %s', async (_name, damage) => {
    const { state, entries } = await texts(createDeckhand());
    expect(readSavedTab(JSON.stringify(damage(JSON.parse(state))), entries)).toEqual(damaged);
  });

  it('is truncated', async () => {
    const { state, entries } = await texts(createDeckhand());
    expect(readSavedTab(state.slice(0, -10), entries)).toEqual(damaged);
    expect(readSavedTab(state, entries.slice(1))).toEqual(damaged);
  });

  it('has a journal of another kind', async () => {
    const deckhand = createDeckhand();
    await ask(deckhand, '/templates');
    const { state } = await texts(deckhand);
    for (const journal of [{}, [{}], [['ws_dev']], [['ws_dev', { sequence: 'one' }]]])
      expect(readSavedTab(state, JSON.stringify(journal))).toEqual(damaged);
  });

  it('is of another version', async () => {
    const { state, entries } = await texts(createDeckhand());
    const other = JSON.stringify({ ...JSON.parse(state), version: 2 });
    expect(readSavedTab(other, entries)).toEqual({ refused: 'another version of Deckhand saved it' });
  });
});

describe('saving', () => {
  it('does not set a clock, and emits no events', async () => {
    const deckhand = createDeckhand({ speed: 7.3 });
    await startJob(deckhand);
    const workspace = deckhand.workspace('ws_dev');
    const gone = new AbortController();
    const events = workspace.events({ signal: gone.signal });
    await events.next();
    const before = deckhand.service.workspace('ws_dev', Date.now()).clock;
    await texts(deckhand);
    expect(deckhand.service.workspace('ws_dev', Date.now()).clock).toBe(before);
    workspace.use('instant');
    expect((await events.next()).value).toMatchObject({ event: 'scenario' });
    gone.abort();
    await events.return();
  });
});
