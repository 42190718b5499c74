/** HAR files as strings, for tests of the reader. */
import { HarReader } from '../../../src/journal/har/har-reader.js';

export interface EntrySketch {
  readonly url: string;
  readonly body?: string;
  readonly more?: unknown;
}

export function entry({ url, body = '', more }: EntrySketch): Record<string, unknown> {
  return {
    startedDateTime: '2026-01-15T09:30:12.500Z',
    time: 1,
    request: { method: 'GET', url, headers: [] },
    response: { status: 200, headers: [], content: { size: body.length, text: body } },
    ...(more !== undefined && { more }),
  };
}

export const harOf = (entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', entries } });

interface WholeReading {
  readonly reader: HarReader;
  readonly urls: readonly string[];
}

/** Reads a file to its end. */
export function readWhole(...chunks: readonly Uint8Array[]): WholeReading {
  const reader = new HarReader();
  const readings = [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
  return { reader, urls: readings.map(({ exchange }) => exchange.request.url) };
}
