/** Times, lengths of time and states as people read them. */
import type { CoursePart } from '../../generated/control-api.js';

/** `14:03:07`, in UTC as in all that the API says. */
export function timeOfDay(at: number, digits = 0): string {
  return new Date(at).toISOString().slice(11, digits > 0 ? 20 + digits : 19);
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** `340 ms`, `7.2 s`, `1 m 30 s`, `2 h 5 m`: two figures at most, rounded before they are parted, so that 60 s are 1 m. */
export function lengthOf(milliseconds: number): string {
  const whole = Math.max(0, Math.round(milliseconds));
  if (whole < 1000) return `${whole} ms`;
  if (whole < 9950) return `${Number((whole / 1000).toFixed(1))} s`;
  const seconds = Math.round(whole / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return two(seconds, 'm', 's');
  const minutes = Math.round(seconds / 60);
  return minutes < 48 * 60 ? two(minutes, 'h', 'm') : `${Math.floor(minutes / (24 * 60))} days`;
}

/** @param count of the smaller unit, of which sixty are one of the larger */
function two(count: number, larger: string, smaller: string): string {
  const rest = count % 60;
  const first = `${Math.floor(count / 60)} ${larger}`;
  return rest === 0 ? first : `${first} ${rest} ${smaller}`;
}

/** By the second, so that it need not be said anew more often. */
export function agoOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return seconds < 1 ? 'just now' : `${lengthOf(seconds * 1000)} ago`;
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

export const STATUS_WORDS: Readonly<Record<CoursePart['status'], string>> = {
  generating: 'Generating',
  awaiting_input: 'Asks',
  completed: 'Completed',
  failed: 'Failed',
};
