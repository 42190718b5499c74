/**
 * Converts a journal to HAR 1.2 and back. The field `_deckhand` of an entry holds what HAR cannot express (the order, exact
 * times, failures), so reading a file of Deckhand returns the same journal. Files of other tools are read as far as possible.
 */
import type { Exchange, WireBody, WireFailure } from './exchange.js';
import { headerOf } from './exchange.js';
import { fieldsOf } from './har/fields.js';
import { sortByStart } from './har/har-reader.js';
import { readEntry, type EntryReading } from './har/read-entry.js';

/** The parts of HAR 1.2 that Deckhand writes. */
export interface Har {
  readonly log: {
    readonly version: '1.2';
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
  };
}

interface HarHeader {
  readonly name: string;
  readonly value: string;
}

export interface HarEntry {
  readonly pageref?: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: Readonly<Record<string, unknown>> & { readonly headers: readonly HarHeader[] };
  readonly response: Readonly<Record<string, unknown>> & { readonly headers: readonly HarHeader[] };
  readonly cache: object;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  /** For readers of the file: how the exchange failed, and which bodies were cut. */
  readonly comment?: string;
  readonly _deckhand: DeckhandFields;
}

/** What HAR cannot express. */
interface DeckhandFields {
  readonly sequence: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failure?: WireFailure;
  readonly steered?: boolean;
  readonly renewed?: boolean;
  /** Whether there was a response, complete or not. */
  readonly answered: boolean;
  /** The true sizes of the bodies, whether they were cut, and the encoding that HAR lacks for requests. */
  readonly request?: Pick<WireBody, 'cut' | 'encoding' | 'bytes'>;
  readonly response?: Pick<WireBody, 'cut' | 'bytes'>;
}

export function toHar(exchanges: readonly Exchange[], creator: Har['log']['creator']): Har {
  return { log: { version: '1.2', creator, entries: exchanges.map(entryOf) } };
}

function entryOf(exchange: Exchange): HarEntry {
  const { sequence, startedAt, endedAt, request, response, failure, steered, renewed, page } = exchange;
  const time = Math.max(0, endedAt - startedAt);
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  return {
    ...(page !== undefined && { pageref: page }),
    startedDateTime: new Date(startedAt).toISOString(),
    time,
    request: {
      ...common,
      method: request.method,
      url: request.url,
      headers: request.headers.map(([name, value]) => ({ name, value })),
      queryString: [],
      bodySize: request.body?.bytes ?? 0,
      ...(request.body && {
        postData: { mimeType: headerOf(request.headers, 'content-type') ?? '', text: request.body.text },
      }),
    },
    response: {
      ...common,
      status: response?.status ?? 0,
      statusText: '',
      headers: (response?.headers ?? []).map(([name, value]) => ({ name, value })),
      content: {
        size: response?.body?.bytes ?? 0,
        mimeType: headerOf(response?.headers ?? [], 'content-type') ?? '',
        ...(response?.body && { text: response.body.text }),
        ...(response?.body?.encoding && { encoding: response.body.encoding }),
      },
      redirectURL: headerOf(response?.headers ?? [], 'location') ?? '',
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _deckhand: {
      sequence,
      startedAt,
      endedAt,
      answered: response !== undefined,
      ...(failure && { failure }),
      ...(steered && { steered }),
      ...(renewed && { renewed }),
      ...(request.body && { request: withoutText(request.body) }),
      ...(response?.body && { response: withoutText(response.body) }),
    },
  };
}

function withoutText({ text: _, ...rest }: WireBody): Omit<WireBody, 'text'> {
  return rest;
}

export interface HarReading {
  /** In the order in which they started. */
  readonly exchanges: readonly Exchange[];
  /** One line for each entry that cannot be read. */
  readonly problems: readonly string[];
}

/**
 * Reads a parsed HAR file. `HarReader` reads files of any length. Responses from a browser's cache are left out. Never throws:
 * an entry that cannot be read is a problem in the result.
 */
export function fromHar(har: unknown): HarReading {
  const { entries } = fieldsOf(fieldsOf(har).log);
  if (!Array.isArray(entries))
    return { exchanges: [], problems: ['it has no log.entries, so it is not a HAR file'] };
  const readings: EntryReading[] = [];
  const problems: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const reading = readEntry(entry, index + 1);
    if (typeof reading === 'string') problems.push(`entry ${index + 1}: ${reading}`);
    else if (!reading.isCached) readings.push(reading);
  }
  return { exchanges: sortByStart(readings), problems };
}
