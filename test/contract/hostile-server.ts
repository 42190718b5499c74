/** Servers that do what no honest one does, on a socket of 127.0.0.1. Each answers every request in the same bad way. */
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface HostileServer {
  readonly baseUrl: string;
  readonly close: () => void;
}

/** Calls `answer` for each request that arrives, with the raw text of its head. */
export async function hostileServer(
  answer: (socket: Socket, head: string) => unknown,
): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (data) => answer(socket, data.toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A whole answer of HTTP/1.1. */
export function whole(
  body: string,
  { status = '200 OK', type = 'application/json', headers = '' } = {},
): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
