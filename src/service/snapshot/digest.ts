/** The digest of a snapshot, independent of its formatting. It shows changes. */
import { hashKey } from '../keys.js';

/**
 * @param value a JSON value; its field `digest` is ignored
 * @param hash SHA-256 in hex
 */
export function digestOf(
  { digest: _, ...value }: Readonly<Record<string, unknown>>,
  hash: (text: string) => string = hashKey,
): string {
  return hash(JSON.stringify(value, inOrder));
}

/** Sorts the fields of every object by name. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
