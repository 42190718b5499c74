/** Keeps the page's address and the job together: whichever changes, the other follows. */
import { goTo, readAddress, type Address } from './location';
import type { Generation, GenerationState } from './generation/generation';

export function followAddress(generation: Generation): void {
  const lookThere = (): void => {
    const { job } = readAddress();
    if (job) void generation.resume(job);
    else generation.leave();
  };
  addEventListener('popstate', lookThere);
  if (readAddress().job) lookThere();

  generation.subscribe(() => {
    const address = addressOf(generation.state());
    // Back from a deck leads to the prompt, and not to the job that made it.
    if (address) goTo(address, readAddress().job ? 'replace' : 'push');
  });
}

/** Nothing for a state that leaves the address as it is. */
function addressOf(state: GenerationState): Address | undefined {
  if (state.phase === 'idle' || state.phase === 'failed') return undefined;
  if (state.phase === 'completed') return { deck: state.presentation.id };
  return state.id === undefined ? {} : { job: state.id };
}
