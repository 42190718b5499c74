/** Sends the head of a message before its body, and ends a response as the upstream ended it. Node's own `flushHeaders` would write in another encoding. */
import type { OutgoingMessage, ServerResponse } from 'node:http';
import { setRealImmediate } from '../../base/real-immediate.js';
import type { BodyCapture } from './body-capture.js';

const NOTHING = Buffer.alloc(0);

export function sendHead(message: OutgoingMessage): void {
  if (!message.writableEnded && !message.destroyed) message.write(NOTHING);
}

/** Sends the head, unless a part of the body follows at once: then one write sends both. */
export function sendHeadSoon(message: OutgoingMessage, body: BodyCapture): void {
  setRealImmediate(() => {
    if (body.bytes === 0) sendHead(message);
  });
}

const SENDABLE_REASON = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Why Node cannot send a head that it received, as a sentence without a name for the upstream; `undefined` if it can. */
export function unsendableHead(status: number, reason: string): string | undefined {
  if (status < 100 || status > 999) return `its status is ${status}, not a number from 100 to 999`;
  if (SENDABLE_REASON.test(reason)) return undefined;
  return 'the reason phrase in its status line has a control character';
}

/**
 * Closes or resets the client's connection in the middle of a response, as the upstream did with the proxy's connection.
 * @param isReset whether the upstream reset its connection; otherwise it closed it
 */
export function abortResponse(response: ServerResponse, isReset: boolean): void {
  const { socket } = response;
  // Pipelining: an earlier response still uses the connection. Node closes it when it is this response's turn.
  if (!socket) return void response.destroy();
  if (response.headersSent) sendHead(response);
  // The callback runs when all earlier bytes are sent, so that the client receives them.
  socket.write('', () => (isReset ? socket.resetAndDestroy() : socket.destroySoon()));
}
