/** Copies a body from one stream to the other, with backpressure. The caller ends the target stream. */
import type { Readable, Writable } from 'node:stream';
import type { BodyCapture } from './body-capture.js';

export function streamBody(from: Readable, to: Writable, capture: BodyCapture, onEnd: () => void): void {
  from.on('data', (chunk: Buffer) => {
    capture.add(chunk);
    // An upstream that refuses a body early can have closed its connection.
    if (to.destroyed || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  from.once('end', onEnd);
}
