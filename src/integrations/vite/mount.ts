/** Starts a mock server inside a server of Vite. Its middleware runs before all others. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { RequestListener } from 'node:http';
import type { PreviewServer, ViteDevServer } from 'vite';
import { Deckhand, DEVELOPMENT_KEYS } from '../../app/deckhand.js';
import { nodeHash } from '../../transports/node-hash.js';
import { checkServerOptions, serverChecks, type ChecksOf } from '../../app/options/deckhand-options.js';
import { needChoice, needMatch, needToken } from '../../app/options/parsers.js';
import { withConfig } from '../../app/config/with-config.js';
import { bugText } from '../../server/log/bug-text.js';
import { RequestLog } from '../../server/log/request-log.js';
import type { ControlOptions } from '../../server/control.js';
import { apiPath, createDispatch, type DispatcherOptions } from '../../transports/http.js';
import { reportWhenDone, type PageRequest } from '../../server/page-request.js';
import { workspaceOfPath } from '../../server/pages/presentation-path.js';
import { atRoot, readFolders } from './folders.js';
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
  checkServerOptions(options, checks);
  const { config } = server;
  const { options: configured, allowOrigins } = withConfig(options, config.root);
  const { scenarios, scenario, replay, types, controlToken: token, log, ...rest } = configured;
  const wanted = atRoot(config.root, scenario);
  const folders = readFolders(config, scenarios, wanted);
  const declare = (): void => folders.declare(types);
  declare();
  let seen = 'http://localhost';
  const origin = (): string => config.server.origin ?? originOf(server) ?? seen;
  const deckhand = new Deckhand(
    {
      publicUrl: origin,
      ...rest,
      ...(wanted !== undefined && { scenario: wanted }),
      ...(replay !== undefined && {
        replay: typeof replay === 'string' ? resolve(config.root, replay) : replay,
      }),
    },
    { library: folders.library, hash: nodeHash, idSalt: randomUUID(), sources: folders.sources },
  );

  const onBug = (error: unknown): void => config.logger.error(bugText(error), { timestamp: true });
  const requests = requestLog(log, deckhand.reach.basePath, (line) => config.logger.info(line), onBug);
  const { isOurs, respond } = createOwnRequests(deckhand, {
    base: config.base,
    control: { token },
    onPage: requests?.onPage,
    dispatch: {
      onBug,
      allowOrigins,
      ...(requests && { onExchange: requests.onExchange, onRefusedOrigin: requests.onRefusedOrigin }),
    },
  });
  speakHttp1(server);
  server.middlewares.use(function deckhandMiddleware(request, response, next) {
    if (!isOurs(request.url ?? '/')) return next();
    const { host } = request.headers;
    if (host !== undefined) seen = `${'encrypted' in request.socket ? 'https' : 'http'}://${host}`;
    respond(request, response);
  });
  printAddresses(server, {
    api: () => origin() + deckhand.reach.basePath,
    control: () => `${origin()}/_deckhand/`,
    scenario: deckhand.service.defaultScenario,
  });
  const stopWatching = await folders.watch(() => {
    declare();
    deckhand.service.noteScenarios();
  });
  return async () => {
    await Promise.all([stopWatching(), requests?.close()]);
  };
}

const TYPES = 'Expected true, false, or the path of a file.';

const checks: ChecksOf<DeckhandPluginOptions> = {
  ...serverChecks,
  log: (value, where) => needChoice(value, where, ['pretty', 'json', 'silent']),
  types: (value, where) => typeof value === 'boolean' || needMatch(value, where, /./, TYPES),
  controlToken: needToken,
};

function requestLog(
  style: DeckhandPluginOptions['log'] = 'pretty',
  basePath: string,
  write: (line: string) => void,
  onBug: (error: unknown) => void,
): RequestLog | undefined {
  if (style === 'silent') return undefined;
  const advice = {
    setKeys: "set keys: { 'my-key': 'ws_dev' }, keys: 'any' or keys: 'none' in the options of the plugin",
    allowOrigin: (origin: string) => `set allowOrigins: ['${origin}'] in the options of the plugin`,
  };
  return new RequestLog({ style, basePath, advice, write, onBug });
}

/** With a certificate, Vite offers HTTP/2. Clients then use HTTP/1.1, in which a scenario can reset a connection. */
function speakHttp1({ httpServer }: Server): void {
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
  readonly isOurs: (url: string) => boolean;
  /** Responds to a request of the mock server. */
  readonly respond: RequestListener;
}

/** The base path of everything except the API and the presentations. */
const OWN_PAGES = '/_deckhand';

function createOwnRequests(
  deckhand: Deckhand,
  { base, control, onPage, dispatch: dispatcherOptions }: OwnRequestsOptions,
): OwnRequests {
  const { directory, reach, service } = deckhand;
  const { onBug } = dispatcherOptions;
  const dispatch = createDispatch(service, dispatcherOptions);
  let pages: Promise<RequestListener> | undefined;
  const loadPages = (): Promise<RequestListener> =>
    (pages ??= import('../../server/page-routes.js').then(
      ({ createPages }) => createPages(deckhand, { ...control, onBug }) as RequestListener,
    ));
  const isPage = (url: string): boolean =>
    apiPath(url, OWN_PAGES) !== undefined || workspaceOfPath(url, directory) !== undefined;
  /** The path at the mock server; undefined for other paths. */
  const ours = (url: string): string | undefined => {
    const below = base !== '/' && url.startsWith(base) ? url.slice(base.length - 1) : url;
    return [below, url].find((one) => reach.takesPath(one) || isPage(one));
  };
  return {
    isOurs: (url) => ours(url) !== undefined,
    respond: (request, response) => {
      const url = ours(request.url ?? '/') ?? '/';
      const path = reach.takesPath(url) ? apiPath(url, reach.basePath) : undefined;
      if (path !== undefined) return dispatch(request, response, path);
      if (onPage) reportWhenDone(request, response, onPage, service);
      const page = loadPages().then((respond) => respond(Object.assign(request, { url }), response));
      page.catch((error: unknown) => {
        onBug(error);
        response.destroy();
      });
    },
  };
}
