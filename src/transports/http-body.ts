/** Reads the body of a request of Node's HTTP server, up to a limit. */
import type { IncomingMessage } from 'node:http';

export type IncomingBody =
  | { readonly text: string; readonly bytes: number }
  | { readonly tooLarge: true }
  /** Too many bodies arrive at the same time. */
  | { readonly busy: true };

/** The bytes of all unfinished bodies in this process. Thousands of connections could each hold a large one. */
let underWay = 0;
const MOST_UNDER_WAY = 134_217_728;

/** Reads a body up to a number of bytes. It stops early if the body is larger. `undefined` when the client disconnects. */
export function readIncoming(
  request: IncomingMessage,
  limit: number,
  mostUnderWay = MOST_UNDER_WAY,
): Promise<IncomingBody | undefined> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    let held = 0;
    let isOver = false;
    const finish = (body: IncomingBody | undefined): void => {
      isOver = true;
      underWay -= held;
      held = 0;
      chunks = [];
      resolve(body);
    };
    request.on('data', (chunk: Buffer) => {
      if (isOver) return;
      bytes += chunk.length;
      if (bytes > limit) return finish({ tooLarge: true });
      if (underWay + chunk.length > mostUnderWay) return finish({ busy: true });
      held += chunk.length;
      underWay += chunk.length;
      chunks.push(chunk);
    });
    request.on('end', () => {
      if (!isOver) finish({ text: Buffer.concat(chunks).toString('utf8'), bytes });
    });
    request.on('error', () => finish(undefined));
    request.on('close', () => finish(undefined));
  });
}
