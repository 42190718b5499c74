/**
 * The server of `deckhand wall`: its page, and an origin for each scenario. At such an origin, the mock server responds to the seven
 * operations, and the app to all other requests.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { UserError } from '../base/user-error.js';
import type { Deckhand, DeckhandOptions } from '../app/deckhand.js';
import { deckhandMiddleware, type DeckhandMiddleware } from '../integrations/express.js';
import { createShutdown } from '../transports/graceful-shutdown.js';
import { rejectInvalidRequests } from '../transports/invalid-requests.js';
import { listen } from '../transports/listen.js';
import { addFramePolicy, framePolicy } from './frame-policy.js';
import { toHeaderPairs } from '../journal/exchange.js';
import { removeHopByHopHeaders } from '../proxy/hop-by-hop-headers.js';
import { MAX_LABEL_LENGTH, WallOrigins } from './origins.js';
import { readJsonBody, PageApi, sendError } from './page-api.js';
import { FRAME_SCRIPT } from '../files/package-files.js';
import { AppProxy } from './app-proxy.js';
import { sandboxKey, Sandboxes } from './sandboxes.js';
import { CSP_REPORT_PATH, FRAME_SCRIPT_PATH, WALL_HOST } from './constants.js';
import type { FrameConfig } from './protocol.js';

/** The time for running responses when the wall stops, in ms. */
const SHUTDOWN_GRACE_MS = 500;

export interface WallOptions {
  /** The validated URL of the app. */
  readonly appUrl: URL;
  /** 0 for any free port. */
  readonly port: number;
  /** The scenarios to show. Default: all. */
  readonly scenarios?: readonly string[] | undefined;
  /** The options of the mock server. */
  readonly mockOptions?: DeckhandOptions;
  /** Called when the app stops or starts to respond. */
  readonly onAppStatus?: (isResponding: boolean) => void;
  /** Called once, when a client uses `https` for the wall. */
  readonly onWrongScheme?: (message: string) => void;
  readonly onBug?: (error: unknown) => void;
}

export interface RunningWall {
  /** The URL of the page. */
  readonly url: string;
  readonly port: number;
  /** The scenarios with a frame. */
  readonly names: readonly string[];
  /** The mock server. */
  readonly deckhand: Deckhand;
  /**
   * Shows a scenario that was saved: its frame starts again, or is added if the wall shows all scenarios.
   * @returns why it has no frame; undefined if it has one
   */
  showSaved(name: string): string | undefined;
  close(): Promise<void>;
}

/** @throws UserError when a scenario is unknown, its name is too long for an origin, or the port is in use */
export async function startWall(options: WallOptions): Promise<RunningWall> {
  const wall = new Wall(options);
  return wall.start();
}

/** The maximum number of sandboxes of a mock server. */
const MAX_FRAMES = 200;

class Wall {
  readonly #options: WallOptions;
  readonly #mock: DeckhandMiddleware;
  readonly #names: string[];
  readonly #origins: WallOrigins;
  readonly #sandboxes: Sandboxes;
  readonly #page: PageApi;
  readonly #app: AppProxy;
  readonly #headerChanges = new Set<string>();
  #port = 0;
  #isAppResponding = true;

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
    const longName = this.#names.find(isTooLong);
    if (longName !== undefined)
      throw new UserError(
        'invalid-scenario',
        `The name of the scenario ${longName} is too long for a host name.`,
        {
          hint: `It may have at most ${MAX_LABEL_LENGTH} characters. Choose others with --only.`,
        },
      );
    this.#origins = new WallOrigins(this.#names, () => this.#port);
    this.#sandboxes = new Sandboxes(this.#mock.deckhand, this.#names);
    this.#app = new AppProxy({
      target: options.appUrl,
      wall: () => this.#origins.page,
      onAppStatus: (isResponding) => this.#onAppStatus(isResponding),
      onHeaderChange: (change) => this.#headerChanges.add(change),
    });
    this.#page = new PageApi({
      sandboxes: this.#sandboxes,
      origin: () => this.#origins.page,
      config: () => ({
        app: options.appUrl.href,
        startedAt: this.#sandboxes.startedAt,
        frames: this.#names.map((name) => ({
          name,
          title: library.getOrThrow(name).title,
          origin: this.#origins.frame(name),
          file: this.#findFile(name),
        })),
      }),
      frameOrigins: () => this.#origins.allFrames,
      status: () => ({ isAppResponding: this.#isAppResponding, headerChanges: [...this.#headerChanges] }),
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
    rejectInvalidRequests(server, this.#options.onWrongScheme);
    this.#proxyWebSockets(server);
    const url = await listen(server, '127.0.0.1', this.#options.port);
    this.#port = Number(new URL(url).port || 80);
    return {
      url: `${this.#origins.page}/`,
      port: this.#port,
      names: this.#names,
      deckhand: this.#mock.deckhand,
      showSaved: (name) => this.#showSaved(name),
      close: stop,
    };
  }

  #showSaved(name: string): string | undefined {
    if (this.#names.includes(name)) {
      this.#sandboxes.markOutdated(name);
      return undefined;
    }
    if (this.#options.scenarios) return 'it is not in --only';
    if (this.#names.length >= MAX_FRAMES) return `the wall shows at most ${MAX_FRAMES} scenarios`;
    if (isTooLong(name)) return 'the name is too long for a host name';
    this.#origins.add(name);
    this.#sandboxes.open(name);
    this.#names.push(name);
    return undefined;
  }

  /** The path of a scenario's file, as the user can open it. A deleted file has none. */
  #findFile(name: string): string | undefined {
    try {
      return this.#mock.deckhand.workspace('ws_dev').scenarioSource(name).file ?? undefined;
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/', headers } = request;
    const requested = this.#origins.matchHost(headers.host);
    addFramePolicy(response, framePolicy(this.#origins.page));
    const isOperation = this.#mock.deckhand.requestMatcher.matchesPath(url);
    if (requested.kind === 'unknown')
      return sendError(response, 421, `The wall has no frame at this host. Open ${this.#origins.page}/.`);
    // A page of another site cannot send requests to the app or the sandboxes, but a link on it may open them.
    const { origin } = headers;
    const site = headers['sec-fetch-site'];
    // Old browsers send only the origin.
    const isCrossSite = site === undefined ? origin !== undefined : site === 'cross-site';
    const isWallPage = origin === this.#origins.page || this.#origins.frameOf(origin) !== undefined;
    const isNavigation = headers['sec-fetch-mode'] === 'navigate' && request.method === 'GET';
    if (isCrossSite && !isWallPage && !isNavigation)
      return sendError(response, 403, 'A page of another site cannot use the wall.');
    if (requested.kind === 'frame') {
      if (url.split('?')[0] === FRAME_SCRIPT_PATH) return this.#sendFrameScript(requested.name, response);
      if (url === CSP_REPORT_PATH) return this.#onCspReport(request, response, requested.name);
      if (isOperation) return this.#handleOperation(request, response, requested.name);
      return url.startsWith('/')
        ? this.#app.request(request, response, this.#origins.frame(requested.name))
        : sendError(response, 400, 'The request target is not a path.');
    }
    const caller = this.#origins.frameOf(headers.origin);
    if (isOperation && caller !== undefined) return this.#handleOperation(request, response, caller);
    if (requested.kind === 'loopback') {
      response.writeHead(302, { location: `${this.#origins.page}/` }).end();
      return;
    }
    // The pages of presentations.
    if (url.startsWith('/view/')) return this.#presentationPage(request, response);
    await this.#page.respond(request, response);
  }

  /** Replaces any key of the app by that of the sandbox. A missing key is added only if the app's server would add it. */
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
    this.#mock(request, response, () => sendError(response, 404, 'Unknown operation.'));
  }

  /** CSP report: a frame requested another origin. */
  async #onCspReport(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const report = await readJsonBody(request);
    const { 'blocked-uri': blocked } = (report['csp-report'] ?? {}) as { readonly 'blocked-uri'?: unknown };
    const url = typeof blocked === 'string' && URL.canParse(blocked) ? new URL(blocked) : undefined;
    const isApiUrl = url !== undefined && this.#mock.deckhand.requestMatcher.matchesPath(url.pathname);
    if (isApiUrl && this.#origins.matchHost(url.host).kind === 'unknown')
      this.#sandboxes.recordEscape(name, url.origin);
    response.writeHead(204).end();
  }

  #presentationPage(request: IncomingMessage, response: ServerResponse): void {
    this.#mock(request, response, () => sendError(response, 404, 'Page not found.'));
  }

  async #sendFrameScript(name: string, response: ServerResponse): Promise<void> {
    const config: FrameConfig = {
      name,
      wall: this.#origins.page,
      now: this.#sandboxes.now,
      api: this.#mock.deckhand.requestMatcher.paths.source,
    };
    const text = await readFile(FRAME_SCRIPT, 'utf8');
    response.writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    response.end(`self.__deckhandWall=${JSON.stringify(config)};\n${text}`);
  }

  #proxyWebSockets(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      const { headers } = request;
      if (headers.upgrade?.toLowerCase() !== 'websocket')
        return continueWithHttp(server, request, socket, head);
      const requested = this.#origins.matchHost(headers.host);
      const origin = requested.kind === 'frame' ? this.#origins.frame(requested.name) : undefined;
      if (origin === undefined || (headers.origin !== undefined && headers.origin !== origin))
        return void socket.destroy();
      this.#app.upgrade(request, socket, head, origin);
    });
  }

  #onAppStatus(isResponding: boolean): void {
    if (this.#isAppResponding === isResponding) return;
    this.#isAppResponding = isResponding;
    this.#options.onAppStatus?.(isResponding);
  }
}

const isTooLong = (name: string): boolean => name.length > MAX_LABEL_LENGTH;

/** Sorts `happy-path` first, the others by their end, then by the number of questions and faults. */
function sortScenarios(deckhand: Deckhand): readonly string[] {
  const getRank = ({ name, timeline }: ListedScenario): number => {
    if (name === 'happy-path') return 0;
    const { end, segments, faults } = timeline as unknown as TimelineSummary;
    const questions = segments.filter(({ kind }) => kind === 'ask').length;
    return 1 + 1000 * END_ORDER.indexOf(end) + 10 * questions + faults.length;
  };
  return deckhand
    .workspace('ws_dev')
    .scenarios()
    .toSorted((one, other) => getRank(one) - getRank(other))
    .map(({ name }) => name);
}

type ListedScenario = ReturnType<ReturnType<Deckhand['workspace']>['scenarios']>[number];

/** The part of a timeline that this file reads, because the control API does not specify it. */
interface TimelineSummary {
  readonly end: string;
  readonly segments: readonly { readonly kind: string }[];
  readonly faults: readonly unknown[];
}

const END_ORDER = ['completed', 'failed', 'stalled', 'rejected'];

/**
 * A client that offers another protocol, such as h2c, continues with HTTP/1.1. Node does not read the body of an upgrade, so the
 * connection starts again, with the request without its offer.
 */
function continueWithHttp(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, rawHeaders, headers } = request;
  const lines = toHeaderPairs(removeHopByHopHeaders(rawHeaders, headers.connection)).map((pair) =>
    pair.join(': '),
  );
  const text = `${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]));
  server.emit('connection', socket);
}
