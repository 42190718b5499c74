/** Parses and checks the argument of `clock.runFor`. */
import { parseDuration } from '../scenario/duration.js';
import { UserError } from '../base/user-error.js';

/** @returns milliseconds. @throws UserError when it is not a valid duration */
export function parseRunForDuration(duration: string | number): number {
  const milliseconds = typeof duration === 'number' ? duration : parseDuration(duration);
  if (milliseconds !== undefined && Number.isInteger(milliseconds) && milliseconds >= 0) return milliseconds;
  throw new UserError('invalid-option', `Invalid value for clock.runFor: ${JSON.stringify(duration)}.`, {
    hint: 'Write a duration such as 5m, or milliseconds.',
  });
}

/** @throws UserError if the timers run in real time. @param pauseCall the call that pauses them */
export function assertTimersPaused(isPaused: boolean, pauseCall: string): void {
  if (isPaused) return;
  throw new UserError('invalid-option', 'clock.runFor needs paused timers, but they run in real time.', {
    hint: `Pause first: ${pauseCall}. To advance the clock of the mock server alone, use clock.advance('5m').`,
  });
}
