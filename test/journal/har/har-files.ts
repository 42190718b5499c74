/** HAR files as text, for tests of what reads them. */
import { expect } from 'vitest';
import type { Find } from '../../../src/journal/har/end-guesser.js';
import { HarReader, type HarReaderOptions } from '../../../src/journal/har/har-reader.js';

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

export const find: Find = (bytes, sought, from, to) => {
  const found = Buffer.from(bytes.subarray(from, to)).indexOf(sought);
  return found < 0 ? -1 : from + found;
};

interface WholeReading {
  readonly reader: HarReader;
  readonly urls: readonly string[];
}

/** Reads a file to its end; whether the ends of entries are guessed or not makes no difference. */
export function readWhole(...chunks: readonly Uint8Array[]): WholeReading {
  const [scanned, guessed] = [read({}, chunks), read({ find }, chunks)];
  expect(guessed.urls).toEqual(scanned.urls);
  expect({ ...guessed.reader }).toEqual({ ...scanned.reader });
  return guessed;
}

function read(options: HarReaderOptions, chunks: readonly Uint8Array[]): WholeReading {
  const reader = new HarReader(options);
  const readings = [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
  return { reader, urls: readings.map(({ exchange }) => exchange.request.url) };
}
