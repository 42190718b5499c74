/**
 * Passes requests of a frame to the app, and adds the script to its HTML. The app sees requests to its own address. Knows nothing
 * of scenarios.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { createProxyServer, type ProxyServer } from 'httpxy';
import { escapeHtml } from '../base/escape-html.js';
import { frameHeaders, withScript } from './policy.js';
import { SCRIPT_PATH } from './wall-types.js';

export interface PassThroughOptions {
  readonly target: URL;
  /** The origin of the wall's page. */
  readonly wall: () => string;
  /** Called when the app stops or starts to respond. */
  readonly onReach: (isThere: boolean) => void;
  /** Called with each kind of change to the app's responses. */
  readonly onChange: (change: string) => void;
}

/** Hop-by-hop headers, and those that a changed body makes wrong. */
const OF_THE_BODY = [
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'etag',
  'content-md5',
];

/** Some servers compress although they are asked not to. */
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

export class PassThrough {
  readonly #options: PassThroughOptions;
  readonly #proxy: ProxyServer;
  readonly #repeated = new WeakSet<IncomingMessage>();

  constructor(options: PassThroughOptions) {
    this.#options = options;
    const { target } = options;
    this.#proxy = createProxyServer({
      target: target.origin,
      changeOrigin: true,
      selfHandleResponse: true,
      secure: false,
      // Names of the app's machine and of the wall have nothing in common.
      cookieDomainRewrite: '',
    });
    this.#proxy.on(
      'proxyRes',
      (upstream, request, response) => void this.#respond(upstream, request, response),
    );
    // A frame that is gone would leave its connection to the app, and the wall could not end.
    this.#proxy.on('proxyReqWs', (upgrade, _request, socket) => {
      socket.once('close', () => upgrade.destroy());
      upgrade.once('upgrade', (_response, upstream) => {
        socket.once('close', () => upstream.destroy());
        if (socket.destroyed) upstream.destroy();
      });
    });
    this.#proxy.on('error', (error: NodeJS.ErrnoException, request, response) => {
      const isRepeated = error.code === 'ECONNRESET' && this.#repeat(request, response);
      if (!isRepeated) this.#failed(error, response);
    });
  }

  /** @param origin the origin of the frame */
  request(request: IncomingMessage, response: ServerResponse, origin: string): void {
    this.#address(request, origin);
    // The script is added to text, and not to bytes that are compressed.
    if (isForPage(request)) request.headers['accept-encoding'] = 'identity';
    this.#proxy.web(request, response).catch((error: Error) => this.#failed(error, response));
  }

  /** The app can close a connection that it kept alive while a request is on its way. Browsers ask again, too. */
  #repeat(request: IncomingMessage | undefined, response: ServerResponse | Socket | undefined): boolean {
    const isSafe = request?.method === 'GET' || request?.method === 'HEAD';
    if (!request || !isSafe || this.#repeated.has(request)) return false;
    if (!response || !('headersSent' in response) || response.headersSent) return false;
    this.#repeated.add(request);
    // A new connection. The request has been read, so its empty body is given.
    const options = { agent: false, buffer: Readable.from([]) };
    this.#proxy.web(request, response, options).catch((error: Error) => this.#failed(error, response));
    return true;
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer, origin: string): void {
    this.#address(request, origin);
    socket.on('error', () => socket.destroy());
    this.#proxy.ws(request, socket, {}, head).catch(() => socket.destroy());
  }

  /** The app checks where its requests come from. */
  #address({ headers }: IncomingMessage, origin: string): void {
    const { target } = this.#options;
    if (headers.origin === origin) headers.origin = target.origin;
    if (headers.referer?.startsWith(`${origin}/`))
      headers.referer = target.origin + headers.referer.slice(origin.length);
  }

  async #respond(
    upstream: IncomingMessage,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    this.#options.onReach(true);
    const headers: Record<string, string | string[] | undefined> = { ...upstream.headers };
    const { location } = upstream.headers;
    if (location !== undefined) headers['location'] = this.#relative(location, request);
    const cookies = upstream.headers['set-cookie'];
    if (cookies)
      headers['set-cookie'] = cookies.map((cookie) =>
        cookie
          .replace(/;\s*domain=[^;]*/i, '')
          .replace(/;\s*secure(?=;|$)/i, '')
          .replace(/;\s*samesite=none(?=;|$)/i, ''),
      );
    const isPage = isForPage(request) && /^text\/html\b/i.test(upstream.headers['content-type'] ?? '');
    const decode = DECODERS[upstream.headers['content-encoding'] ?? 'identity'];
    if (!isPage || !decode || request.method === 'HEAD') {
      response.writeHead(upstream.statusCode ?? 502, withoutUndefined(headers));
      upstream.pipe(response);
      upstream.on('error', () => response.destroy());
      return;
    }
    try {
      // One letter for each byte, so that the page keeps its character set.
      const html = decode(await bytesOf(upstream)).toString('latin1');
      const edited = frameHeaders(headers, this.#options.wall(), randomBytes(12).toString('base64url'));
      for (const change of edited.changes) this.#options.onChange(change);
      for (const name of OF_THE_BODY) delete edited.headers[name];
      const body = Buffer.from(withScript(html, SCRIPT_PATH, edited.nonce), 'latin1');
      response.writeHead(upstream.statusCode ?? 502, {
        ...withoutUndefined(edited.headers),
        'cache-control': 'no-store',
        'content-length': body.length,
      });
      response.end(body);
    } catch {
      response.destroy();
    }
  }

  /** A redirect within the app stays in the frame. */
  #relative(location: string, request: IncomingMessage): string {
    const { target } = this.#options;
    const here = new URL(request.url ?? '/', target);
    if (!URL.canParse(location, here)) return location;
    const url = new URL(location, here);
    return url.origin === target.origin ? url.pathname + url.search + url.hash : location;
  }

  #failed(error: NodeJS.ErrnoException, response: ServerResponse | Socket | undefined): void {
    // A page that leaves ends its requests and sockets, too. That says nothing about the app.
    if (!response || response.destroyed) return;
    const isSocket = !('writeHead' in response);
    if (!isSocket || error.code === 'ECONNREFUSED') this.#options.onReach(false);
    if (isSocket || response.headersSent) {
      response.destroy();
      return;
    }
    const { target, wall } = this.#options;
    // The page asks again by itself, because the script is not in it.
    response.writeHead(502, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors ${wall()}`,
      'cache-control': 'no-store',
      refresh: '2',
    });
    response.end(
      `<!doctype html><title>No app</title><style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui;margin:20vh 2rem;text-align:center}</style><p>The app at ${escapeHtml(target.origin)} does not respond. This frame asks again every two seconds.</p>`,
    );
  }
}

/** A navigation, also one that a service worker sends again. */
function isForPage({ headers, method }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'POST' || method === 'HEAD') &&
    /\btext\/html\b/.test(headers.accept ?? '')
  );
}

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function withoutUndefined(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined),
  );
}
