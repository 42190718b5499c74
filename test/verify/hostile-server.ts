/** Hostile servers on a socket of 127.0.0.1. Each responds to every request in the same bad way. */
import { createServer, type Socket, type AddressInfo } from 'node:net';

export interface HostileServer {
  readonly baseUrl: string;
  readonly close: () => void;
}

/** Calls `respond` for each request, with the raw head of the request. */
export async function hostileServer(
  respond: (socket: Socket, head: string) => unknown,
): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (data) => respond(socket, data.toString('latin1')));
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

/** A complete HTTP/1.1 response. */
export function whole(
  body: string,
  { status = '200 OK', type = 'application/json', headers = '' } = {},
): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
