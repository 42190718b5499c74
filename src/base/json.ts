/** JSON values of unknown shape. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own field of an object. Fields of its prototype, such as `constructor`, are undefined. */
export function getField(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  const found = value[name];
  return found !== undefined && Object.hasOwn(value, name) ? found : undefined;
}
