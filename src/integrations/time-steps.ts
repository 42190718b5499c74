/** Splits a time into steps. */
import { parseDuration } from '../scenario/duration.js';
import { UserError } from '../base/user-error.js';

/**
 * @returns the milliseconds of each step; the last step can be shorter. @throws UserError when one of the values is not a
 * valid time
 */
export function stepsOf(by: string | number, step: string | number): number[] {
  const [whole, length] = [needTime(by), needTime(step)];
  if (whole === 0 || length >= whole) return [whole];
  if (length === 0) throw new UserError('bad-option', 'Time cannot pass in steps of nothing.');
  const steps = Array.from({ length: Math.floor(whole / length) }, () => length);
  const rest = whole - steps.length * length;
  return rest > 0 ? [...steps, rest] : steps;
}

function needTime(time: string | number): number {
  const milliseconds = typeof time === 'number' ? time : parseDuration(time);
  if (milliseconds !== undefined && Number.isInteger(milliseconds) && milliseconds >= 0) return milliseconds;
  throw new UserError('bad-option', `"${time}" is not a time that can pass.`, {
    hint: 'Write a time such as 5m, or milliseconds.',
  });
}
