/** Times, lengths of time and states as people read them. */
import type { Status } from '../state/jobs.js';

/** `14:03:07`, in UTC as in all that the API says. */
export function timeOfDay(at: number, digits = 0): string {
  return new Date(at).toISOString().slice(11, digits > 0 ? 20 + digits : 19);
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** `340 ms`, `7.2 s`, `1 m 30 s`, `2 h 5 m`: two figures at most. */
export function lengthOf(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (seconds < 60) return `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return two(minutes, 'm', Math.round(seconds % 60), 's');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? two(hours, 'h', minutes % 60, 'm') : `${Math.floor(hours / 24)} days`;
}

function two(large: number, unit: string, small: number, smaller: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smaller}`;
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  generating: 'Generating',
  awaiting_input: 'Asks',
  completed: 'Completed',
  failed: 'Failed',
};
