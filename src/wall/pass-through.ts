/**
 * Passes requests of a frame to the app, and adds the script to its HTML. The app sees requests to its own address. Knows nothing
 * of scenarios.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough as Unchanged, pipeline, Transform, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { createProxyServer, type ProxyServer } from 'httpxy';
import { escapeHtml } from '../base/escape-html.js';
import { headerOf, pairsOf, type HeaderPairs } from '../journal/exchange.js';
import { Forward, Target, type ForwardFailure, type OwnResponse } from '../proxy/forward.js';
import { requestHeaders } from '../proxy/forwarded-headers.js';
import { directRoute } from '../proxy/reach/route.js';
import { frameHeaders } from './policy.js';
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

/** Headers that a changed body makes wrong. */
const OF_THE_BODY =
  /^(?:content-length|content-encoding|transfer-encoding|etag|content-md5|cache-control|trailer)$/i;

/** Some servers compress although they are asked not to. */
const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['identity', () => new Unchanged()],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

export class PassThrough {
  readonly #options: PassThroughOptions;
  readonly #target: Target;
  readonly #sockets: ProxyServer;

  constructor(options: PassThroughOptions) {
    this.#options = options;
    const { href, origin } = options.target;
    this.#target = new Target(directRoute(href, { insecure: true }), 0);
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
      if (code === 'ECONNREFUSED' && !socket?.destroyed) options.onReach(false);
      socket?.destroy();
    });
  }

  /** @param origin the origin of the frame */
  request(request: IncomingMessage, response: ServerResponse, origin: string): void {
    const { target } = this.#options;
    const headers = requestHeaders(request.rawHeaders, request.headers.connection, target.host);
    const isPage = isForPage(request);
    new Forward(request, response, {
      target: this.#target,
      path: request.url ?? '/',
      headers: pairsOf(headers).flatMap(([name, value]) => {
        // The script is added to text, and not to bytes that are compressed.
        if (isPage && /^accept-encoding$/i.test(name)) return [name, 'identity'];
        return [name, this.#addressed(name, value, origin)];
      }),
      edit: (incoming, received) => this.#edit(request, incoming, received, origin),
      respond: (failure) => this.#failed(failure, isPage),
      refuse: (detail) => this.#page(400, 'This request cannot be sent to the app', detail),
    });
  }

  upgrade(request: IncomingMessage, socket: Socket, head: Buffer, origin: string): void {
    const { headers } = request;
    if (headers.origin !== undefined) headers.origin = this.#addressed('origin', headers.origin, origin);
    socket.on('error', () => socket.destroy());
    this.#sockets.ws(request, socket, {}, head).catch(() => socket.destroy());
  }

  /** The app checks where its requests come from. */
  #addressed(name: string, value: string, origin: string): string {
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
    this.#options.onReach(true);
    const nonce = randomBytes(12).toString('base64url');
    const edited = frameHeaders(
      this.#ofFrame(pairsOf(received), request, origin),
      this.#options.wall(),
      nonce,
    );
    for (const change of edited.changes) this.#options.onChange(change);
    const flat = edited.headers.flat();
    const isPage = isForPage(request) && request.method !== 'HEAD' && hasHtml(incoming);
    if (!isPage) return { headers: flat };
    const encoding = headerOf(edited.headers, 'content-encoding') ?? 'identity';
    const decode = DECODERS.get(encoding.trim().toLowerCase());
    if (!decode) {
      this.#options.onChange('a page passed without the script of the wall: its content-encoding is unknown');
      return { headers: flat };
    }
    const attribute = edited.nonce === undefined ? '' : ` nonce="${edited.nonce}"`;
    const body = scriptInserter(`<script src="${SCRIPT_PATH}"${attribute}></script>`);
    pipeline(incoming, decode(), body, () => {});
    const headers = edited.headers.filter(([name]) => !OF_THE_BODY.test(name)).flat();
    return { headers: [...headers, 'cache-control', 'no-store'], body };
  }

  /** Redirects within the app stay in the frame, and cookies are for its host. */
  #ofFrame(pairs: HeaderPairs, request: IncomingMessage, origin: string): HeaderPairs {
    return pairs.map(([name, value]) => {
      if (/^location$/i.test(name)) return [name, this.#relocated(value, request, origin)];
      if (!/^set-cookie$/i.test(name)) return [name, value];
      return [name, value.replaceAll(/;\s*(?:domain=[^;]*|secure|samesite=none)\s*(?=;|$)/gi, '')];
    });
  }

  #relocated(location: string, { url = '/' }: IncomingMessage, origin: string): string {
    const { target } = this.#options;
    const here = target.origin + url;
    if (!URL.canParse(location, here)) return location;
    const to = new URL(location, here);
    // With its origin, because a path can start with `//`.
    return to.origin === target.origin ? origin + to.pathname + to.search + to.hash : location;
  }

  #failed({ failure, detail }: ForwardFailure, isPage: boolean): OwnResponse | undefined {
    if (failure === 'protocol')
      return this.#page(
        502,
        `The app at ${this.#options.target.origin} sent a response that is not HTTP`,
        detail,
      );
    this.#options.onReach(false);
    // A browser repeats a request whose kept connection was closed.
    if (failure === 'reset' && !isPage) return undefined;
    return this.#page(502, `The app at ${this.#options.target.origin} does not respond`, detail);
  }

  /** The page asks again by itself, because the script is not in it. */
  #page(status: number, what: string, detail: string): OwnResponse {
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
function isForPage({ headers, method }: IncomingMessage): boolean {
  return /^(?:GET|POST|HEAD)$/.test(method ?? '') && /\btext\/html\b/.test(headers.accept ?? '');
}

/** A part of a page has the script only if it starts with its first byte. */
function hasHtml({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode !== 206 && /^text\/html\b/i.test(headers['content-type'] ?? '');
}

/* Adds the script of the wall to HTML while it passes: before everything of the page that could run, and before a policy in a `<meta>`. */

/** A page whose comments before the doctype are longer gets the script first. */
const MOST_BEFORE = 65_536;

/** @param tag in ASCII */
export function scriptInserter(tag: string): Transform {
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
      const at = positionIn(start) ?? (start.length > MOST_BEFORE ? afterMark(start) : undefined);
      done(null, at === undefined ? undefined : insert(at));
    },
    flush(done) {
      done(null, start === undefined ? undefined : insert(afterMark(start)));
    },
  });
}

/** The byte order mark of UTF-8. It must stay first. */
const MARK = '\u00ef\u00bb\u00bf';
const afterMark = (html: string): number => (html.startsWith(MARK) ? MARK.length : 0);

/**
 * After the doctype, because a browser ignores one that follows an element, and at the start of a page without one.
 * @returns undefined if later bytes decide
 */
function positionIn(html: string): number | undefined {
  if (MARK.startsWith(html) && html !== MARK) return undefined;
  let at = afterMark(html);
  for (;;) {
    while (/\s/.test(html.charAt(at))) at += 1;
    const rest = html.slice(at, at + '<!doctype'.length).toLowerCase();
    if (!/^(?:$|<$|<[!?])/.test(rest)) return afterMark(html);
    const isComment = rest.startsWith('<!--');
    const end = isComment ? /--!?>/g : />/g;
    end.lastIndex = at + 2;
    if (!end.test(html)) return undefined;
    at = end.lastIndex;
    if (rest === '<!doctype') return at;
  }
}
