/** Reads JSON values of unknown shape. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property of an object. Properties of its prototype, such as `constructor`, are undefined. */
export function getField(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  const field = value[name];
  return field !== undefined && Object.hasOwn(value, name) ? field : undefined;
}
