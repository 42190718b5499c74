/** A Vitest `test` with a generation, a sandbox and controlled time; every test also checks the client rules. */
import { test as base } from 'deckhand/vitest';
import { expect } from 'vitest';
import { createApi } from '../api/client';
import { Generation, type GenerationState } from './generation';

type Phase = GenerationState['phase'];

interface GenerationHarness {
  readonly generation: Generation;
  /** The lines that the client logged. */
  readonly log: readonly string[];
  /** Advances the timers of the client and the clock of the sandbox. */
  runFor(this: void, seconds: number): Promise<void>;
  /** @returns the state. @throws if it has another phase */
  expectPhase<P extends Phase>(this: void, phase: P): Extract<GenerationState, { phase: P }>;
}

export const test = base.extend<{ harness: GenerationHarness }>({
  harness: async ({ deckhand }, use) => {
    deckhand.clock.pauseWithTimers();
    const log: string[] = [];
    const api = createApi({ baseUrl: deckhand.baseUrl, key: deckhand.apiKey, log: (line) => log.push(line) });
    const generation = new Generation(api);
    await use({
      generation,
      log,
      runFor: (seconds) => deckhand.clock.runFor(seconds * 1_000),
      expectPhase(phase) {
        const state = generation.state();
        if (state.phase === phase) return state as Extract<GenerationState, { phase: typeof phase }>;
        throw new Error(`Expected the phase ${phase}, but it is ${state.phase}.`);
      },
    });
    generation.leave();
    await expect(deckhand).toFollowClientRules({ timersFollowClock: true });
  },
});
