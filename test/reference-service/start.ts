/** The plain service on a socket of 127.0.0.1, on a port chosen by the system. Knows HTTP, and no presentations. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createReferenceService,
  type PlainOptions,
  type ReferenceRequest,
  type PlainService,
} from './handle.js';
import { prefix } from './routes.js';
import type { RawResponse } from './hooks.js';

export interface RunningPlainService extends Pick<PlainService, 'keys'> {
  /** Ends in /api/v1. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

export async function startPlainService(options: PlainOptions = {}): Promise<RunningPlainService> {
  const { handle, keys } = createReferenceService(options);
  const server = createServer((incoming, outgoing) => {
    read(incoming)
      .then(handle)
      .then((wire) => write(wire, outgoing))
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

async function write(
  { status, headers, body, framing, delay }: RawResponse,
  outgoing: ServerResponse,
): Promise<void> {
  if (delay > 0) await sleep(delay);
  if (framing === 'close') outgoing.shouldKeepAlive = false;
  if (framing !== 'chunked') outgoing.useChunkedEncodingByDefault = false;
  const length = framing === 'length' && status !== 204 ? { 'content-length': body.length } : {};
  outgoing.writeHead(status, { ...headers, ...length });
  outgoing.end(body);
}
