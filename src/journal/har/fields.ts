/** Reads fields of values that may be anything. None that is asked for has a name that a prototype lends. */

export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

/** The fields of an object; of anything else, none. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : NONE;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;
