/** Reads requests of Node's HTTP server: a header, the body within bounds. */
import type { IncomingMessage } from 'node:http';

/** A header by its name in small letters. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value[0] : value;
}

export type IncomingBody = { readonly text: string; readonly bytes: number } | { readonly tooLarge: true };

/** Reads a body up to a number of bytes. A larger one is not read to its end. `undefined` when the client went away. */
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
