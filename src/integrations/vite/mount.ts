/** Starts a mock server inside a server of Vite. Its middleware runs before all others. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { RequestListener } from 'node:http';
import type { PreviewServer, ViteDevServer } from 'vite';
import { Deckhand, DEVELOPMENT_KEYS } from '../../app/deckhand.js';
import { sha256Hex } from '../../transports/sha256.js';
import {
  assertServerOptions,
  serverOptionValidators,
  type OptionValidators,
} from '../../app/options/deckhand-options.js';
import { parseChoice, parsePattern, parseControlToken } from '../../app/options/option-parsers.js';
import { resolveOptions } from '../../app/config/resolve-options.js';
import { formatBug } from '../../server/log/format-bug.js';
import { RequestLog } from '../../server/log/request-log.js';
import type { ControlOptions } from '../../server/control/routes.js';
import { apiPath, createDispatch, type DispatcherOptions } from '../../transports/http-dispatcher.js';
import { reportOnFinish, type PageRequest } from '../../server/log/page-request.js';
import { findWorkspaceByUrl } from '../../server/pages/workspace-of-url.js';
import { resolveFromRoot, loadScenarioFolders } from './scenario-folders.js';
import type { DeckhandPluginOptions } from './options.js';

type Server = ViteDevServer | PreviewServer;

/**
 * @returns a function that stops the mock server
 * @throws UserError when an option is wrong
 */
export async function mountDeckhand(
  server: Server,
  options: DeckhandPluginOptions,
): Promise<() => Promise<void>> {
  assertServerOptions(options, checks);
  const { config } = server;
  const { options: configured, allowOrigins } = resolveOptions(options, config.root);
  const { scenarios, scenario, replay, scenarioTypes, controlToken: token, log, ...rest } = configured;
  const wanted = resolveFromRoot(config.root, scenario);
  const folders = loadScenarioFolders(config, scenarios, wanted);
  const declare = (): void => folders.writeTypes(scenarioTypes);
  declare();
  let lastOrigin = 'http://localhost';
  const origin = (): string => config.server.origin ?? originOf(server) ?? lastOrigin;
  const deckhand = new Deckhand(
    {
      publicUrl: origin,
      ...rest,
      ...(wanted !== undefined && { scenario: wanted }),
      ...(replay !== undefined && {
        replay: typeof replay === 'string' ? resolve(config.root, replay) : replay,
      }),
    },
    { library: folders.library, hash: sha256Hex, idSalt: randomUUID(), sources: folders.sources },
  );

  const onBug = (error: unknown): void => config.logger.error(formatBug(error), { timestamp: true });
  const requests = requestLog(
    log,
    deckhand.requestMatcher.basePath,
    (line) => config.logger.info(line),
    onBug,
  );
  const { isMockRequest, respond } = createRequestRouter(deckhand, {
    base: config.base,
    control: { token },
    onPage: requests?.onPage,
    dispatch: {
      onBug,
      allowOrigins,
      ...(requests && { onExchange: requests.onExchange, onBlockedOrigin: requests.onRefusedOrigin }),
    },
  });
  forceHttp1(server);
  server.middlewares.use(function deckhandMiddleware(request, response, next) {
    if (!isMockRequest(request.url ?? '/')) return next();
    const { host } = request.headers;
    if (host !== undefined) lastOrigin = `${'encrypted' in request.socket ? 'https' : 'http'}://${host}`;
    respond(request, response);
  });
  printAddresses(server, {
    api: () => origin() + deckhand.requestMatcher.basePath,
    control: () => `${origin()}/_deckhand/`,
    scenario: deckhand.service.defaultScenario,
  });
  const stopWatching = await folders.watch(() => {
    declare();
    deckhand.service.markScenariosChanged();
  });
  return async () => {
    await Promise.all([stopWatching(), requests?.close()]);
  };
}

const TYPES = 'Expected true, false, or the path of a file.';

const checks: OptionValidators<DeckhandPluginOptions> = {
  ...serverOptionValidators,
  log: (value, where) => parseChoice(value, where, ['pretty', 'json', 'silent']),
  scenarioTypes: (value, where) => typeof value === 'boolean' || parsePattern(value, where, /./, TYPES),
  controlToken: parseControlToken,
};

function requestLog(
  style: DeckhandPluginOptions['log'] = 'pretty',
  basePath: string,
  write: (line: string) => void,
  onBug: (error: unknown) => void,
): RequestLog | undefined {
  if (style === 'silent') return undefined;
  const advice = {
    setKeys:
      "set apiKeys: { 'my-key': 'ws_dev' }, apiKeys: 'any' or apiKeys: 'optional' in the options of the plugin",
    allowOrigin: (origin: string) => `set allowOrigins: ['${origin}'] in the options of the plugin`,
  };
  return new RequestLog({ style, basePath, advice, write, onBug });
}

/** Disables HTTP/2: scenarios reset connections, which needs HTTP/1.1. */
function forceHttp1({ httpServer }: Server): void {
  if (httpServer && 'ALPNProtocols' in httpServer) httpServer.ALPNProtocols = Buffer.from('\bhttp/1.1');
}

/** Vite's own address, without its base path. */
function originOf({ resolvedUrls }: Server): string | undefined {
  const url = resolvedUrls?.local[0] ?? resolvedUrls?.network[0];
  return url === undefined ? undefined : new URL(url).origin;
}

interface Addresses {
  readonly api: () => string;
  readonly control: () => string;
  /** The scenario of requests that have no other. */
  readonly scenario: string;
}

/** Makes Vite print them with its own addresses. */
function printAddresses(server: Server, addresses: Addresses): void {
  const { logger } = server.config;
  const print = server.printUrls.bind(server);
  server.printUrls = () => {
    print();
    const { api, control, scenario } = addresses;
    const about = styleText('dim', `key ${DEVELOPMENT_KEYS.ws_dev}, plays ${scenario}`);
    logger.info(line('Deck API', `${styleText('cyan', api())}  ${about}`));
    logger.info(line('Deckhand', styleText('cyan', control())));
  };
}

function line(label: string, text: string): string {
  return `  ${styleText('green', '➜')}  ${styleText('bold', label)}: ${text}`;
}

/*
 * Selects the requests to Vite's server that belong to the mock server, at the root and below Vite's base, and responds to
 * them.
 */

interface OwnRequestsOptions {
  /** The base path of Vite's own URLs. It starts and ends with `/`. */
  readonly base: string;
  readonly control: ControlOptions;
  /** Called after the response to every request outside the API. */
  readonly onPage?: ((page: PageRequest) => void) | undefined;
  readonly dispatch: DispatcherOptions & { readonly onBug: (error: unknown) => void };
}

interface OwnRequests {
  readonly isMockRequest: (url: string) => boolean;
  /** Responds to a request of the mock server. */
  readonly respond: RequestListener;
}

/** The base path of everything except the API and the presentations. */
const PAGES_PATH = '/_deckhand';

function createRequestRouter(
  deckhand: Deckhand,
  { base, control, onPage, dispatch: dispatcherOptions }: OwnRequestsOptions,
): OwnRequests {
  const { directory, requestMatcher, service } = deckhand;
  const { onBug } = dispatcherOptions;
  const dispatch = createDispatch(service, dispatcherOptions);
  let pages: Promise<RequestListener> | undefined;
  const loadPages = (): Promise<RequestListener> =>
    (pages ??= import('../../server/pages/routes.js').then(
      ({ createPageRoutes: createPages }) => createPages(deckhand, { ...control, onBug }) as RequestListener,
    ));
  const isPage = (url: string): boolean =>
    apiPath(url, PAGES_PATH) !== undefined || findWorkspaceByUrl(url, directory) !== undefined;
  /** The path at the mock server; undefined for other paths. */
  const toMockPath = (url: string): string | undefined => {
    const below = base !== '/' && url.startsWith(base) ? url.slice(base.length - 1) : url;
    return [below, url].find((one) => requestMatcher.matchesPath(one) || isPage(one));
  };
  return {
    isMockRequest: (url) => toMockPath(url) !== undefined,
    respond: (request, response) => {
      const url = toMockPath(request.url ?? '/') ?? '/';
      const path = requestMatcher.matchesPath(url) ? apiPath(url, requestMatcher.basePath) : undefined;
      if (path !== undefined) return dispatch(request, response, path);
      if (onPage) reportOnFinish(request, response, onPage, service);
      const page = loadPages().then((respond) => respond(Object.assign(request, { url }), response));
      page.catch((error: unknown) => {
        onBug(error);
        response.destroy();
      });
    },
  };
}
