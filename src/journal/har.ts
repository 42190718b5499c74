/**
 * Converts a journal to HAR 1.2. The field `_deckhand` of an entry contains what HAR cannot express (the order, exact times,
 * failures), so that `read-har.ts` restores the same journal.
 */
import { getHeader, type Exchange, type WireBody, type WireFailure, type WireResponse } from './exchange.js';
import { UNKNOWN_VERSION } from './har/read-entry.js';

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
  readonly connection?: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: Readonly<Record<string, unknown>> & { readonly headers: readonly HarHeader[] };
  readonly response: Readonly<Record<string, unknown>> & { readonly headers: readonly HarHeader[] };
  readonly cache: object;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  /** For readers of the file: how the exchange failed, and which bodies are truncated. */
  readonly comment?: string;
  readonly _deckhand: DeckhandExtension;
}

/** What HAR cannot express. */
interface DeckhandExtension {
  readonly sequence: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failure?: WireFailure;
  /** Whether the clock was changed: `Exchange.clockChanged`. */
  readonly steered?: boolean;
  readonly firstByteAt?: number;
  /** Whether there was a response, complete or not. */
  readonly answered: boolean;
  /** Whether the response is that of the recording proxy: `Exchange.proxyResponse`. */
  readonly byProxy?: boolean;
  /** Whether the reason phrase was empty. In HAR, an empty one can also be unknown. */
  readonly emptyReason?: boolean;
  /** The sizes of the complete bodies, whether they are truncated, and the encoding, which HAR lacks for requests. */
  readonly request?: BodyExtension;
  readonly response?: BodyExtension;
}

interface BodyExtension {
  readonly bytes: number;
  readonly encoding?: 'base64';
  /** Whether the body is truncated. */
  readonly cut?: boolean;
}

/** HAR has status 0 for a missing response. */
const NO_RESPONSE: WireResponse = { status: 0, headers: [] };

export function toHar(exchanges: readonly Exchange[], creator: Har['log']['creator']): Har {
  return { log: { version: '1.2', creator, entries: exchanges.map(toEntry) } };
}

function toEntry(exchange: Exchange): HarEntry {
  const { startedAt, endedAt, firstByteAt = endedAt, request, pageref, connection } = exchange;
  const time = Math.max(0, endedAt - startedAt);
  const receive = Math.min(time, Math.max(0, endedAt - firstByteAt));
  const common = { cookies: [], headersSize: -1 };
  return {
    ...(pageref !== undefined && { pageref }),
    ...(connection !== undefined && { connection }),
    startedDateTime: new Date(startedAt).toISOString(),
    time,
    request: {
      ...common,
      httpVersion: 'HTTP/1.1',
      method: request.method,
      url: request.url,
      headers: request.headers.map(([name, value]) => ({ name, value })),
      queryString: [],
      bodySize: request.body?.bytes ?? 0,
      ...(request.body && {
        postData: { mimeType: getHeader(request.headers, 'content-type') ?? '', text: request.body.text },
      }),
    },
    response: { ...common, ...toHarResponse(exchange.response ?? exchange.proxyResponse) },
    cache: {},
    timings: { send: 0, wait: time - receive, receive },
    _deckhand: toExtension(exchange),
  };
}

function toHarResponse({ status, statusText, httpVersion, headers, body }: WireResponse = NO_RESPONSE) {
  return {
    httpVersion: httpVersion ?? UNKNOWN_VERSION,
    status,
    statusText: statusText ?? '',
    headers: headers.map(([name, value]) => ({ name, value })),
    content: {
      size: body?.bytes ?? 0,
      mimeType: getHeader(headers, 'content-type') ?? '',
      ...(body && { text: body.text }),
      ...(body?.encoding && { encoding: body.encoding }),
    },
    redirectURL: getHeader(headers, 'location') ?? '',
    bodySize: -1,
  };
}

function toExtension(exchange: Exchange): DeckhandExtension {
  const { sequence, startedAt, firstByteAt, endedAt, request, failure, clockChanged } = exchange;
  const response = exchange.response ?? exchange.proxyResponse;
  return {
    sequence,
    startedAt,
    ...(firstByteAt !== undefined && { firstByteAt }),
    endedAt,
    answered: exchange.response !== undefined,
    ...(exchange.proxyResponse && { byProxy: true }),
    ...(response?.statusText === '' && { emptyReason: true }),
    ...(failure && { failure }),
    ...(clockChanged && { steered: clockChanged }),
    ...(request.body && { request: toBodyExtension(request.body) }),
    ...(response?.body && { response: toBodyExtension(response.body) }),
  };
}

function toBodyExtension({ bytes, encoding, truncated }: WireBody): BodyExtension {
  return { ...(encoding && { encoding }), bytes, ...(truncated !== undefined && { cut: truncated }) };
}
