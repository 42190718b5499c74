/** Waits for an instant on a workspace's clock, even if the clock is set meanwhile. */
import { realDelayUntil } from '../service/clock.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { clearRealTimeout, realNow, setRealTimeout } from '../base/real-time.js';

/** The maximum delay of `setTimeout`. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Resolves when the clock reaches the instant or the signal is aborted, with the reason. A reset of the clock also ends the
 * wait.
 */
export function waitUntil(
  state: WorkspaceState,
  instant: number,
  signal: AbortSignal,
): Promise<'reached' | 'aborted'> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setRealTimeout> | undefined;
    const finish = (outcome: 'reached' | 'aborted'): void => {
      clearRealTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', abort);
      resolve(outcome);
    };
    const abort = (): void => finish('aborted');
    const check = (): void => {
      clearRealTimeout(timer);
      const delay = realDelayUntil(state.clock, realNow(), instant);
      if (delay <= 0) finish('reached');
      else if (delay !== Infinity) timer = setRealTimeout(check, Math.min(Math.ceil(delay), LONGEST_TIMER));
    };
    const stopListening = state.onClockSet((isAnother) => (isAnother ? finish('reached') : check()));
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    else check();
  });
}

/** Resolves when the signal is aborted. */
export function waitForAbort(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}
