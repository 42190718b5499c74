/** The latency of all responses, on the clock of their workspace. */
import { describe, expect, it } from 'vitest';
import { createDeckhand, type Deckhand, type DeckhandOptions } from '../../src/app/deckhand.js';

const request = (deckhand: Deckhand, key = 'deckhand-dev-key'): Promise<Response> =>
  deckhand.fetch('http://localhost/api/v1/templates', { headers: { 'x-api-key': key } });

/** A speed at which no millisecond passes during a test, although the clock is not paused. */
const STILL = 1e-9;

/** The times that responses took, by the clock of the workspace, which advances as needed. */
async function times(count: number, options: DeckhandOptions): Promise<number[]> {
  const deckhand = createDeckhand({ speed: STILL, ...options });
  const workspace = deckhand.workspace('ws_dev');
  const { clock } = workspace;
  for (let sent = 0; sent < count; sent += 1) {
    const response = request(deckhand);
    await expect.poll(() => clock.pendingResponses(), { interval: 1 }).toBe(1);
    clock.next();
    await response;
  }
  return workspace.journal().map(({ startedAt, endedAt }) => endedAt - startedAt);
}

describe('a latency', () => {
  it('is drawn by the seed, within its range', async () => {
    const latency = '1h..2h';
    const [one, same, other] = [
      await times(6, { latency, seed: 1 }),
      await times(6, { latency, seed: 1 }),
      await times(6, { latency, seed: 2 }),
    ];
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
    expect(new Set(one).size).toBe(6);
    for (const time of [...one, ...other]) {
      expect(time).toBeGreaterThanOrEqual(3_600_000);
      expect(time).toBeLessThanOrEqual(7_200_000);
    }
  });

  it('does not delay responses while the clock is paused, so that a test does not hang', async () => {
    const deckhand = createDeckhand({ latency: '1h' });
    deckhand.workspace('ws_dev').clock.pause();
    expect((await request(deckhand)).status).toBe(200);
  });

  it.each([['200', "The duration has no unit. Write '200ms'."]])('is rejected as "%s"', (latency, hint) => {
    expect(() => createDeckhand({ latency })).toThrow(`Invalid value for latency: "${latency}".`);
    try {
      createDeckhand({ latency });
    } catch (error) {
      expect(String((error as { hint?: string }).hint)).toContain(hint);
    }
  });
});
