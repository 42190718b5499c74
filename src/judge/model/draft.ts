/** Mutable histories, while a trace is built. */

export type Draft<History> = {
  -readonly [Field in keyof History]: History[Field] extends readonly (infer Item)[]
    ? Item[]
    : History[Field];
};

/** The value of a key, created on first access. */
export function getOrCreate<Value>(
  map: Map<string, Value>,
  key: string,
  create: (key: string) => Value,
): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = create(key);
  map.set(key, value);
  return value;
}
