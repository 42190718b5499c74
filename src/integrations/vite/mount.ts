/** Starts a mock server inside a server of Vite, as a middleware before all others. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { styleText } from 'node:util';
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
import { createRequestRouter } from './route-requests.js';
import { resolveFromRoot, loadScenarioFolders } from './scenario-folders.js';
import type { DeckhandPluginOptions } from './options.js';

const SCENARIO_TYPES_HINT = 'Expected true, false, or the path of a file.';

const optionValidators: OptionValidators<DeckhandPluginOptions> = {
  ...serverOptionValidators,
  log: (value, label) => parseChoice(value, label, ['pretty', 'json', 'silent']),
  scenarioTypes: (value, label) =>
    typeof value === 'boolean' || parsePattern(value, label, /./, SCENARIO_TYPES_HINT),
  controlToken: parseControlToken,
};

type Server = ViteDevServer | PreviewServer;

interface PrintedUrls {
  readonly api: () => string;
  readonly control: () => string;
  /** The name of the default scenario. */
  readonly scenario: string;
}

/**
 * @returns a function that stops the mock server
 * @throws UserError when an option is invalid
 */
export async function mountDeckhand(
  server: Server,
  options: DeckhandPluginOptions,
): Promise<() => Promise<void>> {
  assertServerOptions(options, optionValidators);
  const { config } = server;
  const { options: configured, allowOrigins } = resolveOptions(options, config.root);
  const { scenarios, scenario, replay, scenarioTypes, controlToken: token, log, ...rest } = configured;
  const defaultScenario = resolveFromRoot(config.root, scenario);
  const folders = loadScenarioFolders(config, scenarios, defaultScenario);
  const writeTypes = (): void => folders.writeTypes(scenarioTypes);
  writeTypes();
  let lastOrigin = 'http://localhost';
  const origin = (): string => config.server.origin ?? getServerOrigin(server) ?? lastOrigin;
  const deckhand = new Deckhand(
    {
      publicUrl: origin,
      ...rest,
      ...(defaultScenario !== undefined && { scenario: defaultScenario }),
      ...(replay !== undefined && {
        replay: typeof replay === 'string' ? resolve(config.root, replay) : replay,
      }),
    },
    { library: folders.library, hash: sha256Hex, idSalt: randomUUID(), sources: folders.sources },
  );

  const onBug = (error: unknown): void => config.logger.error(formatBug(error), { timestamp: true });
  const requests = createRequestLog(
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
      ...(requests && { onExchange: requests.onExchange, onBlockedOrigin: requests.onBlockedOrigin }),
    },
  });
  forceHttp1(server);
  server.middlewares.use(function deckhandMiddleware(request, response, next) {
    if (!isMockRequest(request.url ?? '/')) return next();
    const { host } = request.headers;
    if (host !== undefined) lastOrigin = `${'encrypted' in request.socket ? 'https' : 'http'}://${host}`;
    respond(request, response);
  });
  printUrls(server, {
    api: () => origin() + deckhand.requestMatcher.basePath,
    control: () => `${origin()}/_deckhand/`,
    scenario: deckhand.service.defaultScenario,
  });
  const stopWatching = await folders.watch(() => {
    writeTypes();
    deckhand.service.markScenariosChanged();
  });
  return async () => {
    await Promise.all([stopWatching(), requests?.close()]);
  };
}

function createRequestLog(
  style: DeckhandPluginOptions['log'] = 'pretty',
  basePath: string,
  write: (line: string) => void,
  onBug: (error: unknown) => void,
): RequestLog | undefined {
  if (style === 'silent') return undefined;
  const hints = {
    setKeys:
      "set apiKeys: { 'my-key': 'ws_dev' }, apiKeys: 'any' or apiKeys: 'optional' in the options of the plugin",
    allowOrigin: (origin: string) => `set allowOrigins: ['${origin}'] in the options of the plugin`,
  };
  return new RequestLog({ style, basePath, hints, write, onBug });
}

/** Disables HTTP/2: scenarios reset connections, which needs HTTP/1.1. */
function forceHttp1({ httpServer }: Server): void {
  if (httpServer && 'ALPNProtocols' in httpServer) httpServer.ALPNProtocols = Buffer.from('\bhttp/1.1');
}

/** The origin of Vite's URLs. */
function getServerOrigin({ resolvedUrls }: Server): string | undefined {
  const url = resolvedUrls?.local[0] ?? resolvedUrls?.network[0];
  return url === undefined ? undefined : new URL(url).origin;
}

/** Makes Vite print these with its own URLs. */
function printUrls(server: Server, urls: PrintedUrls): void {
  const { logger } = server.config;
  const print = server.printUrls.bind(server);
  server.printUrls = () => {
    print();
    const { api, control, scenario } = urls;
    const details = styleText('dim', `API key ${DEVELOPMENT_KEYS.ws_dev}, scenario ${scenario}`);
    logger.info(formatUrlLine('Deck API', `${styleText('cyan', api())}  ${details}`));
    logger.info(formatUrlLine('Deckhand', styleText('cyan', control())));
  };
}

function formatUrlLine(label: string, text: string): string {
  return `  ${styleText('green', '➜')}  ${styleText('bold', label)}: ${text}`;
}
