/** Reads and writes instants in the format of the control API. */
import { badInput } from './refuse.js';

/** The end of the year 9999: the last instant of every clock. */
export const LAST_INSTANT = 253_402_300_799_999;

export function isoOf(instant: number): string {
  return new Date(Math.min(instant, LAST_INSTANT)).toISOString();
}

/** `null` for an infinite instant. */
export function isoOrNull(instant: number): string | null {
  return instant === Infinity ? null : isoOf(instant);
}

/** @param text a string that the schema of instants accepts */
export function readInstant(text: string, pointer: string): number {
  const instant = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (instant <= LAST_INSTANT) return instant;
  throw badInput([{ pointer, detail: 'must be a day and a time of day that there are' }]);
}
