/** An upstream on a raw socket: the test sees the received bytes and writes any bytes as a response. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawRequest {
  /** The request line and the header lines. */
  readonly head: readonly string[];
  /** The bytes on the wire: chunks are not decoded. */
  readonly body: Buffer;
}

export interface RawUpstream {
  readonly url: string;
  readonly requests: readonly RawRequest[];
  /** The number of connections so far. */
  readonly connections: () => number;
  /** The newest connection. */
  readonly latest: () => Socket | undefined;
}

/** @param onRequest called with each complete request: a head, and a body of the announced length or up to the last chunk */
export async function rawUpstream(
  onRequest: (socket: Socket, request: RawRequest, count: number) => void,
  onHead: (socket: Socket, head: readonly string[]) => void = () => {},
): Promise<RawUpstream> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    let received = Buffer.alloc(0);
    let isHeadReported = false;
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (;;) {
        const end = received.indexOf('\r\n\r\n');
        if (end === -1) return;
        const head = received.subarray(0, end).toString('latin1').split('\r\n');
        if (!isHeadReported) onHead(socket, head);
        isHeadReported = true;
        const size = bodySize(head, received.subarray(end + 4));
        if (size === undefined || received.length < end + 4 + size) return;
        const request = { head, body: Buffer.from(received.subarray(end + 4, end + 4 + size)) };
        received = received.subarray(end + 4 + size);
        isHeadReported = false;
        requests.push(request);
        onRequest(socket, request, requests.length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    latest: () => [...sockets].at(-1),
  };
}

/** The length of the body at the start of the bytes; `undefined` if the body is not complete. */
function bodySize(head: readonly string[], bytes: Buffer): number | undefined {
  const value = (name: string) =>
    head.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2);
  if (value('transfer-encoding') !== undefined) {
    const end = /(?:^|\r\n)0\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(bytes.toString('latin1'));
    return end ? end.index + end[0].length : undefined;
  }
  return Number(value('content-length') ?? 0);
}
