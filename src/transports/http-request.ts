/** Reads requests of Node's HTTP server: a header, and a body up to a limit. */
import type { IncomingMessage } from 'node:http';

/** A header. `name` is in lower case. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value[0] : value;
}

export type IncomingBody = { readonly text: string; readonly bytes: number } | { readonly tooLarge: true };

/** Reads a body up to a number of bytes. It stops early if the body is larger. `undefined` when the client disconnects. */
export function readIncoming(request: IncomingMessage, limit: number): Promise<IncomingBody | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limit) chunks.push(chunk);
      else resolve({ tooLarge: true });
    });
    request.on('end', () => resolve({ text: Buffer.concat(chunks).toString('utf8'), bytes }));
    request.on('error', () => resolve(undefined));
    request.on('close', () => resolve(undefined));
  });
}
