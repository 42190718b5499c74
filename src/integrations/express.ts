/** `deckhand/express`: the mock server and its control API as middlewares, for an application with its own server. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { controlPath } from '../generated/control-routes.js';
import { Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import { isMeantHost } from '../transports/host-names.js';
import { apiPath, createDispatch, type DispatcherOptions } from '../transports/http.js';
import { nodeHash } from '../transports/node-hash.js';
import {
  checkNames,
  checkServerOptions,
  serverChecks,
  unchecked,
  type ChecksOf,
} from '../app/options/deckhand-options.js';
import { needBoolean } from '../app/options/parsers.js';
import { withConfig, type ConfigOption } from '../app/config/with-config.js';
import { refuseProduction } from './refuse-production.js';
import { workspaceOfPath } from '../server/pages/presentation-path.js';

export interface DeckhandMiddlewareOptions
  extends Omit<DeckhandOptions, 'origin'>, Omit<DispatcherOptions, 'onRequest'>, ConfigOption {
  /** Responds also where `NODE_ENV` is `production`. */
  readonly allowProduction?: boolean;
}

/** The parts of Express's request that this module needs. */
type MiddlewareRequest = IncomingMessage & { readonly originalUrl?: string; readonly protocol?: string };
type Next = (error?: unknown) => void;

/** Responds to requests below `/api/v1`, and passes all others to the next handler. */
export interface DeckhandMiddleware {
  (request: MiddlewareRequest, response: ServerResponse, next: Next): void;
  /** The mock server behind the middleware: its scenarios, clocks and journals. */
  readonly deckhand: Deckhand;
}

/**
 * Responds to the API, and serves the pages of its presentations (`/view/…`).
 * @param options the options of the mock server, or an existing mock server
 * @throws UserError when an option is wrong, or where `NODE_ENV` is `production`, without `allowProduction`
 */
export function deckhandMiddleware(options: DeckhandMiddlewareOptions | Deckhand = {}): DeckhandMiddleware {
  let seen: string | undefined;
  const [deckhand, dispatcherOptions] =
    options instanceof Deckhand ? [options, {}] : ownDeckhand(options, () => seen ?? '');
  const dispatch = createDispatch(deckhand.service, {
    ...dispatcherOptions,
    onRequest: (request) => void (seen = addressOf(request)),
  });
  const { reach } = deckhand;
  let pages: Promise<RequestListener> | undefined;
  const middleware = (request: MiddlewareRequest, response: ServerResponse, next: Next): void => {
    const url = request.originalUrl ?? request.url ?? '/';
    const path = reach.takesPath(url) ? apiPath(url, reach.basePath) : undefined;
    if (path !== undefined) {
      dispatch(request, response, path);
    } else if (workspaceOfPath(url, deckhand.directory) !== undefined) {
      pages ??= import('../server/page-routes.js').then(
        ({ createPages }) => createPages(deckhand) as RequestListener,
      );
      pages.then((respond) => respond(request, response)).catch(next);
    } else {
      next();
    }
  };
  return Object.assign(middleware, { deckhand });
}

/**
 * The address that a request came to, for the presentations in its response. A `Host` that is not a name of this machine can be
 * anything that a client sent: `publicUrl` sets such a name.
 */
function addressOf({ protocol = 'http', headers: { host }, socket }: MiddlewareRequest): string {
  if (host !== undefined && isMeantHost(host, [])) return `${protocol}://${host}`;
  const port = socket.localPort === undefined ? '' : `:${socket.localPort}`;
  return `${protocol}://127.0.0.1${port}`;
}

const checks: ChecksOf<DeckhandMiddlewareOptions> = {
  ...serverChecks,
  allowProduction: needBoolean,
  onExchange: unchecked,
  onBug: unchecked,
  onRefusedOrigin: unchecked,
};

function ownDeckhand(
  options: DeckhandMiddlewareOptions,
  whereSeen: () => string,
): readonly [Deckhand, DispatcherOptions] {
  checkServerOptions(options, checks);
  const { options: merged, allowOrigins } = withConfig(options);
  const { allowProduction, ...configured } = merged;
  refuseProduction(allowProduction);
  const deckhand = new Deckhand(
    { publicUrl: whereSeen, ...configured },
    { hash: nodeHash, idSalt: randomUUID() },
  );
  return [deckhand, { ...configured, allowOrigins }];
}

/** A middleware that responds to requests below `/_deckhand/api`, and passes all others to the next handler. */
export type ControlMiddleware = (request: MiddlewareRequest, response: ServerResponse, next: Next) => void;

/**
 * The control API of a mock server. Express is loaded with the first request.
 * @param options `token`: required in every request. Without it, only this machine can use the control API.
 */
export function controlMiddleware(
  deckhand: Deckhand,
  options: { readonly token?: string | undefined } = {},
): ControlMiddleware {
  checkNames(options, ['token']);
  let control: Promise<ControlMiddleware> | undefined;
  return (request, response, next) => {
    const { originalUrl, url = '/' } = request;
    if (apiPath(originalUrl ?? url, controlPath) === undefined) return next();
    // Express removes the path that a middleware is mounted at.
    if (originalUrl !== undefined) request.url = originalUrl;
    control ??= import('../server/control.js').then(
      ({ createControl }) => createControl(deckhand, options) as unknown as ControlMiddleware,
    );
    control.then((respond) => respond(request, response, next)).catch(next);
  };
}
