/** Digests that show changes: of a snapshot, independent of its formatting, and of a string. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** @param value a JSON value; its field `digest` is ignored */
export function digestOf({ digest: _, ...value }: Readonly<Record<string, unknown>>): string {
  return digestOfText(JSON.stringify(value, inOrder));
}

/** SHA-256 of the string in UTF-8, in hex. */
export function digestOfText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Sorts the fields of every object by name. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
