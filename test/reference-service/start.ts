/** The reference service on a socket of 127.0.0.1, on a port chosen by the system. Knows HTTP, and no presentations. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createReferenceService,
  type PlainOptions,
  type ReferenceRequest,
  type ReferenceService,
} from './handle.js';
import { prefix } from './routes.js';
import type { RawResponse } from './hooks.js';
import { countingClock } from './counting-clock.js';

export interface RunningReferenceService extends Pick<ReferenceService, 'keys'> {
  /** Ends in /api/v1. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

/** Delays of responses take no real time: a service that has some needs a clock. */
export interface PlainServerOptions extends PlainOptions {
  readonly delay?: (ms: number) => Promise<void>;
}

export async function startReferenceService({
  delay = () => Promise.reject(new Error('The responses have delays, so the service needs a clock.')),
  now = countingClock(),
  ...options
}: PlainServerOptions = {}): Promise<RunningReferenceService> {
  const { handle, keys } = createReferenceService({ ...options, now });
  const connections = new WeakMap<object, string>();
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    const connection = connections.get(incoming.socket) ?? String(++count);
    connections.set(incoming.socket, connection);
    read(incoming)
      .then((request) => handle({ ...request, connection }))
      .then(async (wire) => {
        if (wire.delay > 0) await delay(wire.delay);
        write(wire, now(), outgoing);
      })
      .catch((bug: unknown) => {
        // A hook that throws is our mistake: report it, and do not let it pass for a response.
        console.error(bug);
        outgoing.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${prefix}`,
    keys,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(incoming: IncomingMessage): Promise<ReferenceRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const { method = 'GET', url: path = '/' } = incoming;
  return { method, path, headers, body: Buffer.concat(chunks).toString() };
}

function write({ status, headers, body, framing }: RawResponse, now: number, outgoing: ServerResponse): void {
  if (framing === 'close') outgoing.shouldKeepAlive = false;
  if (framing !== 'chunked') outgoing.useChunkedEncodingByDefault = false;
  const length = framing === 'length' && status !== 204 ? { 'content-length': body.length } : {};
  outgoing.writeHead(status, { date: new Date(now).toUTCString(), ...headers, ...length });
  outgoing.end(body);
}
