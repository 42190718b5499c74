/**
 * A `fetch` that reaches servers behind proxies and gateways, for `connectDeckhand`. Node's own `fetch` cannot use a proxy of the
 * environment or a certificate in every version that Deckhand supports.
 */
import { Readable } from 'node:stream';
import type { Agent } from 'node:http';
import { routeTo, type Route } from './route.js';
import type { TlsOptions } from './tls-context.js';
import { whyUnreachable } from './connection-failure.js';

export interface ReachOptions extends TlsOptions {
  /** Headers for a gateway, sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

const MAX_HEADER_BYTES = 65_536;
/** Statuses whose responses have no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/** @param options certificates, and headers for a gateway; proxies come from the environment */
export function reachFetch({ headers = {}, ...options }: ReachOptions = {}): typeof fetch {
  const ways = new Map<string, Promise<Way>>();
  return async (input, init) => {
    const request = new Request(input, init);
    const { origin } = new URL(request.url);
    const way = ways.get(origin) ?? openWay(request.url, options);
    ways.set(origin, way);
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    return send(await way, request, { ...headers, ...Object.fromEntries(request.headers) }, body);
  };
}

/** The way to one origin, and its connections. */
interface Way {
  readonly route: Route;
  readonly agent: Agent;
}

async function openWay(url: string, options: TlsOptions): Promise<Way> {
  const route = await routeTo(url, options);
  return { route, agent: route.newAgent() };
}

function send(
  { route, agent }: Way,
  { method, url, signal }: Request,
  headers: Readonly<Record<string, string>>,
  body: Buffer | undefined,
): Promise<Response> {
  const { pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const length = body && { 'content-length': String(body.length) };
    const head = {
      method,
      path: pathname + search,
      headers: { ...headers, ...length },
      maxHeaderSize: MAX_HEADER_BYTES,
    };
    const outgoing = route.request(head, agent);
    const abort = (): void => void outgoing.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    outgoing.on('close', () => signal.removeEventListener('abort', abort));
    outgoing.on('response', (incoming) => {
      const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = incoming;
      const received = new Headers();
      for (let index = 0; index + 1 < rawHeaders.length; index += 2)
        received.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
      const isEmpty = EMPTY.has(status) || method === 'HEAD';
      if (isEmpty) incoming.resume();
      const content = isEmpty ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
      resolve(new Response(content, { status, statusText, headers: received }));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) return reject(signal.reason as Error);
      // As Node's own fetch, with the reason in `cause`.
      reject(new TypeError('fetch failed', { cause: new Error(whyUnreachable(error, route.proxy)) }));
    });
    outgoing.end(body);
  });
}
