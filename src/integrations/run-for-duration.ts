/** Parses and checks the argument of `clock.runFor`. */
import { parseDuration } from '../scenario/duration.js';
import { UserError } from '../base/user-error.js';

/** @returns milliseconds. @throws UserError when it is not a valid time */
export function parseRunForDuration(by: string | number): number {
  const milliseconds = typeof by === 'number' ? by : parseDuration(by);
  if (milliseconds !== undefined && Number.isInteger(milliseconds) && milliseconds >= 0) return milliseconds;
  throw new UserError('invalid-option', `"${by}" is not a time that can pass.`, {
    hint: 'Write a time such as 5m, or milliseconds.',
  });
}

/** @throws UserError, because the timers of the client would follow the real time */
export function assertTimersPaused(isStopped: boolean, stop: string, advance: string): void {
  if (isStopped) return;
  throw new UserError('invalid-option', 'clock.runFor needs paused timers, but they run in real time.', {
    hint: `Call ${stop} first. ${advance} moves the clock of the mock server alone.`,
  });
}
