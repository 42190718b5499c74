/** Which connections a server has, and which of them have an answer under way. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clearRealTimeout, setRealTimeout } from './real-time.js';

export class Connections {
  readonly #sockets = new Set<Socket>();
  /** The last answer of each connection. */
  readonly #answers = new WeakMap<Socket, ServerResponse>();

  add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  begin(socket: Socket, response: ServerResponse): void {
    this.#answers.set(socket, response);
  }

  /**
   * Calls back when a refusal can be written: at once, or after the answer to the request before it. A connection with
   * half an answer on it is beyond that, and is closed.
   */
  whenQuiet(socket: Socket, then: () => void): void {
    const response = this.#answers.get(socket);
    // What cannot be read belongs to this very request: it is not there yet, and gets no other answer.
    if (!response || response.writableFinished || response.destroyed || !response.req.complete) then();
    else if (response.headersSent && !response.writableEnded) socket.destroy();
    else response.once('close', then);
  }

  /** Closes every connection that nothing is under way on, also those nothing was ever asked on. */
  closeQuiet(): void {
    for (const socket of this.#sockets) {
      const response = this.#answers.get(socket);
      if (!response || response.writableFinished) socket.destroy();
    }
  }
}

/** Takes no new connections, lets the answers under way finish for so many real milliseconds, and cuts the rest. */
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
