/**
 * A journal as HAR 1.2, and back. What is written here is read back the same, to the order of exchanges and the way one
 * broke off; what others wrote is read as far as it goes. Times beyond the format's milliseconds, and what HAR has no
 * place for, stand in a field of our own.
 */
import type { Exchange, WireBody, WireFailure } from './exchange.js';
import { headerOf } from './exchange.js';
import { fieldsOf } from './har/fields.js';
import { inOrder } from './har/har-reader.js';
import { readEntry, type EntryReading } from './har/read-entry.js';

/** HAR 1.2, as far as we write it. */
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

interface HarEntry {
  readonly pageref?: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: Readonly<Record<string, unknown>> & { readonly headers: readonly HarHeader[] };
  readonly response: Readonly<Record<string, unknown>> & { readonly headers: readonly HarHeader[] };
  readonly cache: object;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly _deckhand: Own;
}

/** What HAR has no place for. */
interface Own {
  readonly sequence: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failure?: WireFailure;
  readonly steered?: boolean;
  /** Whether a head of a response came. */
  readonly answered: boolean;
  /** The bodies whose text was cut, or is base64 where HAR knows none. */
  readonly request?: Pick<WireBody, 'cut' | 'encoding' | 'bytes'>;
  readonly response?: Pick<WireBody, 'cut' | 'bytes'>;
}

export function toHar(exchanges: readonly Exchange[], creator: Har['log']['creator']): Har {
  return { log: { version: '1.2', creator, entries: exchanges.map(entryOf) } };
}

function entryOf(exchange: Exchange): HarEntry {
  const { sequence, startedAt, endedAt, request, response, failure, steered, page } = exchange;
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
      ...(request.body && { request: sizeOf(request.body) }),
      ...(response?.body && { response: sizeOf(response.body) }),
    },
  };
}

function sizeOf({ text: _, ...rest }: WireBody): Omit<WireBody, 'text'> {
  return rest;
}

export interface HarReading {
  /** In the order of their beginning. */
  readonly exchanges: readonly Exchange[];
  /** What could not be read, one line each. */
  readonly problems: readonly string[];
}

/**
 * Reads what JSON.parse made of a HAR file; files of any length are for `HarReader`. What a browser's cache answered is left
 * out. Never throws: what is no exchange is a problem.
 */
export function fromHar(har: unknown): HarReading {
  const { entries } = fieldsOf(fieldsOf(har).log);
  if (!Array.isArray(entries))
    return { exchanges: [], problems: ['it has no log.entries, so it is no HAR file'] };
  const readings: EntryReading[] = [];
  const problems: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const reading = readEntry(entry, index + 1);
    if (typeof reading === 'string') problems.push(`entry ${index + 1}: ${reading}`);
    else if (!reading.isCached) readings.push(reading);
  }
  return { exchanges: inOrder(readings), problems };
}
