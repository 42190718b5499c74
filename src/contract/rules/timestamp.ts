/** Judges a timestamp by section 2.1: ISO 8601, UTC, milliseconds. */

import { memoize } from '../../base/memoize.js';

export interface ValueFault {
  readonly kind: 'fail' | 'warn';
  readonly expected: string;
}

const shape =
  /^(\d{4})(-?)(\d{2})\2(\d{2})([Tt ])(\d{2})(:?)(\d{2})\7(\d{2})(?:[.,](\d+))?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;

const USUAL = /^.{10}T.{8}\.\d{3}Z$/;

/** @returns the fault, or `undefined`. Rare forms of ISO 8601 are warnings. */
export const judgeTimestamp = memoize((text): ValueFault | undefined => {
  const parts = shape.exec(text);
  if (!parts) return { kind: 'fail', expected: 'must be an ISO 8601 timestamp' };
  const [, year, , month, day, separator, hour, , minute, second, fraction, zone] = parts;
  if (!isMoment([year, month, day, hour, minute, second].map(Number))) {
    return { kind: 'fail', expected: 'must be a date and time that exist' };
  }
  if (isUnset(Number(year)))
    return { kind: 'fail', expected: 'must be the time of the event, and not an unset value' };
  if (separator === ' ') return { kind: 'fail', expected: 'must have a T between date and time (ISO 8601)' };
  if (!/^(?:Z|[+-]00(?::?00)?)$/i.test(zone ?? ''))
    return { kind: 'fail', expected: 'must have the zone Z or +00:00 (UTC)' };
  if ((fraction?.length ?? 0) < 3) return { kind: 'fail', expected: 'must have milliseconds (three digits)' };
  return USUAL.test(text)
    ? undefined
    : { kind: 'warn', expected: 'should have the form 2026-01-15T09:30:12.000Z' };
});

/** Year 1, 1601, 1900, the epoch, seconds that were read as milliseconds, and the largest date: no presentation is from then. */
const isUnset = (year: number): boolean => year < 1971 || year === 9999;

function isMoment(parts: readonly number[]): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  // 60 is a leap second.
  return date.getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second <= 60;
}
