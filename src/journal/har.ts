/**
 * A journal as HAR 1.2, and back. What is written here is read back the same, to the order of exchanges and the way one
 * broke off; what others wrote is read as far as it goes. Times beyond the format's milliseconds, and what HAR has no
 * place for, stand in a field of our own.
 */
import { bodyOfBytes, bodyOfText, bytesOfBase64 } from './body.js';
import type { Exchange, HeaderPairs, WireBody, WireFailure } from './exchange.js';
import { headerOf } from './exchange.js';

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

/** Reads what JSON.parse made of a HAR file. Never throws: what is no exchange is a problem. */
export function fromHar(har: unknown): HarReading {
  const entries = field(field(har, 'log'), 'entries');
  if (!Array.isArray(entries))
    return { exchanges: [], problems: ['it has no log.entries, so it is no HAR file'] };
  const problems: string[] = [];
  const read = entries.flatMap((entry: unknown, index): Exchange[] => {
    const exchange = exchangeOf(entry, index + 1);
    if (exchange) return [exchange];
    problems.push(`entry ${index + 1} has no request with a method and an address`);
    return [];
  });
  const isOurs = entries.every((entry) => typeof field(field(entry, '_deckhand'), 'sequence') === 'number');
  const ordered = read.toSorted((one, two) => one.startedAt - two.startedAt);
  return {
    exchanges: isOurs ? read : ordered.map((exchange, index) => ({ ...exchange, sequence: index + 1 })),
    problems,
  };
}

function exchangeOf(entry: unknown, ordinal: number): Exchange | undefined {
  const [request, response, own] = ['request', 'response', '_deckhand'].map((name) => field(entry, name));
  const page = field(entry, 'pageref');
  const [method, url] = ['method', 'url'].map((name) => field(request, name));
  if (typeof method !== 'string' || typeof url !== 'string') return undefined;
  const startedAt = numberOf(field(own, 'startedAt')) ?? Date.parse(textOf(field(entry, 'startedDateTime')));
  const status = numberOf(field(response, 'status')) ?? 0;
  const failure = failureOf(field(own, 'failure'), status);
  const sent = requestBody(field(request, 'postData'), field(own, 'request'));
  const received = responseBody(field(response, 'content'), field(own, 'response'));
  const isAnswered =
    typeof field(own, 'answered') === 'boolean' ? field(own, 'answered') === true : status > 0;
  const start = Number.isNaN(startedAt) ? 0 : startedAt;
  return {
    sequence: numberOf(field(own, 'sequence')) ?? ordinal,
    startedAt: start,
    endedAt: numberOf(field(own, 'endedAt')) ?? start + Math.max(0, numberOf(field(entry, 'time')) ?? 0),
    request: { method, url, headers: headersOf(field(request, 'headers')), ...(sent && { body: sent }) },
    ...(isAnswered && {
      response: {
        status,
        headers: headersOf(field(response, 'headers')),
        ...(received && { body: received }),
      },
    }),
    ...(failure && { failure }),
    ...(field(own, 'steered') === true && { steered: true }),
    ...(typeof page === 'string' && { page }),
  };
}

const failures: readonly string[] = [
  'reset',
  'timeout',
  'aborted',
  'truncated',
  'unreachable',
  'protocol',
] satisfies WireFailure[];

/** Others write the status 0 when there was no answer. */
function failureOf(said: unknown, status: number): WireFailure | undefined {
  if (typeof said === 'string' && failures.includes(said)) return said as WireFailure;
  return status > 0 ? undefined : 'aborted';
}

function requestBody(postData: unknown, own: unknown): WireBody | undefined {
  const text = field(postData, 'text');
  if (typeof text !== 'string') return undefined;
  return {
    ...bodyOfText(text),
    ...sizesOf(own),
    ...(field(own, 'encoding') === 'base64' && { encoding: 'base64' }),
  };
}

function responseBody(content: unknown, own: unknown): WireBody | undefined {
  const text = field(content, 'text');
  if (typeof text !== 'string') {
    const size = numberOf(field(content, 'size')) ?? 0;
    // The writer left the body out: that it was there is known, what it said is not.
    return size > 0 ? { text: '', bytes: size, cut: true } : undefined;
  }
  if (field(content, 'encoding') !== 'base64') return { ...bodyOfText(text), ...sizesOf(own) };
  const bytes = bytesOfBase64(text);
  return bytes ? { ...bodyOfBytes(bytes), ...sizesOf(own) } : { ...bodyOfText(text), encoding: 'base64' };
}

function sizesOf(own: unknown): Partial<WireBody> {
  const bytes = numberOf(field(own, 'bytes'));
  return { ...(bytes !== undefined && { bytes }), ...(field(own, 'cut') === true && { cut: true }) };
}

function headersOf(headers: unknown): HeaderPairs {
  if (!Array.isArray(headers)) return [];
  return headers.map(
    (header: unknown) => [textOf(field(header, 'name')), textOf(field(header, 'value'))] as const,
  );
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
