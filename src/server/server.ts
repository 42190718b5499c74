/**
 * The server of `deckhand serve`: the API through the dispatcher, everything else through Express, which is loaded when
 * the first such request comes. Every connection is bounded in size and time.
 */
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { controlPath } from '../generated/control-routes.js';
import { keyMark, redactUrl } from '../journal/redact.js';
import { closeServer, Connections } from '../transports/connections.js';
import type { ControlPolicy } from './control/guard.js';
import type { Deckhand } from '../app/deckhand.js';
import { isMeantHost } from '../transports/host-names.js';
import { apiPath, createDispatch, type DispatcherOptions } from '../transports/http.js';
import { listen } from '../transports/listen.js';
import { isLocalAddress } from '../transports/local-address.js';
import { sendProblem } from '../transports/problem.js';
import { realElapsed } from '../base/real-time.js';
import { requestIdFor } from '../transports/request-id.js';

export interface ServerOptions extends DispatcherOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Who may use the control API, beside tools and pages of this machine. */
  readonly control?: Pick<ControlPolicy, 'open' | 'token'>;
  /** Host names that requests may be addressed to, beside those of this machine, in small letters. */
  readonly allowHosts?: readonly string[];
  /** Milliseconds until the head of a request has to be there; 15 seconds unless told otherwise. */
  readonly headersTimeout?: number;
  /** Is told of every request for something beside the API, once it is answered. */
  readonly onPage?: (page: PageRequest) => void;
}

export interface PageRequest {
  readonly method: string;
  /** Without anything that looks like a key. */
  readonly url: string;
  readonly status: number;
  /** Real milliseconds. */
  readonly took: number;
}

export interface RunningServer {
  /** Scheme, host and port, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Takes no new connections, lets answers under way finish for a moment, and cuts the rest. */
  close(): Promise<void>;
}

const BOUNDS = {
  maxHeaderSize: 16_384,
  /** A request without a host is answered like any other, not by Node with nothing. */
  requireHostHeader: false,
  /** Milliseconds until the head, and then the whole, of a request has to be there. */
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  /** Milliseconds a connection may be silent, a stalled answer included. */
  silence: 600_000,
  connections: 10_000,
  /** Milliseconds that answers under way get when the server stops. */
  grace: 2_000,
};

/**
 * Starts to listen.
 * @throws UserError when the address is taken or cannot be had
 */
export async function startServer(deckhand: Deckhand, options: ServerOptions): Promise<RunningServer> {
  const { host, port, headersTimeout = BOUNDS.headersTimeout } = options;
  const closing = new AbortController();
  const connections = new Connections();
  const answer = createListener(deckhand, options, closing.signal);
  // Node looks at its connections every so often only.
  const connectionsCheckingInterval = headersTimeout / 3;
  const bounds = { ...BOUNDS, headersTimeout, connectionsCheckingInterval };
  const server = createServer(bounds, (request, response) => {
    connections.begin(request.socket, response);
    answer(request, response);
  });
  server.on('connection', (socket: Socket) => connections.add(socket));
  server.setTimeout(BOUNDS.silence);
  server.maxConnections = BOUNDS.connections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    connections.whenQuiet(socket, () => refuseConnection(error, socket)),
  );
  const url = await listen(server, host, port);
  return {
    url,
    close() {
      closing.abort();
      return closeServer(server, connections, BOUNDS.grace);
    },
  };
}

function createListener(deckhand: Deckhand, options: ServerOptions, closing: AbortSignal): RequestListener {
  const { basePath } = deckhand.service.world;
  const { allowHosts = [], onPage, onBug } = options;
  const dispatch = createDispatch(deckhand.service, options);
  let pages: Promise<RequestListener> | undefined;
  const page = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (onPage) tellWhenDone(request, response, onPage);
    pages ??= import('./pages.js').then(
      ({ createPages }) =>
        createPages(deckhand, {
          ...options.control,
          exposed: !isLocalAddress(options.host),
          closing,
          ...(onBug && { onBug }),
        }) as RequestListener,
    );
    (await pages)(request, response);
  };
  // A client names the same host in all its requests.
  let lastMeant: string | undefined;
  const isMeant = (host: string | undefined): boolean => {
    if (host === lastMeant) return true;
    if (!isMeantHost(host, allowHosts)) return false;
    lastMeant = host;
    return true;
  };
  return (request, response) => {
    const { url = '/' } = request;
    const { host } = request.headers;
    // The control API checks names more strictly, and has a response of its own.
    if (!isMeant(host) && apiPath(url, controlPath) === undefined) {
      const detail = `"${String(host).slice(0, 100)}" is not a name of this server. Allow it with --allow-host.`;
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

function tellWhenDone(
  request: IncomingMessage,
  response: ServerResponse,
  tell: (page: PageRequest) => void,
): void {
  const began = realElapsed();
  const { method = 'GET', url = '/' } = request;
  response.once('finish', () =>
    tell({
      method,
      url: redactUrl(url, undefined, keyMark()),
      status: response.statusCode,
      took: realElapsed() - began,
    }),
  );
}

/** Answers what is not HTTP, or too much of it, and closes the connection. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
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
