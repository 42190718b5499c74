/** Removes the keys of a recording from everything that was learned from it: a service can repeat a key in any body. */
import { keyRedactor } from '../journal/redact-keys.js';
import { keyMark } from '../journal/redact.js';

/** @param keys all keys of the recording; marks of a redacted recording have no effect */
export function withoutSecrets<Value>(value: Value, keys: Iterable<string>): Value {
  const secrets = [...keys]
    .filter((key) => !key.startsWith('[redacted'))
    .map((key) => ({ key, mark: keyMark() }));
  return (secrets.length === 0 ? value : cleaned(value, keyRedactor(secrets).text)) as Value;
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, clean));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [clean(name), cleaned(item, clean)]));
}
