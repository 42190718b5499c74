/** `deckhand/express`: the mock server and its control API as middlewares, for an application with its own server. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { controlPath } from '../generated/control-routes.js';
import { Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import { isAllowedHost } from '../transports/allowed-hosts.js';
import { apiPath, createDispatch, type DispatcherOptions } from '../transports/http-dispatcher.js';
import { sha256Hex } from '../transports/sha256.js';
import {
  assertKnownOptions,
  assertServerOptions,
  serverOptionValidators,
  acceptAnything,
  type OptionValidators,
} from '../app/options/deckhand-options.js';
import { parseBoolean } from '../app/options/option-parsers.js';
import { resolveOptions, type ConfigOption } from '../app/config/resolve-options.js';
import { BUNDLED_SCENARIOS } from '../files/package-files.js';
import { ScenarioSourceFiles } from '../files/scenario-source-files.js';
import { assertNotProduction } from './assert-not-production.js';
import { authorizePageRequest, type ControlRejection } from '../server/control/authorize.js';
import { controlProblem } from '../server/control/control-problem.js';
import { isDeckhandPath } from '../server/pages/deckhand-path.js';
import { findWorkspaceByUrl } from '../server/pages/workspace-of-url.js';

const optionValidators: OptionValidators<DeckhandMiddlewareOptions> = {
  ...serverOptionValidators,
  allowProduction: parseBoolean,
  onExchange: acceptAnything,
  onBug: acceptAnything,
};

/** The options of `deckhandMiddleware`. */
export interface DeckhandMiddlewareOptions
  extends
    Omit<DeckhandOptions, 'origin'>,
    Pick<DispatcherOptions, 'allowOrigins' | 'onExchange'>,
    ConfigOption {
  /** @internal */
  readonly onBug?: DispatcherOptions['onBug'];
  /** Also responds where `NODE_ENV` is `production`. */
  readonly allowProduction?: boolean;
}

/** The parts of Express's request that this module needs. */
type MiddlewareRequest = IncomingMessage & { readonly originalUrl?: string; readonly protocol?: string };
type Next = (error?: unknown) => void;

/** Responds to requests below `/api/v1`, and passes all others to the next handler. */
export interface DeckhandMiddleware {
  (request: MiddlewareRequest, response: ServerResponse, next: Next): void;
  /** The mock server of the middleware: its scenarios, clocks and journals. */
  readonly deckhand: Deckhand;
}

/** The options of `controlMiddleware`. */
export interface ControlMiddlewareOptions {
  /** Required in every request. Without it, only this machine can use the control API. */
  readonly controlToken?: string | undefined;
}

/** Responds to requests below `/_deckhand`, and passes all others to the next handler. */
export type ControlMiddleware = (request: MiddlewareRequest, response: ServerResponse, next: Next) => void;

/**
 * Responds to the API, and serves the pages of its presentations (`/view/…`).
 * @param options the options of the mock server, or an existing mock server
 * @throws UserError when an option is invalid, or where `NODE_ENV` is `production`, without `allowProduction`
 */
export function deckhandMiddleware(options: DeckhandMiddlewareOptions | Deckhand = {}): DeckhandMiddleware {
  let lastOrigin: string | undefined;
  const [deckhand, dispatcherOptions] =
    options instanceof Deckhand ? [options, {}] : createDeckhandFromOptions(options, () => lastOrigin ?? '');
  const dispatch = createDispatch(deckhand.service, {
    ...dispatcherOptions,
    onRequest: (request) => void (lastOrigin = getRequestOrigin(request)),
  });
  const { requestMatcher } = deckhand;
  let pages: Promise<RequestListener> | undefined;
  const middleware = (request: MiddlewareRequest, response: ServerResponse, next: Next): void => {
    const url = request.originalUrl ?? request.url ?? '/';
    const path = requestMatcher.matchesPath(url) ? apiPath(url, requestMatcher.basePath) : undefined;
    const pageUrl = getCandidateUrls(request).find(
      (candidate) => findWorkspaceByUrl(candidate, deckhand.directory) !== undefined,
    );
    if (path !== undefined) {
      dispatch(request, response, path);
    } else if (pageUrl !== undefined) {
      request.url = pageUrl;
      pages ??= import('../server/pages/routes.js').then(
        ({ createPageRoutes }) => createPageRoutes(deckhand) as RequestListener,
      );
      pages.then((respond) => respond(request, response)).catch(next);
    } else {
      next();
    }
  };
  return Object.assign(middleware, { deckhand });
}

/**
 * The origin of a request's URL, for the presentations in its response. A `Host` that is not a name of this machine is not trusted,
 * because a client can send anything; `publicUrl` sets such a name.
 */
function getRequestOrigin({ protocol = 'http', headers: { host }, socket }: MiddlewareRequest): string {
  if (host !== undefined && isAllowedHost(host, [])) return `${protocol}://${host}`;
  const port = socket.localPort === undefined ? '' : `:${socket.localPort}`;
  return `${protocol}://127.0.0.1${port}`;
}

function createDeckhandFromOptions(
  options: DeckhandMiddlewareOptions,
  lastOrigin: () => string,
): readonly [Deckhand, DispatcherOptions] {
  assertServerOptions(options, optionValidators);
  const { options: merged, allowOrigins } = resolveOptions(options);
  const { allowProduction, ...configured } = merged;
  assertNotProduction(allowProduction);
  const folders = [configured.scenarios ?? []].flat().filter((one) => typeof one === 'string');
  const deckhand = new Deckhand(
    { publicUrl: lastOrigin, ...configured },
    { hash: sha256Hex, idSalt: randomUUID(), sources: new ScenarioSourceFiles(folders, BUNDLED_SCENARIOS) },
  );
  return [deckhand, { ...configured, allowOrigins }];
}

/** The URL of a request, complete and without the path that Express mounted the middleware at. */
const getCandidateUrls = ({ originalUrl, url = '/' }: MiddlewareRequest): readonly string[] => [
  originalUrl ?? url,
  url,
];

function sendRejection(response: ServerResponse, { code, detail }: ControlRejection): void {
  const problem = controlProblem(code, detail);
  response
    .writeHead(problem.status, { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(problem));
}

/**
 * The control API, the panel and the API reference of a mock server, below any mount path. Express is loaded with the first request.
 * @throws UserError when an option is unknown
 */
export function controlMiddleware(
  deckhand: Deckhand,
  options: ControlMiddlewareOptions = {},
): ControlMiddleware {
  assertKnownOptions(options, ['controlToken'] satisfies (keyof ControlMiddlewareOptions)[]);
  const { controlToken } = options;
  let pages: Promise<RequestListener> | undefined;
  return (request, response, next) => {
    const url = getCandidateUrls(request).find(isDeckhandPath);
    if (url === undefined) return next();
    const isControl = apiPath(url, controlPath) !== undefined;
    // The control API rejects more, and redacts its responses.
    const rejection = isControl ? undefined : authorizePageRequest(request, controlToken);
    if (rejection) return sendRejection(response, rejection);
    request.url = url;
    pages ??= import('../server/pages/routes.js').then(
      ({ createPageRoutes }) => createPageRoutes(deckhand, { token: controlToken }) as RequestListener,
    );
    pages.then((respond) => respond(request, response)).catch(next);
  };
}
