/**
 * Sends one request over HTTP or HTTPS and returns the response as it was on the wire, within limits of size and time. It does
 * not follow redirects and does not keep cookies. It distinguishes an incomplete response from a missing one.
 */
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { OutgoingRequest, Transport, TransportResult } from '../../contract/index.js';
import { bodyOfBytes } from '../../journal/body.js';
import type { HeaderPairs, WireFailure } from '../../journal/exchange.js';
import { whyUnreachable } from './connection-failure.js';
import { directRoute, type Route } from './route.js';
import { clearRealTimeout, setRealTimeout } from '../../base/real-time.js';

/** A larger body is cut, and its connection is closed. */
const maxBodyBytes = 4 * 1024 * 1024;
const maxHeaderBytes = 64 * 1024;

export interface WireClient {
  readonly transport: Transport;
  /** Closes idle connections. */
  readonly close: () => void;
}

/** The number of connections at the same time. */
const MAX_SOCKETS = 8;

/** The way to one origin, and its connections. */
interface Way {
  readonly route: Route;
  readonly agent: Agent;
}

/** @param route the way to the target; default: a direct connection to the origin of each request */
export function wireClient(route?: Route): WireClient {
  const ways = new Map<string, Way>();
  const wayTo = (url: string): Way => {
    const { origin } = new URL(url);
    const known = ways.get(origin);
    if (known) return known;
    const own = route?.origin === origin ? route : directRoute(url);
    const way = { route: own, agent: own.newAgent(MAX_SOCKETS) };
    ways.set(origin, way);
    return way;
  };
  return {
    transport: (outgoing) => send(outgoing, wayTo, true),
    close: () => {
      for (const { agent } of ways.values()) agent.destroy();
    },
  };
}

async function send(
  outgoing: OutgoingRequest,
  wayTo: (url: string) => Way,
  canRetry: boolean,
): Promise<TransportResult> {
  let sent: ClientRequest | undefined;
  const result = await new Promise<TransportResult>((resolve) => {
    const { method, url, headers, body, timeout } = outgoing;
    const pairs = [
      ['accept-encoding', 'gzip, deflate, br'] as const,
      ['user-agent', 'deckhand'] as const,
      ...headers.map(([name, value]) => [name.toLowerCase(), value] as const),
    ];
    const length = body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))] as const];
    try {
      const { route, agent } = wayTo(url);
      const head = {
        method,
        headers: Object.fromEntries([...pairs, ...length]),
        maxHeaderSize: maxHeaderBytes,
        // The path is sent unchanged, because ids can be percent-encoded in any way.
        path: url.replace(/^https?:\/\/[^/]*/i, ''),
      };
      const request = route.request(head, agent);
      sent = request;
      const timer = setRealTimeout(() => {
        resolve({ failure: 'timeout', detail: `no complete response in ${Math.round(timeout / 1000)} s` });
        request.destroy();
      }, timeout);
      const done = (outcome: TransportResult) => {
        clearRealTimeout(timer);
        resolve(outcome);
      };
      let refusal: number | undefined;
      request.on('proxyConnect', ({ statusCode }: { statusCode: number }) => {
        refusal = statusCode === 200 ? undefined : statusCode;
      });
      request.on('response', (response) => {
        if (refusal === undefined) return receive(response, done, request);
        receive(response, (outcome) => done(refused(outcome, refusal, route.proxy)), request);
      });
      request.on('upgrade', (_, socket) => {
        done({ failure: 'protocol', detail: 'the connection was upgraded' });
        socket.destroy();
      });
      request.on('error', (error) =>
        done({ failure: failureOf(error), detail: detailOf(error, route.proxy) }),
      );
      request.end(body);
    } catch (error) {
      resolve({ failure: 'unreachable', detail: error instanceof Error ? error.message : String(error) });
    }
  });
  // A server can close an idle kept-alive connection at any time. That is not a fault of the server, so the request is sent again.
  const isStale = sent?.reusedSocket === true && result.failure === 'reset' && result.response === undefined;
  return isStale && canRetry ? send(outgoing, wayTo, false) : result;
}

/** A proxy refused to connect to the target. The response is that of the proxy. */
function refused(
  { response }: TransportResult,
  status: number | undefined,
  proxy: string | undefined,
): TransportResult {
  const help =
    status === 407 ? '. It needs a user and a password: HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT' : '';
  return {
    ...(response && { response }),
    failure: 'gateway',
    detail: `the proxy ${proxy} refused to connect to the target${help}`,
  };
}

const detailOf = (error: NodeJS.ErrnoException, proxy: string | undefined): string =>
  failureOf(error) === 'unreachable' ? whyUnreachable(error, proxy) : error.message;

function receive(
  response: IncomingMessage,
  done: (outcome: TransportResult) => void,
  request: ClientRequest,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const status = response.statusCode ?? 0;
  const headers = pairsOf(response.rawHeaders);
  const finish = (failure?: WireFailure) => {
    done({
      response: {
        status,
        headers,
        ...bodyOf(Buffer.concat(chunks), response.headers['content-encoding'], size),
      },
      ...(failure && { failure, detail: 'the response ended early' }),
    });
  };
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBodyBytes) return void chunks.push(chunk);
    finish();
    request.destroy();
  });
  response.on('end', () => finish(response.complete ? undefined : 'truncated'));
  response.on('aborted', () => finish('truncated'));
  response.on('error', () => finish('truncated'));
}

function bodyOf(bytes: Buffer, encoding: string | undefined, size: number) {
  if (size === 0) return {};
  if (size > maxBodyBytes) return { body: { text: '', bytes: size, cut: true } };
  const decoded = decode(bytes, encoding?.trim().toLowerCase());
  if (decoded === 'too large') return { body: { text: '', bytes: maxBodyBytes + 1, cut: true } };
  // A client cannot read a body that is not in its announced encoding.
  if (decoded === undefined) return { body: { text: '', bytes: size, cut: true } };
  return { body: bodyOfBytes(decoded) };
}

function decode(bytes: Buffer, encoding: string | undefined): Uint8Array | 'too large' | undefined {
  const decoders = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateAny, br: brotliDecompressSync };
  const decoder =
    encoding !== undefined && Object.hasOwn(decoders, encoding)
      ? decoders[encoding as keyof typeof decoders]
      : undefined;
  if (!decoder) return bytes;
  try {
    return decoder(bytes, { maxOutputLength: maxBodyBytes });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : undefined;
  }
}

/** Some servers send deflate without the zlib header, and all browsers read it. */
function inflateAny(bytes: Buffer, limits: { readonly maxOutputLength: number }): Buffer {
  try {
    return inflateSync(bytes, limits);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw error;
    return inflateRawSync(bytes, limits);
  }
}

function pairsOf(raw: readonly string[]): HeaderPairs {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return pairs;
}

function failureOf(error: NodeJS.ErrnoException): WireFailure {
  const code = error.code ?? '';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'reset';
  if (code.startsWith('HPE_')) return 'protocol';
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
}
