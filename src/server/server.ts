/** The server of `deckhand serve`: the dispatcher handles API requests, and Express, which is loaded on demand, all others. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { controlPath } from '../generated/control-routes.js';
import { createShutdown } from '../transports/graceful-shutdown.js';
import type { Deckhand } from '../app/deckhand.js';
import { isAllowedHost } from '../transports/allowed-hosts.js';
import { apiPath, createDispatch, type DispatcherOptions } from '../transports/http-dispatcher.js';
import { BAD_REQUEST_TITLE, rejectInvalidRequests } from '../transports/invalid-requests.js';
import { listen } from '../transports/listen.js';
import { sendProblem } from '../transports/send-problem.js';
import { reportOnFinish, type PageRequest } from './log/page-request.js';
import { assertTls, type Tls } from './validate-tls.js';

export interface ServerOptions extends DispatcherOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Required in requests to the control API. Without it, only this machine can use it. */
  readonly controlToken?: string | undefined;
  /** Host names, in lower case, that are accepted in addition to those of this machine. */
  readonly allowHosts?: readonly string[];
  /** Serves HTTPS. */
  readonly tls?: Tls;
  /** Set to the origin in each request, before its response is created. */
  readonly currentOrigin?: CurrentOrigin;
  /** Called after the response to every request outside the API. */
  readonly onPage?: (page: PageRequest) => void;
  /** Called when a request names another host than this server, with keys redacted. */
  readonly onBlockedHost?: (host: string) => void;
  /** Called once, when a client uses `https` on an HTTP port, or the other way around. */
  readonly onWrongScheme?: (message: string) => void;
}

/** Scheme, host and port of this server in the current request, for the URLs of presentations. */
export interface CurrentOrigin {
  origin?: string;
}

export interface RunningServer {
  /** Scheme, host and port, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Accepts no new connections, lets running responses finish within a grace period, and then closes all connections. */
  close(): Promise<void>;
}

/**
 * Starts to listen.
 * @throws UserError when the address is in use or not available
 */
export async function startServer(deckhand: Deckhand, options: ServerOptions): Promise<RunningServer> {
  const { host, port, tls } = options;
  // Deckhand itself responds to a request without a host. Node would send an empty response.
  const httpOptions = { requireHostHeader: false };
  const server = tls ? createTlsServer({ ...httpOptions, ...assertTls(tls) }) : createServer(httpOptions);
  server.on('request', createListener(deckhand, options));
  rejectInvalidRequests(server, options.onWrongScheme);
  const close = createShutdown(server);
  return { url: await listen(server, host, port, tls ? 'https' : 'http'), close };
}

function createListener(deckhand: Deckhand, options: ServerOptions): RequestListener {
  const { basePath } = deckhand.requestMatcher;
  const { allowHosts = [], controlToken: token, currentOrigin, onPage, onBlockedHost, onBug } = options;
  const allowedHosts = [options.host.toLowerCase(), ...allowHosts];
  const scheme = options.tls ? 'https' : 'http';
  const setCurrentOrigin = ({ headers: { host } }: IncomingMessage): void => {
    if (currentOrigin && host !== undefined && isAllowedHost(host, allowedHosts))
      currentOrigin.origin = `${scheme}://${host}`;
  };
  const dispatch = createDispatch(deckhand.service, {
    ...options,
    ...(currentOrigin && { onRequest: setCurrentOrigin }),
  });
  let pages: Promise<RequestListener> | undefined;
  const page = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (onPage) reportOnFinish(request, response, onPage, deckhand.service);
    pages ??= import('./pages/routes.js').then(
      ({ createPageRoutes: createPages }) =>
        createPages(deckhand, { token, ...(onBug && { onBug }) }) as RequestListener,
    );
    const respond = await pages;
    setCurrentOrigin(request);
    respond(request, response);
  };
  return (request, response) => {
    const { url = '/' } = request;
    const { host } = request.headers;
    // The control API checks hosts more strictly, and has its own response.
    if (!isAllowedHost(host, allowedHosts) && apiPath(url, controlPath) === undefined) {
      const redacted = deckhand.service.redactor.redactText(String(host)).slice(0, 100);
      onBlockedHost?.(redacted);
      const name = redacted.replace(/:\d*$/, '');
      const detail = `The host "${name}" is not allowed. Allow it with --allow-host ${name}.`;
      return sendProblem(response, 400, 'bad_request', BAD_REQUEST_TITLE, { detail });
    }
    const path = apiPath(url, basePath);
    if (path !== undefined) return dispatch(request, response, path);
    page(request, response).catch((error: unknown) => {
      onBug?.(error);
      response.destroy();
    });
  };
}
