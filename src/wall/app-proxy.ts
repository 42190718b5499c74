/** A reverse proxy to the app that injects the wall's script into HTML. The app receives requests to its own origin. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough, pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { createProxyServer, type ProxyServer } from 'httpxy';
import { escapeHtml } from '../base/escape-html.js';
import { getHeader, toHeaderPairs, type HeaderPairs } from '../journal/exchange.js';
import { Forward, unsendableReason, type ForwardFailure, type ProxyResponse } from '../proxy/forward.js';
import { upstreamRequestHeaders } from '../proxy/hop-by-hop-headers.js';
import { createDirectRoute } from '../proxy/connection/route.js';
import { Upstream } from '../proxy/upstream.js';
import { editFrameHeaders } from './frame-headers.js';
import { FRAME_SCRIPT_PATH } from './constants.js';
import { createScriptInjector } from './inject-script.js';

export interface AppProxyOptions {
  readonly target: URL;
  /** The origin of the wall's page. */
  readonly wall: () => string;
  /** Called when the app stops or starts to respond. */
  readonly onAppStatus: (isResponding: boolean) => void;
  /** Called with each kind of change to the app's responses. */
  readonly onHeaderChange: (change: string) => void;
}

/** Headers that do not match a changed body. */
const BODY_HEADERS =
  /^(?:content-length|content-encoding|transfer-encoding|etag|content-md5|cache-control|trailer)$/i;

/** Some servers compress in spite of `Accept-Encoding: identity`. */
const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['identity', () => new PassThrough()],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

export class AppProxy {
  readonly #options: AppProxyOptions;
  readonly #target: Upstream;
  readonly #sockets: ProxyServer;

  constructor(options: AppProxyOptions) {
    this.#options = options;
    const { href, origin } = options.target;
    this.#target = new Upstream(createDirectRoute(href, { insecure: true }), 0);
    this.#sockets = createProxyServer({ target: origin, changeOrigin: true, secure: false });
    // Otherwise a closed frame would leave its connection to the app open, and the wall could not stop.
    this.#sockets.on('proxyReqWs', (upgrade, _request, socket) => {
      socket.once('close', () => upgrade.destroy());
      upgrade.once('response', rewriteRefusal);
      upgrade.once('upgrade', (accepted, upstream) => {
        rewriteCookies(accepted);
        socket.once('close', () => upstream.destroy());
        if (socket.destroyed) upstream.destroy();
      });
    });
    this.#sockets.on('error', ({ code }: NodeJS.ErrnoException, _request, socket) => {
      if (code === 'ECONNREFUSED' && !socket?.destroyed) options.onAppStatus(false);
      socket?.destroy();
    });
  }

  /** @param origin the origin of the frame */
  request(request: IncomingMessage, response: ServerResponse, origin: string): void {
    const { target } = this.#options;
    const headers = upstreamRequestHeaders(request.rawHeaders, request.headers.connection, target.host);
    const isPage = isNavigation(request);
    new Forward(request, response, {
      target: this.#target,
      path: request.url ?? '/',
      headers: toHeaderPairs(headers).flatMap(([name, value]) => {
        // The script cannot be injected into a compressed page.
        if (isPage && /^accept-encoding$/i.test(name)) return [name, 'identity'];
        return [name, this.#rewriteOrigin(name, value, origin)];
      }),
      transformResponse: (incoming, received) => this.#transform(request, incoming, received, origin),
      onFailure: (failure) => this.#errorPage(failure, isPage),
      onUnsendable: (detail) => this.#createErrorPage(400, 'This request cannot be sent to the app', detail),
    });
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer, origin: string): void {
    const { headers } = request;
    if (headers.origin !== undefined) headers.origin = this.#rewriteOrigin('origin', headers.origin, origin);
    socket.on('error', () => socket.destroy());
    this.#sockets.ws(request, socket, {}, head).catch(() => socket.destroy());
  }

  /** Rewrites Origin and Referer, which the app may check. */
  #rewriteOrigin(name: string, value: string, origin: string): string {
    const { target } = this.#options;
    const isOriginHeader = /^(?:origin|referer)$/i.test(name) && `${value}/`.startsWith(`${origin}/`);
    return isOriginHeader ? target.origin + value.slice(origin.length) : value;
  }

  #transform(
    request: IncomingMessage,
    incoming: IncomingMessage,
    received: readonly string[],
    origin: string,
  ): { readonly headers: readonly string[]; readonly body?: Readable } {
    this.#options.onAppStatus(true);
    const nonce = randomBytes(12).toString('base64url');
    const edited = editFrameHeaders(
      this.#toFrameHeaders(toHeaderPairs(received), request, origin),
      this.#options.wall(),
      nonce,
    );
    for (const change of edited.changes) this.#options.onHeaderChange(change);
    const flat = edited.headers.flat();
    const isPage = isNavigation(request) && request.method !== 'HEAD' && isHtmlResponse(incoming);
    if (!isPage) return { headers: flat };
    const encoding = getHeader(edited.headers, 'content-encoding') ?? 'identity';
    const decode = DECODERS.get(encoding.trim().toLowerCase());
    if (!decode) {
      this.#options.onHeaderChange(
        'a page was forwarded without the script of the wall: its content-encoding is unknown',
      );
      return { headers: flat };
    }
    const attribute = edited.nonce === undefined ? '' : ` nonce="${edited.nonce}"`;
    const body = createScriptInjector(`<script src="${FRAME_SCRIPT_PATH}"${attribute}></script>`);
    pipeline(incoming, decode(), body, () => {});
    const headers = edited.headers.filter(([name]) => !BODY_HEADERS.test(name)).flat();
    return { headers: [...headers, 'cache-control', 'no-store'], body };
  }

  /** Redirects within the app stay in the frame, and cookies are for its host. */
  #toFrameHeaders(pairs: HeaderPairs, request: IncomingMessage, origin: string): HeaderPairs {
    return pairs.map(([name, value]) => {
      if (/^location$/i.test(name)) return [name, this.#rewriteLocation(value, request, origin)];
      if (!/^set-cookie$/i.test(name)) return [name, value];
      return [name, toFrameCookie(value)];
    });
  }

  #rewriteLocation(location: string, { url = '/' }: IncomingMessage, origin: string): string {
    const { target } = this.#options;
    const here = target.origin + url;
    if (!URL.canParse(location, here)) return location;
    const to = new URL(location, here);
    // With its origin, because a path can start with `//`.
    return to.origin === target.origin ? origin + to.pathname + to.search + to.hash : location;
  }

  #errorPage({ failure, detail }: ForwardFailure, isPage: boolean): ProxyResponse | undefined {
    if (failure === 'protocol')
      return this.#createErrorPage(
        502,
        `The app at ${this.#options.target.origin} sent a response that is not HTTP`,
        detail,
      );
    this.#options.onAppStatus(false);
    // A browser repeats a request whose kept-alive connection was closed.
    if (failure === 'reset' && !isPage) return undefined;
    return this.#createErrorPage(502, `The app at ${this.#options.target.origin} does not respond`, detail);
  }

  /** The page reloads by itself, because it has no script. */
  #createErrorPage(status: number, title: string, detail: string): ProxyResponse {
    const policy = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors ${this.#options.wall()}`;
    return {
      status,
      headers: [
        ...['content-type', 'text/html; charset=utf-8'],
        ...['content-security-policy', policy],
        ...['cache-control', 'no-store'],
        ...['refresh', '2'],
      ],
      body: `<!doctype html><title>No app</title><style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui;margin:20vh 2rem;text-align:center}</style><p>${escapeHtml(`${title}: ${detail}`)}. This frame reloads every two seconds.</p>`,
    };
  }
}

/** A cookie without the attributes that would share it with other frames, or that require HTTPS. */
function toFrameCookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';');
  const kept = attributes.filter((attribute) => {
    const [name = '', setting = ''] = attribute.split('=').map((part) => part.trim().toLowerCase());
    return name !== 'domain' && name !== 'secure' && !(name === 'samesite' && setting === 'none');
  });
  return [pair, ...kept].join(';');
}

/** The response to a WebSocket, whose headers are written as they are. */
function rewriteCookies({ headers }: IncomingMessage): void {
  const cookies = headers['set-cookie'];
  if (cookies) headers['set-cookie'] = cookies.map(toFrameCookie);
}

/** A response instead of a WebSocket. A browser could not read one with an invalid status line. */
function rewriteRefusal(response: IncomingMessage): void {
  rewriteCookies(response);
  const { statusCode = 0, statusMessage = '' } = response;
  if (unsendableReason(statusCode, statusMessage) === undefined) return;
  response.statusCode = 502;
  response.statusMessage = 'Bad Gateway';
}

/** A navigation, also one that a service worker forwards. */
function isNavigation({ headers, method }: IncomingMessage): boolean {
  return /^(?:GET|POST|HEAD)$/.test(method ?? '') && /\btext\/html\b/.test(headers.accept ?? '');
}

/** A partial response (206) may not start with the first byte of the page. */
function isHtmlResponse({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode !== 206 && /^text\/html\b/i.test(headers['content-type'] ?? '');
}
