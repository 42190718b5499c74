import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { waitUntil } from '../../src/transports/deliver.js';
import { realNow } from '../../src/base/real-time.js';

/** A wait for an instant an hour ahead, and its outcome. */
function waiting() {
  const deckhand = createDeckhand();
  const workspace = deckhand.workspace('ws_dev');
  const state = deckhand.service.workspace('ws_dev', realNow());
  const gone = new AbortController();
  let outcome = 'waits';
  void waitUntil(state, workspace.clock.now() + 3_600_000, gone.signal).then(
    (reached) => (outcome = reached),
  );
  return {
    workspace,
    outcome: async (): Promise<string> => {
      await new Promise((resolve) => setImmediate(resolve));
      const seen = outcome;
      gone.abort();
      return seen;
    },
  };
}

describe('a wait for an instant', () => {
  it('ends when the clock reaches it', async () => {
    const { workspace, outcome } = waiting();
    workspace.clock.advance('1h');
    expect(await outcome()).toBe('reached');
  });

  it.each([{}, { clock: true }])('ends when the clock is reset with %o', async (parts) => {
    const { workspace, outcome } = waiting();
    workspace.reset(parts);
    expect(await outcome()).toBe('reached');
  });

  it('ends when another time is restored', async () => {
    const { workspace, outcome } = waiting();
    workspace.load(workspace.save());
    expect(await outcome()).toBe('reached');
  });

  it.each([{ journal: true }, { data: true }])('goes on when %o is reset', async (parts) => {
    const { workspace, outcome } = waiting();
    workspace.reset(parts);
    workspace.clock.pause();
    expect(await outcome()).toBe('waits');
  });
});
