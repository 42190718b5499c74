/** Starts a mock server inside a server of Vite. Its middleware runs before all others. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { PreviewServer, ViteDevServer } from 'vite';
import { Deckhand, DEVELOPMENT_KEYS } from '../../app/deckhand.js';
import { nodeHash } from '../../transports/node-hash.js';
import { checkServerOptions, serverChecks, type ChecksOf } from '../../app/options/deckhand-options.js';
import { needChoice, needMatch, needToken } from '../../app/options/parsers.js';
import { withConfig } from '../../app/config/with-config.js';
import { bugText } from '../../server/log/bug-text.js';
import { RequestLog } from '../../server/log/request-log.js';
import { createOwnRequests } from './own-requests.js';
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
