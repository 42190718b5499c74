/** Hands a body on, chunk by chunk, no faster than it is taken. Ends nothing: what an end is, the caller knows. */
import type { Readable, Writable } from 'node:stream';
import type { BodyTap } from './body-tap.js';

export function pump(from: Readable, to: Writable, tap: BodyTap, onEnd: () => void): void {
  from.on('data', (chunk: Buffer) => {
    tap.add(chunk);
    // An upstream that refuses a body before it has all of it may have closed already.
    if (to.destroyed || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  from.once('end', onEnd);
}
