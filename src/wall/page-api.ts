/** The API and the files of the wall's page: config, state, clock. Only this page may use it, and only its newest tab may change anything. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { PAGES_FOLDER } from '../files/package-files.js';
import type { Sandboxes } from './sandboxes.js';
import { TAB_HEADER } from './constants.js';
import type { WallConfig, WallState } from './protocol.js';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface PageOptions {
  readonly sandboxes: Sandboxes;
  readonly origin: () => string;
  readonly config: () => WallConfig;
  /** The origins of frames, for the policy of the page. */
  readonly frameOrigins: () => string;
  readonly status: () => Pick<WallState, 'isAppResponding' | 'headerChanges'>;
}

export class PageApi {
  readonly #options: PageOptions;
  #activeTab: string | undefined;

  constructor(options: PageOptions) {
    this.#options = options;
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [pathname = '/'] = (request.url ?? '/').split('?');
    if (!pathname.startsWith('/api/')) return this.#sendFile(pathname, request, response);
    // Scripts of other origins, such as those of the frames, are rejected.
    const { origin } = request.headers;
    const isSameOrigin =
      request.headers['sec-fetch-site'] === 'same-origin' || request.headers['sec-fetch-site'] === undefined;
    if (!isSameOrigin || (origin !== undefined && origin !== this.#options.origin()))
      return sendError(response, 403, 'Only the page of the wall may use this API.');
    if (request.method === 'GET' && pathname === '/api/config') {
      this.#activeTab = String(request.headers[TAB_HEADER]);
      return send(response, 200, this.#options.config());
    }
    if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json')
      return sendError(response, 405, 'Expected a POST with JSON.');
    if (request.headers[TAB_HEADER] !== this.#activeTab)
      return sendError(response, 409, 'Another tab controls this wall now.');
    const value = await readJsonBody(request);
    const result = this.#runCommand(pathname.slice('/api/'.length), value);
    if (result === undefined) return sendError(response, 404, 'Unknown command.');
    send(response, 200, result);
  }

  /** @returns undefined for an unknown command */
  #runCommand(command: string, value: Record<string, unknown>): WallState | undefined {
    const { sandboxes } = this.#options;
    if (command === 'advance' && typeof value['to'] === 'number') sandboxes.advance(value['to']);
    else if (command === 'reset') sandboxes.reset();
    else if (command === 'restart' && typeof value['name'] === 'string') sandboxes.restart(value['name']);
    else if (command !== 'state') return undefined;
    return { now: sandboxes.now, sandboxes: sandboxes.state(), ...this.#options.status() };
  }

  async #sendFile(pathname: string, { method }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isPage = pathname === '/';
    const [, name = ''] = /^\/(assets\/[\w-]+\.(?:js|css|svg))$/.exec(pathname) ?? [];
    if (!/^(?:GET|HEAD)$/.test(method ?? '') || (!isPage && name === ''))
      return sendError(response, 404, 'Page not found.');
    const file = join(PAGES_FOLDER, isPage ? 'wall/page/index.html' : name);
    const content = await readFile(file).catch(() => undefined);
    if (content === undefined) return sendError(response, 404, 'Page not found.');
    response.writeHead(200, {
      'content-type': isPage ? 'text/html; charset=utf-8' : (TYPES[extname(pathname)] ?? 'text/plain'),
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "connect-src 'self'",
        "img-src 'self' data:",
        `frame-src ${this.#options.frameOrigins()}`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    response.end(content);
  }
}

export function sendError(response: ServerResponse, status: number, reason: string): void {
  send(response, status, { reason });
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(value));
}

export async function readJsonBody(request: AsyncIterable<unknown>): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > 10_000) break;
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
