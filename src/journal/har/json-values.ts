/** Reads fields of parsed JSON of unknown shape. Callers must not read names of a prototype, such as `constructor`. */
import type { JsonObject } from '../../base/json.js';
import type { HeaderPairs } from '../exchange.js';

const EMPTY_OBJECT: JsonObject = {};

/** The value if it is an object, else an empty object. */
export function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : EMPTY_OBJECT;
}

export const asString = (value: unknown): string => (typeof value === 'string' ? value : '');
export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The `headers` of a HAR request or response. */
export function parseHeaders(headers: unknown): HeaderPairs {
  if (!Array.isArray(headers)) return [];
  return headers.map((header: unknown) => {
    const { name, value } = asObject(header);
    return [asString(name), asString(value)];
  });
}
