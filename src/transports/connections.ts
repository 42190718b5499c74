/** Tracks the connections of a server, and their responses in progress. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clearRealTimeout, setRealTimeout } from '../base/real-time.js';

export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #belowTls = new Set<Socket>();
  /** The last response of each connection. */
  readonly #responses = new WeakMap<Socket, ServerResponse>();
  readonly #grace: number;

  /** @param grace the time that a client has to close its side of a connection after this side, in real milliseconds */
  constructor(grace = 2_000) {
    this.#grace = grace;
  }

  add(socket: Socket): void {
    this.#sockets.add(socket);
    let cut: ReturnType<typeof setRealTimeout> | undefined;
    // After the last byte of this side, a client that never closes its own side would hold the connection.
    socket.once('finish', () => (cut = setRealTimeout(() => socket.destroy(), this.#grace)));
    socket.once('close', () => {
      if (cut) clearRealTimeout(cut);
      this.#sockets.delete(socket);
    });
  }

  /** A connection that carries TLS. One without a completed handshake has no other trace. */
  addBelowTls(socket: Socket): void {
    this.#belowTls.add(socket);
    socket.once('close', () => this.#belowTls.delete(socket));
  }

  begin(socket: Socket, response: ServerResponse): void {
    this.#responses.set(socket, response);
  }

  /**
   * Calls `then` when a refusal can be written: immediately, or after the response to the previous request. If a response is
   * sent only in part, it closes the connection.
   */
  whenQuiet(socket: Socket, then: () => void): void {
    const response = this.#responses.get(socket);
    // An incomplete request is the unreadable one, and gets no other response.
    if (!response || response.writableFinished || response.destroyed || !response.req.complete) then();
    else if (response.headersSent && !response.writableEnded) socket.destroy();
    else response.once('close', then);
  }

  closeBelowTls(): void {
    for (const socket of this.#belowTls) socket.destroy();
  }

  /** Closes every connection without a response in progress, also connections without any request. */
  closeQuiet(): void {
    for (const socket of this.#sockets) {
      const response = this.#responses.get(socket);
      if (!response || response.writableFinished) socket.destroy();
    }
  }
}

/**
 * Accepts no new connections, gives running responses this many real milliseconds to finish, and then closes all
 * connections.
 */
export function closeServer(server: Server, connections: Connections, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setRealTimeout(() => {
      server.closeAllConnections();
      connections.closeBelowTls();
    }, grace);
    server.close(() => {
      clearRealTimeout(cut);
      resolve();
    });
    connections.closeQuiet();
  });
}
