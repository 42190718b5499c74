/** Validates ids, texts, URLs and timestamps beyond their JSON Schema. Section 2. */
import { memoize } from '../../../base/memoize.js';
import type { Call } from '../../model/call.js';
import { matchOperation, getOrigin } from '../../model/operation.js';
import type { Trace } from '../../model/trace.js';

/** Strings that programs write instead of a missing value. */
const PLACEHOLDERS = 'undefined|null|None|nil|NaN|\\[object Object\\]';

const PLACEHOLDER = new RegExp(`^(?:${PLACEHOLDERS})$`);

const URL_PLACEHOLDER = new RegExp(`(?:^|[/?=#])(?:${PLACEHOLDERS})(?=$|[/?&#])`);

/** Readable text has a letter, digit or emoji; `{}` and `[]` are serialization bugs. */
const READABLE = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** A serialized object inside a text. */
const OBJECT_DUMP = /\[object \w+\]/;

const TIMESTAMP =
  /^(\d{4})(-?)(\d{2})\2(\d{2})([Tt ])(\d{2})(:?)(\d{2})\7(\d{2})(?:[.,](\d+))?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;

const USUAL_TIMESTAMP = /^.{10}T.{8}\.\d{3}Z$/;

export interface ValueError {
  /** As in a message: `must …`. */
  readonly expected: string;
  /** Why it is reported as a warning instead of a failure. */
  readonly downgrade?: string;
}

export const hasObjectDump = (text: string): boolean => OBJECT_DUMP.test(text);

const toError = (expected: string): ValueError => ({ expected });

export function validateId(value: string): ValueError | undefined {
  if (value === '') return toError('must not be empty');
  return PLACEHOLDER.test(value) ? toError('must be an id, not a placeholder') : undefined;
}

/** For a human-readable text. */
export function validateText(value: string): ValueError | undefined {
  if (value.trim() === '') return toError('must not be blank');
  if (!READABLE.test(value)) return toError('must be a text with a letter or a digit');
  return PLACEHOLDER.test(value)
    ? toError('must be a text, not a placeholder for a missing value')
    : undefined;
}

/** For a text that the service itself wrote. An error may quote another program. */
export const validateServiceText = (value: string): ValueError | undefined =>
  hasObjectDump(value) ? toError('must be a text, not a serialized object') : validateText(value);

export function validateUrl(url: string, { exchange }: Call, { options }: Trace): ValueError | undefined {
  if (url.trim() === '') return toError('must not be blank');
  const decoded = url.replaceAll('%20', ' ').replace(/%5B/gi, '[').replace(/%5D/gi, ']');
  if (URL_PLACEHOLDER.test(decoded) || !READABLE.test(url))
    return toError('must be the URL of a page, without a placeholder');
  // A browser has no API key.
  const isOwn = url.startsWith('/') || getOrigin(url) === getOrigin(exchange.request.url);
  return isOwn && matchOperation('GET', url, options.baseUrl) !== undefined
    ? toError('must be the URL of a page, not of an operation')
    : undefined;
}

/** ISO 8601, UTC, milliseconds (2.1). */
export const validateTimestamp = memoize((text): ValueError | undefined => {
  const parts = TIMESTAMP.exec(text);
  if (!parts) return toError('must be an ISO 8601 timestamp');
  const [, year, , month, day, separator, hour, , minute, second, fraction, zone] = parts;
  if (!isExistingTime([year, month, day, hour, minute, second].map(Number)))
    return toError('must be an existing date and time');
  // Default values of date types, not real dates.
  if (Number(year) < 1971 || Number(year) === 9999)
    return toError('must be the time of the event, not a default value');
  if (separator === ' ') return toError('must have a T between date and time (ISO 8601)');
  if (!/^(?:Z|[+-]00(?::?00)?)$/i.test(zone ?? '')) return toError('must have the zone Z or +00:00 (UTC)');
  if ((fraction?.length ?? 0) < 3) return toError('must have milliseconds (three digits)');
  return USUAL_TIMESTAMP.test(text)
    ? undefined
    : { expected: 'should have the form 2026-01-15T09:30:12.000Z', downgrade: 'ISO 8601 allows other forms' };
});

function isExistingTime(parts: readonly number[]): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  // 60 is a leap second.
  return date.getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second <= 60;
}
