/**
 * Sends one request over HTTP or HTTPS and brings back what was on the wire, within bounds of size and time. Follows no
 * redirect, keeps no cookie, hides no fault: a broken answer is told apart from none.
 */
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { OutgoingRequest, Transport, WireAnswer } from '../contract/index.js';
import { bodyOfBytes } from '../journal/body.js';
import type { HeaderPairs, WireFailure } from '../journal/exchange.js';
import { clearRealTimeout, setRealTimeout } from './real-time.js';

/** Of a body, in bytes; more is cut off and the connection closed. */
const largestBody = 4 * 1024 * 1024;
const largestHeaders = 64 * 1024;

export interface WireClient {
  readonly transport: Transport;
  /** Closes idle connections. */
  readonly close: () => void;
}

export function wireClient(): WireClient {
  const http = new HttpAgent({ keepAlive: true, maxSockets: 8 });
  const https = new HttpsAgent({ keepAlive: true, maxSockets: 8 });
  return {
    transport: (outgoing) => send(outgoing, http, https, true),
    close: () => {
      http.destroy();
      https.destroy();
    },
  };
}

async function send(
  outgoing: OutgoingRequest,
  http: HttpAgent,
  https: HttpsAgent,
  mayRetry: boolean,
): Promise<WireAnswer> {
  let opened: ClientRequest | undefined;
  const answer = await new Promise<WireAnswer>((resolve) => {
    const { method, url, headers, body, timeout } = outgoing;
    const isSecure = url.startsWith('https:');
    const pairs = [
      ...headers,
      ['accept-encoding', 'gzip, deflate, br'] as const,
      ['user-agent', 'deckhand'] as const,
    ];
    const length = body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))] as const];
    try {
      const options = {
        method,
        headers: Object.fromEntries([...pairs, ...length]),
        maxHeaderSize: largestHeaders,
        // The address is sent as it stands: ids may be percent-encoded in any way.
        path: url.replace(/^https?:\/\/[^/]*/i, ''),
      };
      const request = isSecure
        ? httpsRequest(url, { ...options, agent: https })
        : httpRequest(url, { ...options, agent: http });
      opened = request;
      const timer = setRealTimeout(() => {
        resolve({ failure: 'timeout', detail: `no whole answer in ${Math.round(timeout / 1000)} s` });
        request.destroy();
      }, timeout);
      const done = (result: WireAnswer) => {
        clearRealTimeout(timer);
        resolve(result);
      };
      request.on('response', (response) => receive(response, (result) => done(result), request));
      request.on('upgrade', (_, socket) => {
        done({ failure: 'protocol', detail: 'the connection was upgraded' });
        socket.destroy();
      });
      request.on('error', (error) => done({ failure: failureOf(error), detail: error.message }));
      request.end(body);
    } catch (error) {
      resolve({ failure: 'unreachable', detail: error instanceof Error ? error.message : String(error) });
    }
  });
  // A connection kept alive may have been closed by the other side in the very moment; that says nothing about it.
  const isStale =
    opened?.reusedSocket === true && answer.failure === 'reset' && answer.response === undefined;
  return isStale && mayRetry ? send(outgoing, http, https, false) : answer;
}

function receive(
  response: IncomingMessage,
  done: (answer: WireAnswer) => void,
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
      ...(failure && { failure, detail: 'the answer broke off' }),
    });
  };
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= largestBody) return void chunks.push(chunk);
    finish();
    request.destroy();
  });
  response.on('end', () => finish(response.complete ? undefined : 'truncated'));
  response.on('aborted', () => finish('truncated'));
  response.on('error', () => finish('truncated'));
}

function bodyOf(bytes: Buffer, encoding: string | undefined, size: number) {
  if (size === 0) return {};
  if (size > largestBody) return { body: { text: '', bytes: size, cut: true } };
  const decoded = decode(bytes, encoding?.trim().toLowerCase());
  if (decoded === 'too large') return { body: { text: '', bytes: largestBody + 1, cut: true } };
  return { body: bodyOfBytes(decoded) };
}

function decode(bytes: Buffer, encoding: string | undefined): Uint8Array | 'too large' {
  const decoders = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync };
  const decoder =
    encoding !== undefined && Object.hasOwn(decoders, encoding)
      ? decoders[encoding as keyof typeof decoders]
      : undefined;
  if (!decoder) return bytes;
  try {
    return decoder(bytes, { maxOutputLength: largestBody });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : bytes;
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
