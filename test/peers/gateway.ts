/** A gateway in front of a service. It loses some requests: before the service gets them, or after it has responded. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningPeer } from './peer.js';
import { randomOf } from './random.js';

/** What becomes of a lost request. A `late` loss happens after the service has carried it out. */
const losses = ['502', 'reset', 'late 504', 'late reset'] as const;

export interface GatewayOptions {
  /** The share of lost requests, from 0 to 1. */
  readonly loss: number;
  readonly seed: number;
}

export interface Gateway extends RunningPeer {
  readonly counts: { requests: number; lost: number };
}

export async function startGateway(service: RunningPeer, { loss, seed }: GatewayOptions): Promise<Gateway> {
  const random = randomOf(seed);
  const upstream = new URL(service.baseUrl);
  const counts = { requests: 0, lost: 0 };
  const server = createServer((incoming, outgoing) => {
    counts.requests += 1;
    const isLost = random() < loss;
    const kind = isLost ? losses[Math.floor(random() * losses.length)] : undefined;
    if (isLost) counts.lost += 1;
    if (kind === '502') return page(outgoing, 502, 'Bad Gateway');
    if (kind === 'reset') return incoming.socket.resetAndDestroy();
    forward(upstream, incoming, outgoing, kind);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${upstream.pathname}`,
    counts,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await service.close();
    },
  };
}

function forward(
  { hostname, port }: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  loss: string | undefined,
): void {
  const { method, url: path, rawHeaders } = incoming;
  const onward = request({ hostname, port, method, path, headers: ownHeaders(rawHeaders), agent: false });
  onward.on('response', (response) => {
    if (loss === undefined) {
      outgoing.writeHead(response.statusCode ?? 502, ownHeaders(response.rawHeaders));
      response.pipe(outgoing);
      return;
    }
    response.resume().on('end', () => {
      if (loss === 'late 504') page(outgoing, 504, 'Gateway Time-out');
      else incoming.socket.resetAndDestroy();
    });
  });
  onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : page(outgoing, 502, 'Bad Gateway')));
  incoming.pipe(onward);
}

function page(outgoing: ServerResponse, status: number, title: string): void {
  const html = `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1><hr>edge</body></html>`;
  outgoing.writeHead(status, { 'Content-Type': 'text/html', Server: 'edge' }).end(html);
}

/** Each side of the gateway has its own connections and its own framing. */
const hops = ['connection', 'keep-alive', 'transfer-encoding'];

/** The headers of the service in its spelling, as pairs of name and value. */
function ownHeaders(raw: readonly string[]): string[] {
  return raw.flatMap((item, index) =>
    index % 2 === 0 && !hops.includes(item.toLowerCase()) ? [item, raw[index + 1] ?? ''] : [],
  );
}
