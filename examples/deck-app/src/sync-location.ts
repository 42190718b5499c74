/** Synchronizes the URL of the page with the job, in both directions. */
import { goTo, readLocation, type AppLocation } from './location';
import type { Generation, GenerationState } from './generation/generation';

export function syncLocation(generation: Generation): void {
  const applyLocation = (): void => {
    const { job } = readLocation();
    if (job) void generation.resume(job);
    else generation.leave();
  };
  addEventListener('popstate', applyLocation);
  if (readLocation().job) applyLocation();

  generation.subscribe(() => {
    const target = toAppLocation(generation.state());
    // The back button leads from a presentation to the prompt, not to its job.
    if (target) goTo(target, readLocation().job ? 'replace' : 'push');
  });
}

/** Undefined for a state that does not change the URL. */
function toAppLocation(state: GenerationState): AppLocation | undefined {
  if (state.phase === 'idle' || state.phase === 'failed') return undefined;
  if (state.phase === 'completed') return { deck: state.presentation.id };
  return state.id === undefined ? {} : { job: state.id };
}
