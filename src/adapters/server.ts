/**
 * The server of `deckhand serve`: the API through the dispatcher, everything else through Express, which is loaded when
 * the first such request comes. Every connection is bounded in size and time.
 */
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { UserError } from '../user-error.js';
import type { ControlPolicy } from './control/guard.js';
import type { Deckhand } from './deckhand.js';
import { apiPath, createDispatch, type DispatcherOptions } from './http.js';

export interface ServerOptions extends DispatcherOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Who may use the control API, beside tools and pages of this machine. */
  readonly control?: Pick<ControlPolicy, 'open' | 'token'>;
}

export interface RunningServer {
  /** Scheme, host and port, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Takes no new connections, lets answers under way finish for a moment, and cuts the rest. */
  close(): Promise<void>;
}

const BOUNDS = {
  maxHeaderSize: 16_384,
  /** Milliseconds until the head, and then the whole, of a request has to be there. */
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
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
  const { host, port } = options;
  const closing = new AbortController();
  const server = createServer(BOUNDS, createListener(deckhand, options, closing.signal));
  server.setTimeout(BOUNDS.silence);
  server.maxConnections = BOUNDS.connections;
  server.on('clientError', refuseConnection);
  await listen(server, host, port);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    close() {
      closing.abort();
      return close(server);
    },
  };
}

function createListener(deckhand: Deckhand, options: ServerOptions, closing: AbortSignal): RequestListener {
  const { basePath } = deckhand.service.world;
  const dispatch = createDispatch(deckhand, options);
  let pages: Promise<RequestListener> | undefined;
  const page = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    pages ??= import('./pages.js').then(
      ({ createPages }) =>
        createPages(deckhand, {
          ...options.control,
          exposed: !isLocalAddress(options.host),
          closing,
          ...(options.onBug && { onBug: options.onBug }),
        }) as RequestListener,
    );
    (await pages)(request, response);
  };
  return (request, response) => {
    const path = apiPath(request.url ?? '/', basePath);
    const handled = path === undefined ? page(request, response) : dispatch(request, response, path);
    handled.catch((error: unknown) => {
      options.onBug?.(error);
      response.destroy();
    });
  };
}

/** Whether only this machine can connect to an address. */
export function isLocalAddress(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(listenError(cause, host, port)));
    server.listen(port, host, resolve);
  });
}

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  if (cause.code === 'EADDRINUSE') {
    return new UserError('address-in-use', `Port ${port} on ${host} is in use.`, {
      hint: 'Choose another with --port.',
      cause,
    });
  }
  if (cause.code === 'EACCES') {
    return new UserError('address-not-available', `Port ${port} needs rights this user does not have.`, {
      hint: 'Choose one above 1023 with --port.',
      cause,
    });
  }
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND' || cause.code === 'EAI_AGAIN') {
    return new UserError('address-not-available', `${host} is no address of this machine.`, {
      hint: 'Choose another with --host.',
      cause,
    });
  }
  return cause;
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
  const body = JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: `${title}.`,
    code,
    request_id: crypto.randomUUID(),
  });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const CONNECTION_PROBLEMS: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', "The request's headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request took too long to arrive'],
};

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), BOUNDS.grace);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
