/** Converts the bytes of a body for the journal: to text if they are UTF-8, else to base64. */
import type { WireBody } from './exchange.js';

export function bodyFromBytes(bytes: Uint8Array): WireBody {
  try {
    // A byte order mark stays in the text: it is part of what was sent.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, bytes: bytes.length };
  } catch {
    return { text: encodeBase64(bytes), encoding: 'base64', bytes: bytes.length };
  }
}

/** The prefix of a longer body, without the bytes of an incomplete last character. */
export function bodyFromPrefix(bytes: Uint8Array): WireBody {
  let end = bytes.length;
  // A character has at most three bytes after its first one, and each of them starts with the bits 10.
  while (end > Math.max(0, bytes.length - 3) && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  const last = bytes[end - 1] ?? 0;
  const length = last >= 0xf0 ? 4 : last >= 0xe0 ? 3 : last >= 0xc0 ? 2 : 1;
  const isIncomplete = length > 1 && end - 1 + length > bytes.length;
  return bodyFromBytes(isIncomplete ? bytes.subarray(0, end - 1) : bytes);
}

export function bodyFromText(text: string): WireBody {
  return { text, bytes: new TextEncoder().encode(text).length };
}

/** The decoded bytes; `undefined` if the text is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
