/** Instants as the control API writes and reads them. */
import { badInput } from './refuse.js';

/** The end of the year 9999: no clock goes further. */
export const LAST_INSTANT = 253_402_300_799_999;

export function isoOf(instant: number): string {
  return new Date(Math.min(instant, LAST_INSTANT)).toISOString();
}

/** `null` for an instant that never comes. */
export function isoOrNull(instant: number): string | null {
  return instant === Infinity ? null : isoOf(instant);
}

/** @param text one that the schema of instants accepts */
export function readInstant(text: string, pointer: string): number {
  const instant = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (instant <= LAST_INSTANT) return instant;
  throw badInput([{ pointer, detail: 'must be a day and a time of day that there are' }]);
}
