/** Marks by which a change is noticed: of a snapshot, whatever its layout, and of a text. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** @param value what JSON can hold; its field `digest` does not count */
export function digestOf({ digest: _, ...value }: Readonly<Record<string, unknown>>): string {
  return digestOfText(JSON.stringify(value, inOrder));
}

/** SHA-256 in hex, of the text in UTF-8. */
export function digestOfText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The fields of every object in the order of their names. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
