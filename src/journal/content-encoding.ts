/** The `Content-Encoding` of a message, and the encodings that Deckhand decodes. */
import type { HeaderPairs } from './exchange.js';

export const CONTENT_ENCODINGS = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd'] as const;

export type ContentEncoding = (typeof CONTENT_ENCODINGS)[number];

/** The values of all its lines, as one list. `undefined` without the header. */
export function getContentEncoding(headers: HeaderPairs): string | undefined {
  const lines = headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
  return lines.length === 0 ? undefined : lines.map(([, value]) => value).join(',');
}

/**
 * The encodings of a header value, in the order in which they were applied.
 * @returns `undefined` if Deckhand does not know one of them
 */
export function parseContentEncoding(value: string): readonly ContentEncoding[] | undefined {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== '' && name !== 'identity');
  return applied.every(isContentEncoding) ? applied : undefined;
}

const isContentEncoding = (name: string): name is ContentEncoding =>
  (CONTENT_ENCODINGS as readonly string[]).includes(name);
