/** Sends the head of a message before there is a body. Node's own `flushHeaders` would write it in another encoding. */
import type { OutgoingMessage } from 'node:http';
import { setRealImmediate } from '../real-time.js';
import type { BodyTap } from './body-tap.js';

const NOTHING = Buffer.alloc(0);

export function sendHead(message: OutgoingMessage): void {
  if (!message.writableEnded && !message.destroyed) message.write(NOTHING);
}

/** Sends it unless a part of the body comes right behind: then the two go on together. */
export function sendHeadSoon(message: OutgoingMessage, body: BodyTap): void {
  setRealImmediate(() => {
    if (body.bytes === 0) sendHead(message);
  });
}
