/** Shuts an HTTP server down gracefully. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clearRealTimeout, setRealTimeout } from '../base/real-time.js';

/**
 * @param graceMs the real time until running responses are aborted
 * @returns a function that stops the server: it accepts no new connections, and resolves when all of them are closed
 */
export function createShutdown(server: Server, graceMs = 2_000): () => Promise<void> {
  // Node does not close connections before their TLS handshake, and waits for those without a request.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () =>
    new Promise((resolve) => {
      const timer = setRealTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs);
      server.close(() => {
        clearRealTimeout(timer);
        resolve();
      });
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    });
}
