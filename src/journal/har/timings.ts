/** Reads the times of a HAR entry: how long it took, and when the head of its response arrived. */
import type { Exchange } from '../exchange.js';
import { fieldsOf, numberOf, type Fields } from './fields.js';

/** In milliseconds. */
export function durationOf(entry: Fields): number {
  const time = numberOf(entry.time);
  if (time !== undefined) return Math.max(0, time);
  const timings = fieldsOf(entry.timings);
  const parts = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map(
    (name) => numberOf(timings[name]) ?? 0,
  );
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
}

/**
 * When the head of the response arrived: before the time that HAR calls `receive`. Older files of Deckhand do not have it.
 * @param own the fields of Deckhand
 */
export function firstByteOf(
  entry: Fields,
  own: Fields | undefined,
  { startedAt, endedAt }: Exchange,
): number | undefined {
  if (own) return numberOf(own.firstByteAt);
  const receive = numberOf(fieldsOf(entry.timings).receive);
  return receive === undefined || receive < 0 ? undefined : Math.max(startedAt, endedAt - receive);
}
