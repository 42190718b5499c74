/**
 * The server of `deckhand wall`: its page, and an origin for each scenario. At such an origin, the seven operations respond in
 * the sandbox of the scenario, and everything else comes from the app.
 */
import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { UserError } from '../base/user-error.js';
import type { Deckhand, DeckhandOptions } from '../app/deckhand.js';
import { deckhandMiddleware, type DeckhandMiddleware } from '../integrations/express.js';
import { createShutdown } from '../transports/graceful-shutdown.js';
import { listen } from '../transports/listen.js';
import { MAX_LABEL_LENGTH, WallOrigins } from './origins.js';
import { readJsonBody, PageApi, sendError } from './page-api.js';
import { AppProxy } from './app-proxy.js';
import { sandboxKey, Sandboxes } from './sandboxes.js';
import { CSP_REPORT_PATH, FRAME_SCRIPT_PATH, WALL_HOST, type FrameConfig } from './protocol.js';

/** The time for running responses when the wall stops, in ms. */
const SHUTDOWN_GRACE_MS = 500;

const SCRIPT = new URL('../../dist/wall/frame.js', import.meta.url);

export interface WallOptions {
  /** The checked address of the app. */
  readonly appUrl: URL;
  /** 0 for any free port. */
  readonly port: number;
  /** The scenarios to show. Default: all. */
  readonly scenarios?: readonly string[] | undefined;
  /** The options of the mock server. */
  readonly mockOptions?: DeckhandOptions;
  /** Called when the app stops or starts to respond. */
  readonly onAppStatus?: (isThere: boolean) => void;
  readonly onBug?: (error: unknown) => void;
}

export interface RunningWall {
  /** The address of the page. */
  readonly url: string;
  readonly port: number;
  /** The scenarios with a frame. */
  readonly names: readonly string[];
  close(): Promise<void>;
}

/** @throws UserError when a scenario is unknown, its name is too long for an origin, or the port is in use */
export async function startWall(options: WallOptions): Promise<RunningWall> {
  const wall = new Wall(options);
  return wall.start();
}

/** A mock server keeps as many sandboxes. */
const MAX_FRAMES = 200;

class Wall {
  readonly #options: WallOptions;
  readonly #mock: DeckhandMiddleware;
  readonly #names: readonly string[];
  readonly #addresses: WallOrigins;
  readonly #sandboxes: Sandboxes;
  readonly #page: PageApi;
  readonly #app: AppProxy;
  readonly #notes = new Set<string>();
  #port = 0;
  #isAppThere = true;

  constructor(options: WallOptions) {
    this.#options = options;
    this.#mock = deckhandMiddleware({
      ...options.mockOptions,
      config: false,
      onUnhandledRequest: 'bypass',
      publicUrl: () => `http://${WALL_HOST}:${this.#port}`,
      onExchange: (exchange) => this.#sandboxes.add(exchange),
      ...(options.onBug && { onBug: options.onBug }),
    });
    const { library } = this.#mock.deckhand;
    const names = options.scenarios ?? sortScenarios(this.#mock.deckhand);
    this.#names = [...new Set(names.map((name) => library.getOrThrow(name).name))];
    if (this.#names.length > MAX_FRAMES)
      throw new UserError('invalid-scenario', `There are ${this.#names.length} scenarios.`, {
        hint: `The wall shows at most ${MAX_FRAMES}. Choose some with --only.`,
      });
    for (const name of this.#names)
      if (name.length > MAX_LABEL_LENGTH)
        throw new UserError(
          'invalid-scenario',
          `The name of the scenario ${name} is too long for an address.`,
          {
            hint: `The wall needs at most ${MAX_LABEL_LENGTH} characters. Choose others with --only.`,
          },
        );
    this.#addresses = new WallOrigins(this.#names, () => this.#port);
    this.#sandboxes = new Sandboxes(this.#mock.deckhand, this.#names);
    this.#app = new AppProxy({
      target: options.appUrl,
      wall: () => this.#addresses.page,
      onAppStatus: (isThere) => this.#onAppStatus(isThere),
      onHeaderChange: (change) => this.#notes.add(change),
    });
    this.#page = new PageApi({
      sandboxes: this.#sandboxes,
      origin: () => this.#addresses.page,
      config: () => ({
        app: options.appUrl.href,
        startedAt: this.#sandboxes.startedAt,
        frames: this.#names.map((name) => ({
          name,
          title: library.getOrThrow(name).title,
          origin: this.#addresses.frame(name),
        })),
      }),
      status: () => ({ isAppResponding: this.#isAppThere, headerChanges: [...this.#notes] }),
    });
  }

  async start(): Promise<RunningWall> {
    const server = createServer();
    const stop = createShutdown(server, SHUTDOWN_GRACE_MS);
    const respond = (request: IncomingMessage, response: ServerResponse): void => {
      this.#respond(request, response).catch((error: unknown) => {
        this.#options.onBug?.(error);
        response.destroy();
      });
    };
    server.on('request', respond);
    this.#proxyWebSockets(server, respond);
    const url = await listen(server, '127.0.0.1', this.#options.port);
    this.#port = Number(new URL(url).port || 80);
    return {
      url: `${this.#addresses.page}/`,
      port: this.#port,
      names: this.#names,
      close: stop,
    };
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/', headers } = request;
    const requested = this.#addresses.matchHost(headers.host);
    const isOperation = this.#mock.deckhand.requestMatcher.matchesPath(url);
    if (requested.kind === 'unknown')
      return sendError(
        response,
        421,
        `The wall has no frame at this address. Open ${this.#addresses.page}/.`,
      );
    // A page of another site cannot use the app or the sandboxes; only a person can open them there.
    const { origin } = headers;
    const site = headers['sec-fetch-site'];
    // Old browsers name only the origin.
    const isForeign = site === undefined ? origin !== undefined : site === 'cross-site';
    const isOwn = origin === this.#addresses.page || this.#addresses.frameOf(origin) !== undefined;
    const isOpened = headers['sec-fetch-mode'] === 'navigate' && request.method === 'GET';
    if (isForeign && !isOwn && !isOpened)
      return sendError(response, 403, 'A page of another site cannot use the wall.');
    if (requested.kind === 'frame') {
      if (url.split('?')[0] === FRAME_SCRIPT_PATH) return this.#sendFrameScript(requested.name, response);
      if (url === CSP_REPORT_PATH) return this.#onCspReport(request, response, requested.name);
      if (isOperation) return this.#handleOperation(request, response, requested.name);
      return url.startsWith('/')
        ? this.#app.request(request, response, this.#addresses.frame(requested.name))
        : sendError(response, 400, 'This is not a path.');
    }
    const caller = this.#addresses.frameOf(headers.origin);
    if (isOperation && caller !== undefined) return this.#handleOperation(request, response, caller);
    if (requested.kind === 'loopback') {
      response.writeHead(302, { location: `${this.#addresses.page}/` }).end();
      return;
    }
    // The pages of decks.
    if (url.startsWith('/view/')) return this.#presentationPage(request, response);
    await this.#page.respond(request, response);
  }

  /** Whatever key the app sends becomes that of the sandbox. A missing key stays missing, unless the app's server adds it. */
  #handleOperation(request: IncomingMessage, response: ServerResponse, name: string): void {
    const key = sandboxKey(name);
    const { headers, rawHeaders } = request;
    const authorization = `Bearer ${key}`;
    const isBearer = /^bearer\s/i.test(headers.authorization ?? '');
    if (isBearer) headers.authorization = authorization;
    const isAdded = this.#options.mockOptions?.apiKeys === 'optional' && headers.authorization === undefined;
    if (isAdded && headers['x-api-key'] === undefined) rawHeaders.push('x-api-key', key);
    if (isAdded || headers['x-api-key'] !== undefined) headers['x-api-key'] = key;
    // The journal reads these.
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const header = rawHeaders[at]?.toLowerCase();
      if (header === 'x-api-key') rawHeaders[at + 1] = key;
      if (header === 'authorization' && isBearer) rawHeaders[at + 1] = authorization;
    }
    this.#mock(request, response, () => sendError(response, 404, 'There is no such operation.'));
  }

  /** CSP report: a frame requested another origin. */
  async #onCspReport(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const report = await readJsonBody(request);
    const { 'blocked-uri': address } = (report['csp-report'] ?? {}) as { readonly 'blocked-uri'?: unknown };
    const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
    const isOfApi = url !== undefined && this.#mock.deckhand.requestMatcher.matchesPath(url.pathname);
    if (isOfApi && this.#addresses.matchHost(url.host).kind === 'unknown')
      this.#sandboxes.recordEscape(name, url.origin);
    response.writeHead(204).end();
  }

  #presentationPage(request: IncomingMessage, response: ServerResponse): void {
    this.#mock(request, response, () => sendError(response, 404, 'There is no such page.'));
  }

  async #sendFrameScript(name: string, response: ServerResponse): Promise<void> {
    const facts: FrameConfig = {
      name,
      wall: this.#addresses.page,
      now: this.#sandboxes.now,
      api: this.#mock.deckhand.requestMatcher.paths.source,
    };
    const text = await readFile(SCRIPT, 'utf8');
    response.writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    response.end(`self.__deckhandWall=${JSON.stringify(facts)};\n${text}`);
  }

  #proxyWebSockets(
    server: Server,
    respond: (request: IncomingMessage, response: ServerResponse) => void,
  ): void {
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const { headers } = request;
      if (headers.upgrade?.toLowerCase() !== 'websocket')
        return respond(request, createUpgradeResponse(request, socket));
      const requested = this.#addresses.matchHost(headers.host);
      const origin = requested.kind === 'frame' ? this.#addresses.frame(requested.name) : undefined;
      if (origin === undefined || (headers.origin !== undefined && headers.origin !== origin))
        return void socket.destroy();
      this.#app.upgrade(request, socket, head, origin);
    });
  }

  #onAppStatus(isThere: boolean): void {
    if (this.#isAppThere === isThere) return;
    this.#isAppThere = isThere;
    this.#options.onAppStatus?.(isThere);
  }
}

/** `happy-path` first, then by how far a scenario is from it: its end, then its questions and its faults. */
function sortScenarios(deckhand: Deckhand): readonly string[] {
  const distance = ({ name, timeline }: ListedScenario): number => {
    if (name === 'happy-path') return 0;
    const { end, segments, faults } = timeline as unknown as TimelineSummary;
    const questions = segments.filter(({ kind }) => kind === 'ask').length;
    return 1 + 1000 * END_ORDER.indexOf(end) + 10 * questions + faults.length;
  };
  return deckhand
    .workspace('ws_dev')
    .scenarios()
    .toSorted((one, other) => distance(one) - distance(other))
    .map(({ name }) => name);
}

type ListedScenario = ReturnType<ReturnType<Deckhand['workspace']>['scenarios']>[number];

/** What this file reads of the chart of a scenario, which the control document leaves open. */
interface TimelineSummary {
  readonly end: string;
  readonly segments: readonly { readonly kind: string }[];
  readonly faults: readonly unknown[];
}

const END_ORDER = ['completed', 'failed', 'stalled', 'refused'];

/** A client that offers another protocol, such as h2c, continues with HTTP/1.1. Node no longer reads a body from this socket. */
function createUpgradeResponse(request: IncomingMessage, socket: Socket): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  socket.on('error', () => socket.destroy());
  delete request.headers['content-length'];
  delete request.headers['transfer-encoding'];
  return response;
}
