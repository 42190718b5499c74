/** The connections of a server, and which of them have a response under way. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clearRealTimeout, setRealTimeout } from '../base/real-time.js';

export class Connections {
  readonly #sockets = new Set<Socket>();
  /** The last response of each connection. */
  readonly #responses = new WeakMap<Socket, ServerResponse>();

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  begin(socket: Socket, response: ServerResponse): void {
    this.#responses.set(socket, response);
  }

  /**
   * Calls back when a refusal can be written: at once, or after the response to the request before it. A connection with half a
   * response on it is closed.
   */
  whenQuiet(socket: Socket, then: () => void): void {
    const response = this.#responses.get(socket);
    // An incomplete request is the one that cannot be read: it gets no other response.
    if (!response || response.writableFinished || response.destroyed || !response.req.complete) then();
    else if (response.headersSent && !response.writableEnded) socket.destroy();
    else response.once('close', then);
  }

  /** Closes every connection without a response under way, with those that never had a request. */
  closeQuiet(): void {
    for (const socket of this.#sockets) {
      const response = this.#responses.get(socket);
      if (!response || response.writableFinished) socket.destroy();
    }
  }
}

/** Takes no new connections, gives the responses under way a number of real milliseconds to finish, and cuts the rest. */
export function closeServer(server: Server, connections: Connections, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setRealTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearRealTimeout(cut);
      resolve();
    });
    connections.closeQuiet();
  });
}
