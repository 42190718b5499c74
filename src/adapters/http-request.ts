/** Reads what Node's HTTP server hands over: the path, the headers as they were on the wire, the body within bounds. */
import type { IncomingMessage } from 'node:http';
import type { HeaderPairs } from '../journal/exchange.js';

/** The path of a request without its query, from either form a request line may have it in. */
export function pathOf(url: string): string {
  const start = url.startsWith('/') ? 0 : pathStart(url);
  const query = url.indexOf('?', start);
  return url.slice(start, query === -1 ? undefined : query) || '/';
}

/** `http://host/path` as proxies send it: where the path begins. */
function pathStart(url: string): number {
  const authority = url.indexOf('://');
  const slash = authority === -1 ? -1 : url.indexOf('/', authority + 3);
  return slash === -1 ? url.length : slash;
}

/** A header by its name in small letters. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value[0] : value;
}

/** The headers in the order and the case of the wire. */
export function pairsOf(rawHeaders: readonly string[]): HeaderPairs {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] as string, rawHeaders[index + 1] as string]);
  }
  return pairs;
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
