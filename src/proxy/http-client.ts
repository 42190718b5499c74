/**
 * Sends requests over HTTP or HTTPS, and returns responses as they were on the wire, within limits of size and time. It neither
 * follows redirects nor stores cookies, and distinguishes an incomplete response from a missing one.
 */
import type { Agent, ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { clearRealTimeout, setRealTimeout } from '../base/real-time.js';
import type { Transport, TransportResult } from '../journal/transport.js';
import { bodyFromBytes } from '../journal/body.js';
import { getContentEncoding } from '../journal/content-encoding.js';
import { toHeaderPairs, type WireBody, type WireFailure } from '../journal/exchange.js';
import { ByteBuffer } from '../base/byte-buffer.js';
import { decodeBody } from '../files/decode-body.js';
import { unzstd } from './unzstd.js';
import { connectionFailureReason, HANDSHAKE_CLOSED } from './connection/failure-reason.js';
import { isTlsPortResponse, isTlsRecord, TLS_PORT_REASON } from './connection/tls-probe.js';
import { createDirectRoute, MAX_HEADER_BYTES, type ConnectionRoute } from './connection/route.js';

/** A larger body is truncated, and its connection is closed. */
const MAX_BODY_BYTES = 4 * 1024 ** 2;

/** The maximum number of concurrent connections to a service. */
const MAX_SOCKETS = 8;

export interface HttpClient {
  readonly transport: Transport;
  /** Closes idle connections. */
  readonly close: () => void;
}

/**
 * The client of `verify`.
 * @param route the connection to the target; default: a direct connection to the origin of each request
 */
export function createHttpClient(route?: ConnectionRoute): HttpClient {
  const pools = new ConnectionPools((url) =>
    route?.origin === new URL(url).origin ? route : createDirectRoute(url),
  );
  const names = new ConnectionNames();
  return {
    async transport({ method, url, headers, body, timeout, isOnNewConnection = false }) {
      const requestHeaders = {
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'deckhand',
        ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      };
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const request = { method, url, headers: requestHeaders, body: bytes, timeout, isOnNewConnection };
      const { response, failure, detail, socket } = await pools.send(request).catch(unreachableResult);
      return {
        ...(socket && { connection: names.of(socket) }),
        ...(response && { response: toTransportResponse(response, failure === undefined) }),
        ...(failure && { failure }),
        ...(detail !== undefined && { detail }),
      };
    },
    close: () => pools.close(),
  };
}

interface HttpRequestOptions {
  readonly method: string;
  readonly url: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer | undefined;
  /** The limit for the complete exchange, in ms. */
  readonly timeout: number;
  readonly isOnNewConnection: boolean;
}

interface HttpResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly bytes: Uint8Array;
  /** Whether the body was longer than `MAX_BODY_BYTES`. */
  readonly isTruncated: boolean;
}

interface HttpResult {
  readonly response?: HttpResponse;
  readonly failure?: WireFailure;
  readonly detail?: string;
  /** Whether a kept-alive connection was closed before the response. */
  readonly isStale?: boolean;
  /** Of the connection that carried the request. */
  readonly socket?: Socket;
}

/** Numbers connections in the order of their first response. */
class ConnectionNames {
  readonly #names = new WeakMap<Socket, string>();
  #count = 0;

  of(socket: Socket): string {
    const name = this.#names.get(socket) ?? String(++this.#count);
    this.#names.set(socket, name);
    return name;
  }
}

/** Connection pools by origin. */
class ConnectionPools {
  readonly #open: (url: string) => ConnectionRoute;
  readonly #pools = new Map<string, { readonly route: ConnectionRoute; readonly agent: Agent }>();

  constructor(open: (url: string) => ConnectionRoute) {
    this.#open = open;
  }

  async send(request: HttpRequestOptions): Promise<HttpResult> {
    const { origin } = new URL(request.url);
    const pool = this.#pools.get(origin) ?? this.#createPool(request.url);
    this.#pools.set(origin, pool);
    const { route, agent } = pool;
    if (request.isOnNewConnection) return sendOnNewConnection(request, route);
    const result = await sendOnce(request, route, agent);
    // A server may close an idle connection at any time, so the request is sent again.
    return result.isStale ? sendOnce(request, route, agent) : result;
  }

  #createPool(url: string): { readonly route: ConnectionRoute; readonly agent: Agent } {
    const route = this.#open(url);
    return { route, agent: route.newAgent(MAX_SOCKETS) };
  }

  close(): void {
    for (const pool of this.#pools.values()) pool.agent.destroy();
  }
}

/** Closes the connection afterwards. */
async function sendOnNewConnection(request: HttpRequestOptions, route: ConnectionRoute): Promise<HttpResult> {
  const agent = route.newAgent(1);
  try {
    return await sendOnce(request, route, agent);
  } finally {
    agent.destroy();
  }
}

/** Never rejects. */
function sendOnce(request: HttpRequestOptions, route: ConnectionRoute, agent: Agent): Promise<HttpResult> {
  const { method, url, headers, body, timeout } = request;
  return new Promise((resolve) => {
    let sent: ClientRequest;
    try {
      sent = route.request(
        {
          method,
          // The path is sent unchanged, because ids can be percent-encoded in any way.
          path: url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, ''),
          headers: { ...headers, ...(body && { 'content-length': body.length }) },
          maxHeaderSize: MAX_HEADER_BYTES,
        },
        agent,
      );
    } catch (error) {
      return resolve(unreachableResult(error));
    }
    const end = (outcome: HttpResult): void => {
      resolve(outcome);
      sent.destroy();
    };
    const limit = setRealTimeout(
      () => end({ failure: 'timeout', detail: `no complete response in ${Math.round(timeout / 1000)} s` }),
      timeout,
    );
    sent.on('close', () => clearRealTimeout(limit));
    let tunnelStatus: number | undefined;
    sent.on('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      tunnelStatus = statusCode === 200 ? undefined : statusCode;
    });
    sent.on('response', (incoming) => {
      // The response loses it at its end.
      const { socket } = incoming;
      readResponse(incoming, (outcome) => {
        const { status = 0, bytes = Buffer.alloc(0) } = outcome.response ?? {};
        if (tunnelStatus !== undefined) resolve({ ...outcome, ...tunnelFailure(tunnelStatus, route.proxy) });
        else if (/^http:/i.test(url) && isTlsPortResponse(status, bytes))
          resolve({ failure: 'unreachable', detail: TLS_PORT_REASON });
        else resolve({ ...outcome, socket });
      });
    });
    sent.on('upgrade', (_, socket) => {
      end({ failure: 'protocol', detail: 'the connection was upgraded' });
      socket.destroy();
    });
    sent.on('error', (error: NodeJS.ErrnoException & { readonly rawPacket?: Uint8Array }) => {
      const failure = classifyError(error);
      if (isTlsRecord(error.rawPacket)) return resolve({ failure: 'unreachable', detail: TLS_PORT_REASON });
      const detail = failure === 'unreachable' ? connectionFailureReason(error, route.proxy) : error.message;
      const result = { failure, detail, isStale: failure === 'reset' && sent.reusedSocket };
      const explanation = failure === 'reset' && !result.isStale ? route.explainClose() : undefined;
      if (!explanation) return resolve(result);
      void explanation.then((cause) =>
        resolve(cause === undefined ? result : { failure: 'unreachable', detail: cause }),
      );
    });
    sent.end(body);
  });
}

function readResponse(incoming: IncomingMessage, done: (outcome: HttpResult) => void): void {
  const { statusCode: status = 0, rawHeaders: headers } = incoming;
  const body = new ByteBuffer();
  let isTruncated = false;
  const finish = (failure?: WireFailure): void => {
    const response = {
      status,
      headers,
      bytes: body.bytes(),
      isTruncated,
    };
    done({ response, ...(failure && { failure, detail: 'the response ended early' }) });
  };
  incoming.on('data', (chunk: Buffer) => {
    isTruncated = body.length + chunk.length > MAX_BODY_BYTES;
    if (!isTruncated) return body.append(chunk);
    finish();
    incoming.destroy();
  });
  incoming.on('end', () =>
    finish(incoming.complete || incoming.httpVersionMinor === 0 ? undefined : 'truncated'),
  );
  incoming.on('error', () => finish('truncated'));
}

/** No request could be sent, for example because its URL is invalid. */
const unreachableResult = (error: unknown): HttpResult => ({
  failure: 'unreachable',
  detail: error instanceof Error ? error.message : String(error),
});

/** A proxy rejected the tunnel to the target. The response is that of the proxy. */
function tunnelFailure(status: number, proxy: string | undefined): HttpResult {
  const help =
    status === 407 ? '. It requires a user and a password: HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT' : '';
  return { failure: 'gateway', detail: `the proxy ${proxy} rejected the tunnel to the target${help}` };
}

function toTransportResponse(
  { status, headers, bytes, isTruncated }: HttpResponse,
  isComplete: boolean,
): TransportResult['response'] {
  const pairs = toHeaderPairs(headers);
  const body = toWireBody(bytes, isTruncated, getContentEncoding(pairs), isComplete);
  return { status, headers: pairs, ...(body && { body }) };
}

function toWireBody(
  bytes: Uint8Array,
  isTruncated: boolean,
  encoding: string | undefined,
  isComplete: boolean,
): WireBody | undefined {
  if (isTruncated) return { text: '', bytes: MAX_BODY_BYTES + 1, truncated: true };
  if (bytes.length === 0) return undefined;
  const decoded = decodeBody(bytes, encoding, { maxBytes: MAX_BODY_BYTES, isComplete, unzstd });
  if (typeof decoded !== 'string') return bodyFromBytes(decoded);
  // A client cannot read a body that is not in its declared encoding.
  return { text: '', bytes: decoded === 'too large' ? MAX_BODY_BYTES + 1 : bytes.length, truncated: true };
}

function classifyError({ code = '', message }: NodeJS.ErrnoException): WireFailure {
  if (message === HANDSHAKE_CLOSED) return 'unreachable';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset';
  if (code.startsWith('HPE_')) return 'protocol';
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
}
