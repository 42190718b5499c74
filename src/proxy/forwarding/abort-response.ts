/** Closes or resets the client's connection in the middle of a response, as the upstream did with the proxy's connection. */
import type { ServerResponse } from 'node:http';
import { sendHead } from './send-head.js';

/** @param isReset whether the upstream reset its connection; otherwise it closed it */
export function abortResponse(response: ServerResponse, isReset: boolean): void {
  const { socket } = response;
  // Pipelining: an earlier response still uses the connection. Node closes it when it is this response's turn.
  if (!socket) return void response.destroy();
  if (response.headersSent) sendHead(response);
  // The callback runs when all earlier bytes are sent, so that the client receives them.
  socket.write('', () => (isReset ? socket.resetAndDestroy() : socket.destroySoon()));
}
