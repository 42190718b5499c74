/** An HTTP proxy for tests. It resolves every host name to this machine, and can want a user and a password. */
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface TestProxy {
  /** The address, without a user. */
  readonly url: string;
  readonly port: number;
  /** The request lines of all requests. */
  readonly seen: string[];
}

interface ProxyOptions {
  /** `user:password`. */
  readonly user?: string;
  /** Answers every request with this status and a page. */
  readonly refusal?: number;
}

export async function startHttpProxy({ user, refusal }: ProxyOptions = {}): Promise<TestProxy> {
  const seen: string[] = [];
  const open = new Set<Socket>();
  const isAllowed = ({ headers }: IncomingMessage): boolean =>
    user === undefined || headers['proxy-authorization'] === `Basic ${Buffer.from(user).toString('base64')}`;
  const statusFor = (incoming: IncomingMessage): number | undefined =>
    refusal ?? (isAllowed(incoming) ? undefined : 407);
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    const status = statusFor(incoming);
    if (status !== undefined)
      return void outgoing.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>No</h1>');
    const { port, pathname, search } = new URL(incoming.url ?? '');
    const path = (incoming.url ?? '').replace(/^https?:\/\/[^/]*/, '') || pathname + search;
    const onward = request({
      host: '127.0.0.1',
      port,
      path,
      method: incoming.method,
      headers: incoming.headers,
    });
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    seen.push(`CONNECT ${incoming.url}`);
    socket.on('error', () => socket.destroy());
    const status = statusFor(incoming);
    if (status !== undefined)
      return void socket.end(
        `HTTP/1.1 ${status} No\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\n<h1>No</h1>`,
      );
    const port = Number(/:(\d+)$/.exec(incoming.url ?? '')?.[1]);
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    open.add(target);
    target.on('error', () => socket.destroy());
  });
  server.on('connection', (socket: Socket) => open.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, seen };
}
