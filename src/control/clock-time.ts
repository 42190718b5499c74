/** The time by which a person advances a clock, in process and over HTTP. */
import { parseDuration } from '../scenario/duration.js';
import { UserError } from '../base/user-error.js';

/** @returns the same time, which the server checks. @throws UserError when it is missing */
export function givenAdvance<T>(by: T): T {
  if (by !== undefined) return by;
  throw new UserError('bad-option', 'clock.advance() needs a time.', {
    hint: "Write clock.advance('5m'), or milliseconds. clock.next() advances to the next event.",
  });
}

/** @returns milliseconds. @throws UserError when it is not a time, or is missing */
export function needAdvance(by: unknown): number {
  givenAdvance(by);
  const milliseconds = typeof by === 'string' ? parseDuration(by) : by;
  if (typeof milliseconds === 'number' && Number.isFinite(milliseconds) && milliseconds >= 0)
    return milliseconds;
  throw new UserError(
    'bad-option',
    `clock.advance() cannot take ${typeof by === 'number' ? by : JSON.stringify(by)}.`,
    {
      hint: "Write a time such as '5m', or milliseconds.",
    },
  );
}
