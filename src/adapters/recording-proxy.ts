/**
 * The recording proxy: stands for a host, passes its traffic on as it is, and tells of every exchange once it is over. Knows
 * nothing of what the traffic means; who judges and who writes it down is somebody else's business.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../journal/exchange.js';
import { closeServer, Connections } from './connections.js';
import { isMeantHost } from './host-names.js';
import { listen } from './listen.js';
import { Forward, type Passed, type Way } from './proxy/forward.js';
import { KeyMarks } from './proxy/key-marks.js';
import { answerOwn, type OwnReason } from './proxy/own-answer.js';
import { Recorder } from './proxy/recorder.js';
import { toExchange } from './proxy/to-exchange.js';
import { LARGEST_HEAD, Upstream, type UpstreamOptions } from './proxy/upstream.js';
import { realElapsed } from './real-time.js';

export interface RecordingProxyOptions extends UpstreamOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Lets only GET, HEAD and OPTIONS through. */
  readonly readOnly?: boolean;
  /** Host names that requests may be addressed to, beside those of this machine and the upstream's, in small letters. */
  readonly allowHosts?: readonly string[];
  /** Has every exchange with the upstream some milliseconds after it is over, without keys. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Is called when no more exchanges are to come for the moment. */
  readonly onPause?: () => void;
  /** Is told of every answer that is the proxy's own. */
  readonly onOwn?: (reason: OwnReason, detail: string) => void;
  readonly onBug?: (error: unknown) => void;
}

export interface RecordingProxy {
  /** Scheme, host and port, such as `http://127.0.0.1:4020`. */
  readonly url: string;
  /** Takes no new connections, lets what is under way finish for a moment, and hands on all that went by. */
  close(): Promise<void>;
}

/** The proxy adds no limits of its own but these: of heads in bytes, of connections in number, of times in milliseconds. */
const BOUNDS = {
  maxHeaderSize: LARGEST_HEAD,
  requireHostHeader: false,
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connections: 10_000,
  grace: 2_000,
};

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** @throws UserError when the address is taken or cannot be had */
export async function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const { host, port, onExchange, onPause, onBug = () => {} } = options;
  const upstream = new Upstream(options);
  const marks = new KeyMarks(randomUUID());
  const recorder = new Recorder<Passed>({
    weigh: ({ body, answer }) => (body?.kept ?? 0) + (answer?.body.kept ?? 0),
    work: (passed) => onExchange?.(toExchange(passed, upstream.origin, marks)),
    onSlice: () => onPause?.(),
    onBug,
  });
  const way: Way = {
    upstream,
    now: () => performance.timeOrigin + realElapsed(),
    active: new Set(),
    onPassed: (passed) => recorder.push(passed),
    onOwn: (reason, detail) => options.onOwn?.(reason, detail),
  };
  const server = createServer(BOUNDS);
  const connections = new Connections();
  server.on('connection', (socket: Socket) => connections.add(socket));
  const answer = createListener(options, way, connections);
  // Node would answer these itself: the first before the upstream has said anything, the second with 417.
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) server.on(event, answer);
  server.on('connect', (_, socket: Socket) => refuseTunnel(socket));
  server.maxConnections = BOUNDS.connections;
  const url = await listen(server, host, port);
  return {
    url,
    async close() {
      await closeServer(server, connections, BOUNDS.grace);
      for (const forward of way.active) forward.cut();
      upstream.close();
      recorder.drain();
    },
  };
}

function createListener(options: RecordingProxyOptions, way: Way, connections: Connections) {
  const named = [options.host.toLowerCase(), new URL(options.url).hostname, ...(options.allowHosts ?? [])];
  let sequence = 0;
  return (request: IncomingMessage, response: ServerResponse): void => {
    connections.begin(request.socket, response);
    const refusal = refusalOf(request, named, options);
    if (refusal) {
      way.onOwn(...refusal);
      return answerOwn(response, ...refusal);
    }
    const path = way.upstream.pathOf(request.url ?? '/');
    if (path === undefined) return answerOwn(response, 'other-host', `It stands for ${way.upstream.origin}.`);
    sequence += 1;
    new Forward(request, response, path, sequence, way).send();
  };
}

/** Answers a CONNECT. Node has let go of its connection, also of what becomes of it and of what still comes on it. */
function refuseTunnel(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.resume();
  socket.end('HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n');
}

/** Why a request does not get to the upstream. */
function refusalOf(
  { method = 'GET', headers, httpVersionMinor }: IncomingMessage,
  named: readonly string[],
  { readOnly }: RecordingProxyOptions,
): [OwnReason, string] | undefined {
  if (!isMeantHost(headers.host, named)) {
    const name = String(headers.host).slice(0, 100);
    return [
      'other-host',
      `It does not go by the name "${name}". Start it with --allow-host to have it do so.`,
    ];
  }
  // HTTP/2 is offered by the way; whoever offers it goes on without.
  if (headers.upgrade !== undefined && headers.upgrade !== 'h2c' && httpVersionMinor > 0)
    return ['upgrade', `It does not change to ${JSON.stringify(headers.upgrade.slice(0, 100))}.`];
  if (readOnly && !READING.has(method))
    return ['read-only', `${method} was not passed on, because of --read-only.`];
  return undefined;
}
