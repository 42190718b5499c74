/** What single values must be, as far as a schema cannot say it: ids, texts for people, addresses and timestamps. Section 2. */
import { memoize } from '../../../base/memoize.js';
import type { Call } from '../../model/call.js';
import { matchOperation, getOrigin } from '../../model/operation.js';
import type { Trace } from '../../model/trace.js';

export interface ValueError {
  /** For a message: `must …`. */
  readonly expected: string;
  /** Why it is reported as a warning instead of a failure. */
  readonly doubt?: string;
}

/** The strings that programs write in place of a missing value. */
const PLACEHOLDERS = 'undefined|null|None|nil|NaN|\\[object Object\\]';
const PLACEHOLDER = new RegExp(`^(?:${PLACEHOLDERS})$`);
const URL_PLACEHOLDER = new RegExp(`(?:^|[/?=#])(?:${PLACEHOLDERS})(?=$|[/?&#])`);

/** Readable text has a letter, digit or emoji; `{}` and `[]` are serialization bugs. */
const READABLE = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** A dump of an object inside a text. */
const OBJECT_DUMP = /\[object \w+\]/;

export const hasObjectDump = (text: string): boolean => OBJECT_DUMP.test(text);

const fault = (expected: string): ValueError => ({ expected });

export function validateId(value: string): ValueError | undefined {
  if (value === '') return fault('must not be empty');
  return PLACEHOLDER.test(value) ? fault('must be an id, not a placeholder') : undefined;
}

/** Of a text that people read. */
export function validateText(value: string): ValueError | undefined {
  if (value.trim() === '') return fault('must not be blank');
  if (!READABLE.test(value)) return fault('must be a text with a letter or a digit');
  return PLACEHOLDER.test(value) ? fault('must be a text, not a placeholder for a missing value') : undefined;
}

/** The same for a text of the service itself. An error may pass on what another program wrote. */
export const validateServiceText = (value: string): ValueError | undefined =>
  hasObjectDump(value) ? fault('must be a text, not the dump of an object') : validateText(value);

export function validateUrl(url: string, { exchange }: Call, { options }: Trace): ValueError | undefined {
  if (url.trim() === '') return fault('must not be blank');
  const decoded = url.replaceAll('%20', ' ').replace(/%5B/gi, '[').replace(/%5D/gi, ']');
  if (URL_PLACEHOLDER.test(decoded) || !READABLE.test(url))
    return fault('must be the address of a page, without a placeholder');
  // A browser has no key for an operation of the service.
  const isOwn = url.startsWith('/') || getOrigin(url) === getOrigin(exchange.request.url);
  return isOwn && matchOperation('GET', url, options.baseUrl) !== undefined
    ? fault('must be the address of a page, and not of an operation')
    : undefined;
}

const TIMESTAMP =
  /^(\d{4})(-?)(\d{2})\2(\d{2})([Tt ])(\d{2})(:?)(\d{2})\7(\d{2})(?:[.,](\d+))?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;
const USUAL_TIMESTAMP = /^.{10}T.{8}\.\d{3}Z$/;

/** By section 2.1: ISO 8601, UTC, milliseconds. */
export const validateTimestamp = memoize((text): ValueError | undefined => {
  const parts = TIMESTAMP.exec(text);
  if (!parts) return fault('must be an ISO 8601 timestamp');
  const [, year, , month, day, separator, hour, , minute, second, fraction, zone] = parts;
  if (!isMoment([year, month, day, hour, minute, second].map(Number)))
    return fault('must be a date and time that exist');
  // Year 1, 1601, 1900, the epoch, seconds that were read as milliseconds, and the largest date: no presentation is from then.
  if (Number(year) < 1971 || Number(year) === 9999)
    return fault('must be the time of the event, and not an unset value');
  if (separator === ' ') return fault('must have a T between date and time (ISO 8601)');
  if (!/^(?:Z|[+-]00(?::?00)?)$/i.test(zone ?? '')) return fault('must have the zone Z or +00:00 (UTC)');
  if ((fraction?.length ?? 0) < 3) return fault('must have milliseconds (three digits)');
  return USUAL_TIMESTAMP.test(text)
    ? undefined
    : { expected: 'should have the form 2026-01-15T09:30:12.000Z', doubt: 'ISO 8601 has rare forms' };
});

function isMoment(parts: readonly number[]): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  // 60 is a leap second.
  return date.getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second <= 60;
}
