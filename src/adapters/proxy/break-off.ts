/** Ends a connection in the middle of an answer, so that the client sees the break that the proxy saw. */
import type { ServerResponse } from 'node:http';
import { sendHead } from './send-head.js';

/** @param isReset whether the upstream reset its connection; else it just closed it */
export function breakOff(response: ServerResponse, isReset: boolean): void {
  const { socket } = response;
  // Another answer is under way on this connection; Node closes it when this one's turn comes.
  if (!socket) return void response.destroy();
  if (response.headersSent) sendHead(response);
  // What came before the break arrives before it.
  socket.write('', () => (isReset ? socket.resetAndDestroy() : socket.destroySoon()));
}
