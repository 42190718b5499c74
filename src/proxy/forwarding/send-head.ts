/** Sends the head of a message before its body. Node's own `flushHeaders` would write it in another encoding. */
import type { OutgoingMessage } from 'node:http';
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
