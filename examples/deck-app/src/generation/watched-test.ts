/**
 * `test` with a generation in a sandbox of the stand-in, and all time in the test's hand: the client's timers are vitest's, the
 * job's clock is the stand-in's, and `pass` puts both forward. Whatever a test is about, its client has to behave.
 */
import { test as base } from 'deckhand/vitest';
import { expect, vi } from 'vitest';
import { createApi } from '../api/client';
import { Generation, type GenerationState } from './generation';

type Phase = GenerationState['phase'];

interface Watched {
  readonly generation: Generation;
  /** What went wrong with requests, in a line each. */
  readonly log: readonly string[];
  pass(this: void, seconds: number): Promise<void>;
  /** The state, which has to be one of this phase. */
  shows<Wanted extends Phase>(this: void, phase: Wanted): Extract<GenerationState, { phase: Wanted }>;
}

export const test = base.extend<{ watched: Watched }>({
  watched: async ({ deckhand }, use) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    deckhand.clock.pause();
    const log: string[] = [];
    const api = createApi({ baseUrl: deckhand.baseUrl, key: deckhand.key, log: (line) => log.push(line) });
    const generation = new Generation(api);
    await use({
      generation,
      log,
      async pass(seconds) {
        await settle();
        deckhand.clock.advance(seconds * 1_000);
        vi.advanceTimersByTime(seconds * 1_000);
        await settle();
      },
      shows(phase) {
        const state = generation.state();
        if (state.phase === phase) return state as Extract<GenerationState, { phase: typeof phase }>;
        throw new Error(`The generation is ${state.phase}, and not ${phase}.`);
      },
    });
    generation.leave();
    vi.useRealTimers();
    await expect(deckhand).toHaveBehaved({ sharedClock: true });
  },
});

/** Lets everything happen that waits for nothing but its turn: requests that are answered in this process, above all. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
