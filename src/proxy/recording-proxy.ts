/**
 * The recording proxy. It forwards the traffic of one host unchanged and reports every exchange. The caller judges the exchanges
 * and writes them to a file.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../journal/exchange.js';
import { gatewaySecrets } from '../journal/redact/gateway-headers.js';
import { Redactor } from '../journal/redact/redactor.js';
import { closeServer, Connections } from '../transports/connections.js';
import { isMeantHost } from '../transports/host-names.js';
import { listen } from '../transports/listen.js';
import { nodeHash } from '../transports/node-hash.js';
import type { CapturedExchange } from './forwarding/captured.js';
import { ForwardedRequest, type ForwardContext } from './forwarding/forwarded-request.js';
import { proxyResponse, sendProxyResponse, type ProxyReason } from './forwarding/proxy-response.js';
import { WorkQueue } from './forwarding/work-queue.js';
import { toExchange } from './forwarding/to-exchange.js';
import { MAX_HEADER_BYTES, Upstream, type UpstreamOptions } from './forwarding/upstream.js';
import { realElapsed } from '../base/real-time.js';

export interface RecordingProxyOptions extends UpstreamOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The bytes of each body that an exchange keeps, also after decompression. Default: `MAX_BODY`. */
  readonly maxBody?: number;
  /** Forwards only GET, HEAD and OPTIONS. */
  readonly readOnly?: boolean;
  /** Host names, in lower case, that are accepted besides those of this machine and of the upstream. */
  readonly allowHosts?: readonly string[];
  /** Called for every exchange with the upstream, some milliseconds after its end. Keys are removed. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called after each batch of exchanges. */
  readonly onBatch?: () => void;
  /** Called for every response that the proxy itself sends. */
  readonly onProxyResponse?: (reason: ProxyReason, detail: string) => void;
  readonly onBug?: (error: unknown) => void;
}

export interface RecordingProxy {
  /** Scheme, host and port, such as `http://127.0.0.1:4020`. */
  readonly url: string;
  /** Stops accepting connections, gives running requests a moment to finish, and reports all exchanges. */
  close(): Promise<void>;
}

/** The default of `maxBody`. */
export const MAX_BODY = 1_048_576;

/** The limits of the proxy. Times are in milliseconds. */
const LIMITS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  requireHostHeader: false,
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connections: 10_000,
  grace: 2_000,
};

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** @throws UserError if the address is in use or not available */
export async function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const { host, port, maxBody = MAX_BODY, onExchange, onBatch, onBug = () => {} } = options;
  const upstream = new Upstream(options);
  // Without a salt, trying keys could find the key of a mark.
  const salt = randomUUID();
  const redactor = new Redactor(gatewaySecrets(upstream.added, upstream.origin), (key) =>
    nodeHash(`${salt} ${key}`),
  );
  const queue = new WorkQueue<CapturedExchange>({
    bytesOf: ({ body, response }) => (body?.kept ?? 0) + (response?.body.kept ?? 0),
    work: (passed) => {
      const added = upstream.addedTo(passed.headers);
      onExchange?.(toExchange(passed, { origin: upstream.origin, redactor, added, maxBody }));
    },
    onSlice: () => onBatch?.(),
    onBug,
  });
  const context: ForwardContext = {
    upstream,
    maxBody,
    now: () => performance.timeOrigin + realElapsed(),
    active: new Set(),
    onExchange: (captured) => queue.push(captured),
    onProxyResponse: (reason, detail) => options.onProxyResponse?.(reason, detail),
  };
  const server = createServer(LIMITS);
  const connections = new Connections();
  server.on('connection', (socket: Socket) => connections.add(socket));
  const listener = createListener(options, context, connections);
  // Without listeners Node would respond to expectations itself: with 100 before the upstream does, or with 417.
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) server.on(event, listener);
  server.on('connect', (_, socket: Socket) => refuseTunnel(socket));
  server.maxConnections = LIMITS.connections;
  const url = await listen(server, host, port);
  return {
    url,
    async close() {
      await closeServer(server, connections, LIMITS.grace);
      for (const forward of context.active) forward.abort();
      queue.drain();
    },
  };
}

function createListener(options: RecordingProxyOptions, context: ForwardContext, connections: Connections) {
  const allowed = [options.host.toLowerCase(), new URL(options.url).hostname, ...(options.allowHosts ?? [])];
  let sequence = 0;
  return (request: IncomingMessage, response: ServerResponse): void => {
    connections.begin(request.socket, response);
    const refuse = (reason: ProxyReason, detail: string): void => {
      context.onProxyResponse(reason, detail);
      sendProxyResponse(response, proxyResponse(reason, detail));
    };
    const refusal = refusalOf(request, allowed, options);
    if (refusal) return refuse(...refusal);
    const path = context.upstream.pathOf(request.url ?? '/');
    if (path === undefined) return refuse('other-host', `It serves ${context.upstream.origin}.`);
    sequence += 1;
    new ForwardedRequest(request, response, path, sequence, context).send();
  };
}

/** Responds to a CONNECT. Node no longer handles the errors and the data of this socket. */
function refuseTunnel(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.resume();
  socket.end('HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n');
}

/** Why the proxy does not forward a request; `undefined` if it does. */
function refusalOf(
  { method = 'GET', headers, httpVersionMinor }: IncomingMessage,
  allowed: readonly string[],
  { readOnly }: RecordingProxyOptions,
): [ProxyReason, string] | undefined {
  if (!isMeantHost(headers.host, allowed)) {
    const name = String(headers.host).slice(0, 100);
    return [
      'other-host',
      `The host "${name}" is not allowed. To allow it, start the proxy with --allow-host NAME.`,
    ];
  }
  // A client that only offers HTTP/2 (h2c) continues with HTTP/1.1.
  if (headers.upgrade !== undefined && headers.upgrade !== 'h2c' && httpVersionMinor > 0)
    return ['upgrade', `It does not upgrade to ${JSON.stringify(headers.upgrade.slice(0, 100))}.`];
  if (readOnly && !READ_METHODS.has(method))
    return ['read-only', `${method} was not forwarded, because of --read-only.`];
  return undefined;
}
