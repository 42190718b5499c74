/**
 * The server of `deckhand serve`. The dispatcher handles API requests. Express handles all others and is loaded with the
 * first of them. Every connection is limited in size and time.
 */
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { controlPath } from '../generated/control-routes.js';
import { stopper } from '../transports/stopper.js';
import type { Deckhand } from '../app/deckhand.js';
import { isMeantHost } from '../transports/host-names.js';
import { apiPath, createDispatch, type DispatcherOptions } from '../transports/http.js';
import { listen } from '../transports/listen.js';
import { sendProblem } from '../transports/problem.js';
import { requestIdFor } from '../transports/request-id.js';
import { reportWhenDone, type PageRequest } from './page-request.js';
import { needTls, type Tls } from './tls.js';

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
  /** Time limit for the head of a request, in ms. Default: 15,000. */
  readonly headersTimeout?: number;
  /** Gets the address that each request has for this server, just before its response is made. */
  readonly requested?: RequestedAddress;
  /** Called after the response to every request outside the API. */
  readonly onPage?: (page: PageRequest) => void;
  /** Called when a request names another host than this server, with keys redacted. */
  readonly onRefusedHost?: (host: string) => void;
}

/** Scheme, host and port that the request of this moment has for a server. Presentations have it. */
export interface RequestedAddress {
  address?: string;
}

export interface RunningServer {
  /** Scheme, host and port, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Accepts no new connections, gives running responses a moment to finish, and then closes all connections. */
  close(): Promise<void>;
}

const BOUNDS = {
  maxHeaderSize: 16_384,
  /** Deckhand itself responds to a request without a host. Node would send an empty response. */
  requireHostHeader: false,
  /** The time limits for the head and for the whole request, in milliseconds. */
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  /** The time limit for a silent connection, in milliseconds. It includes stalled responses. */
  silence: 600_000,
};

/**
 * Starts to listen.
 * @throws UserError when the address is in use or not available
 */
export async function startServer(deckhand: Deckhand, options: ServerOptions): Promise<RunningServer> {
  const { host, port, headersTimeout = BOUNDS.headersTimeout } = options;
  const listener = createListener(deckhand, options);
  // Node checks the time limits of connections only at this interval.
  const connectionsCheckingInterval = headersTimeout / 3;
  const bounds = { ...BOUNDS, headersTimeout, connectionsCheckingInterval, handshakeTimeout: headersTimeout };
  const { tls } = options;
  const server = tls
    ? createTlsServer({ ...bounds, ...needTls(tls) }, listener)
    : createServer(bounds, listener);
  server.setTimeout(BOUNDS.silence);
  server.on('clientError', refuseConnection);
  const close = stopper(server);
  const url = await listen(server, host, port, tls ? 'https' : 'http');
  return { url, close };
}

function createListener(deckhand: Deckhand, options: ServerOptions): RequestListener {
  const { basePath } = deckhand.reach;
  const { allowHosts = [], controlToken: token, requested, onPage, onRefusedHost, onBug } = options;
  const listening = options.host.toLowerCase();
  const scheme = options.tls ? 'https' : 'http';
  const noteAddress = ({ headers: { host } }: IncomingMessage): void => {
    if (requested && host !== undefined && isMeant(host)) requested.address = `${scheme}://${host}`;
  };
  const dispatch = createDispatch(deckhand.service, {
    ...options,
    ...(requested && { onRequest: noteAddress }),
  });
  let pages: Promise<RequestListener> | undefined;
  const page = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (onPage) reportWhenDone(request, response, onPage, deckhand.service.redactor);
    pages ??= import('./page-routes.js').then(
      ({ createPages }) => createPages(deckhand, { token, ...(onBug && { onBug }) }) as RequestListener,
    );
    const respond = await pages;
    noteAddress(request);
    respond(request, response);
  };
  // A client names the same host in all its requests, so the last accepted host is cached.
  let lastMeant: string | undefined;
  const isMeant = (host: string | undefined): boolean => {
    if (host === lastMeant) return true;
    if (!isMeantHost(host, [listening, ...allowHosts])) return false;
    lastMeant = host;
    return true;
  };
  return (request, response) => {
    const { url = '/' } = request;
    const { host } = request.headers;
    // The control API checks names more strictly, and has a response of its own.
    if (!isMeant(host) && apiPath(url, controlPath) === undefined) {
      const shown = deckhand.service.redactor.text(String(host)).slice(0, 100);
      onRefusedHost?.(shown);
      const detail = `"${shown}" is not a name of this server. Allow it with --allow-host.`;
      return sendProblem(
        response,
        400,
        'bad_request',
        'The request cannot be understood',
        requestIdFor(undefined),
        undefined,
        detail,
      );
    }
    const path = apiPath(url, basePath);
    if (path !== undefined) return dispatch(request, response, path);
    page(request, response).catch((error: unknown) => {
      onBug?.(error);
      response.destroy();
    });
  };
}

/** Refuses a request that is not HTTP, is too large or arrives too slowly, and closes the connection. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  // Node itself looks here for a response in progress, into which a refusal must not be written.
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null };
  const isSending = response?.headersSent === true && !response.writableEnded;
  if (!socket.writable || isSending || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, code, title] = CONNECTION_PROBLEMS[error.code ?? ''] ?? [
    400,
    'bad_request',
    'The request cannot be understood',
  ];
  const requestId = requestIdFor(undefined);
  const body = JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: `${title}.`,
    code,
    request_id: requestId,
  });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const CONNECTION_PROBLEMS: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', "The request's headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request took too long to arrive'],
};
