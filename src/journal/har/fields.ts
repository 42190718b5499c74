/** Reads fields of parsed JSON of unknown shape. Callers must not read names that a prototype has, such as `constructor`. */

import type { HeaderPairs } from '../exchange.js';

export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

/** The value if it is an object, else an empty object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : NONE;
}

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** The `headers` of a HAR request or response. */
export function headersOf(headers: unknown): HeaderPairs {
  if (!Array.isArray(headers)) return [];
  return headers.map((header: unknown) => {
    const { name, value } = fieldsOf(header);
    return [stringOf(name), stringOf(value)];
  });
}
