/**
 * `test` with a generation in a sandbox of the mock server, and all time in the test's hand: `runFor` advances the
 * timers of the client and the clock of the job. Whatever a test is about, its client has to behave.
 */
import { test as base } from 'deckhand/vitest';
import { expect } from 'vitest';
import { createApi } from '../api/client';
import { Generation, type GenerationState } from './generation';

type Phase = GenerationState['phase'];

interface GenerationHarness {
  readonly generation: Generation;
  /** What went wrong with requests, in a line each. */
  readonly log: readonly string[];
  runFor(this: void, seconds: number): Promise<void>;
  /** The state, which has to be one of this phase. */
  expectPhase<Wanted extends Phase>(this: void, phase: Wanted): Extract<GenerationState, { phase: Wanted }>;
}

export const test = base.extend<{ harness: GenerationHarness }>({
  harness: async ({ deckhand }, use) => {
    deckhand.stopTime();
    const log: string[] = [];
    const api = createApi({ baseUrl: deckhand.baseUrl, key: deckhand.apiKey, log: (line) => log.push(line) });
    const generation = new Generation(api);
    await use({
      generation,
      log,
      runFor: (seconds) => deckhand.passTime(seconds * 1_000),
      expectPhase(phase) {
        const state = generation.state();
        if (state.phase === phase) return state as Extract<GenerationState, { phase: typeof phase }>;
        throw new Error(`The generation is ${state.phase}, and not ${phase}.`);
      },
    });
    generation.leave();
    await expect(deckhand).toFollowClientRules({ timersFollowClock: true });
  },
});
