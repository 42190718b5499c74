/**
 * Reverse proxy to the app that injects the wall script into HTML. The app sees requests to its own address. Knows nothing
 * of scenarios.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough as Unchanged, pipeline, Transform, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { createProxyServer, type ProxyServer } from 'httpxy';
import { escapeHtml } from '../base/escape-html.js';
import { getHeader, toHeaderPairs, type HeaderPairs } from '../journal/exchange.js';
import { Forward, Upstream, type ForwardFailure, type ProxyResponse } from '../proxy/forward.js';
import { upstreamRequestHeaders } from '../proxy/hop-by-hop-headers.js';
import { createDirectRoute } from '../proxy/connection/route.js';
import { editFrameHeaders } from './frame-headers.js';
import { FRAME_SCRIPT_PATH } from './protocol.js';

export interface PassThroughOptions {
  readonly target: URL;
  /** The origin of the wall's page. */
  readonly wall: () => string;
  /** Called when the app stops or starts to respond. */
  readonly onAppStatus: (isResponding: boolean) => void;
  /** Called with each kind of change to the app's responses. */
  readonly onHeaderChange: (change: string) => void;
}

/** Headers that a changed body makes wrong. */
const BODY_HEADERS =
  /^(?:content-length|content-encoding|transfer-encoding|etag|content-md5|cache-control|trailer)$/i;

/** Some servers compress although they are asked not to. */
const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['identity', () => new Unchanged()],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

export class AppProxy {
  readonly #options: PassThroughOptions;
  readonly #target: Upstream;
  readonly #sockets: ProxyServer;

  constructor(options: PassThroughOptions) {
    this.#options = options;
    const { href, origin } = options.target;
    this.#target = new Upstream(createDirectRoute(href, { insecure: true }), 0);
    this.#sockets = createProxyServer({ target: origin, changeOrigin: true, secure: false });
    // A frame that is gone would leave its connection to the app, and the wall could not end.
    this.#sockets.on('proxyReqWs', (upgrade, _request, socket) => {
      socket.once('close', () => upgrade.destroy());
      upgrade.once('upgrade', (_response, upstream) => {
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
        // The script is added to text, and not to bytes that are compressed.
        if (isPage && /^accept-encoding$/i.test(name)) return [name, 'identity'];
        return [name, this.#rewriteOrigin(name, value, origin)];
      }),
      transformResponse: (incoming, received) => this.#edit(request, incoming, received, origin),
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

  /** The app checks where its requests come from. */
  #rewriteOrigin(name: string, value: string, origin: string): string {
    const { target } = this.#options;
    const isAddress = /^(?:origin|referer)$/i.test(name) && `${value}/`.startsWith(`${origin}/`);
    return isAddress ? target.origin + value.slice(origin.length) : value;
  }

  #edit(
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
        'a page passed without the script of the wall: its content-encoding is unknown',
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
      return [name, value.replaceAll(/;\s*(?:domain=[^;]*|secure|samesite=none)\s*(?=;|$)/gi, '')];
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
    // A browser repeats a request whose kept connection was closed.
    if (failure === 'reset' && !isPage) return undefined;
    return this.#createErrorPage(502, `The app at ${this.#options.target.origin} does not respond`, detail);
  }

  /** The page asks again by itself, because the script is not in it. */
  #createErrorPage(status: number, what: string, detail: string): ProxyResponse {
    const policy = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors ${this.#options.wall()}`;
    return {
      status,
      headers: [
        ...['content-type', 'text/html; charset=utf-8'],
        ...['content-security-policy', policy],
        ...['cache-control', 'no-store'],
        ...['refresh', '2'],
      ],
      body: `<!doctype html><title>No app</title><style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui;margin:20vh 2rem;text-align:center}</style><p>${escapeHtml(`${what}: ${detail}`)}. This frame asks again every two seconds.</p>`,
    };
  }
}

/** A navigation, also one that a service worker sends again. */
function isNavigation({ headers, method }: IncomingMessage): boolean {
  return /^(?:GET|POST|HEAD)$/.test(method ?? '') && /\btext\/html\b/.test(headers.accept ?? '');
}

/** A part of a page has the script only if it starts with its first byte. */
function isHtmlResponse({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode !== 206 && /^text\/html\b/i.test(headers['content-type'] ?? '');
}

/* Adds the script of the wall to HTML while it passes: before everything of the page that could run, and before a policy in a `<meta>`. */

/** A page whose comments before the doctype are longer gets the script first. */
const MAX_PREAMBLE_BYTES = 65_536;

/** @param tag in ASCII */
export function createScriptInjector(tag: string): Transform {
  /** What came so far; undefined after the script. One letter for each byte, so that the page keeps its character set. */
  let start: string | undefined = '';
  const insert = (at: number): Buffer => {
    const page = `${start?.slice(0, at)}${tag}${start?.slice(at)}`;
    start = undefined;
    return Buffer.from(page, 'latin1');
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (start === undefined) return done(null, chunk);
      start += chunk.toString('latin1');
      const at =
        findInsertPosition(start) ??
        (start.length > MAX_PREAMBLE_BYTES ? afterByteOrderMark(start) : undefined);
      done(null, at === undefined ? undefined : insert(at));
    },
    flush(done) {
      done(null, start === undefined ? undefined : insert(afterByteOrderMark(start)));
    },
  });
}

/** The byte order mark of UTF-8. It must stay first. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
const afterByteOrderMark = (html: string): number =>
  html.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;

/**
 * After the doctype, because a browser ignores one that follows an element, and at the start of a page without one.
 * @returns undefined if later bytes decide
 */
function findInsertPosition(html: string): number | undefined {
  if (BYTE_ORDER_MARK.startsWith(html) && html !== BYTE_ORDER_MARK) return undefined;
  let at = afterByteOrderMark(html);
  for (;;) {
    while (/\s/.test(html.charAt(at))) at += 1;
    const rest = html.slice(at, at + '<!doctype'.length).toLowerCase();
    if (!/^(?:$|<$|<[!?])/.test(rest)) return afterByteOrderMark(html);
    const isComment = rest.startsWith('<!--');
    const end = isComment ? /--!?>/g : />/g;
    end.lastIndex = at + 2;
    if (!end.test(html)) return undefined;
    at = end.lastIndex;
    if (rest === '<!doctype') return at;
  }
}
