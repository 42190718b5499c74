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
import { assertNotProduction } from './assert-not-production.js';
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

/** Responds to requests below `/_deckhand/api`, and passes all others to the next handler. */
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
    if (path !== undefined) {
      dispatch(request, response, path);
    } else if (findWorkspaceByUrl(url, deckhand.directory) !== undefined) {
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
  const deckhand = new Deckhand(
    { publicUrl: lastOrigin, ...configured },
    { hash: sha256Hex, idSalt: randomUUID() },
  );
  return [deckhand, { ...configured, allowOrigins }];
}

/**
 * The control API of a mock server. Express is loaded with the first request.
 * @throws UserError when an option is unknown
 */
export function controlMiddleware(
  deckhand: Deckhand,
  options: ControlMiddlewareOptions = {},
): ControlMiddleware {
  assertKnownOptions(options, ['controlToken'] satisfies (keyof ControlMiddlewareOptions)[]);
  const { controlToken } = options;
  let control: Promise<ControlMiddleware> | undefined;
  return (request, response, next) => {
    const { originalUrl, url = '/' } = request;
    if (apiPath(originalUrl ?? url, controlPath) === undefined) return next();
    // Express removes the path that a middleware is mounted at.
    if (originalUrl !== undefined) request.url = originalUrl;
    control ??= import('../server/control/routes.js').then(
      ({ createControlApi }) =>
        createControlApi(deckhand, { token: controlToken }) as unknown as ControlMiddleware,
    );
    control.then((respond) => respond(request, response, next)).catch(next);
  };
}
