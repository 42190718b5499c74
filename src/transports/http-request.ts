/** Adapts a request of Node's HTTP server to the interface of the service. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { realElapsed, realNow } from '../base/real-time.js';
import { limits } from '../generated/limits.js';
import type { ApiRequest } from '../service/api.js';
import { requestIdFor } from './request-id.js';

export type IncomingBody = { readonly text: string; readonly bytes: number } | { readonly tooLarge: true };

/** The fields that Express and its parsers add to a request. */
type Incoming = IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown };

export class HttpRequest implements ApiRequest {
  readonly incoming: Incoming;
  readonly outgoing: ServerResponse;
  readonly path: string;
  readonly method: string;
  readonly requestId: string;
  readonly at = realNow();
  /** In real milliseconds since an arbitrary instant, with fractions. */
  readonly began = realElapsed();
  #received: IncomingBody | undefined;

  constructor(incoming: Incoming, outgoing: ServerResponse, path: string) {
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.path = path;
    this.method = incoming.method ?? 'GET';
    this.requestId = requestIdFor(this.header('x-request-id'));
  }

  /** With the query, as the client sent it. Express removes the mount path from `url`. */
  get url(): string {
    return this.incoming.originalUrl ?? this.incoming.url ?? '/';
  }

  get origin(): string | undefined {
    return this.incoming.headers.origin;
  }

  get isPreflight(): boolean {
    return this.method === 'OPTIONS' && this.header('access-control-request-method') !== undefined;
  }

  /**
   * Whether the client disconnected during its request. Such a request changes nothing: it has no body, so it is refused.
   */
  get isGone(): boolean {
    return this.#received === undefined && this.incoming.destroyed && !this.incoming.complete;
  }

  get isTooLarge(): boolean {
    return this.#received !== undefined && 'tooLarge' in this.#received;
  }

  /** The body as a string; `undefined` without a body, or if it is too large. */
  get text(): string | undefined {
    return this.#received && 'text' in this.#received ? this.#received.text || undefined : undefined;
  }

  /** The size of the body. */
  get bytes(): number {
    return this.#received && 'text' in this.#received ? this.#received.bytes : 0;
  }

  get body(): ApiRequest['body'] {
    return this.#received && 'tooLarge' in this.#received ? this.#received : this.text;
  }

  header(name: string): string | undefined {
    const value = this.incoming.headers[name];
    return typeof value === 'object' ? value[0] : value;
  }

  /** Reads the body. No promise if there is none, or if a parser such as `express.json()` has already read it. */
  readBody(): Promise<void> | undefined {
    const { incoming, method } = this;
    if (method === 'GET' || method === 'HEAD') return undefined;
    if (incoming.readableEnded && incoming.body !== undefined) this.#received = parsedBody(incoming.body);
    else if (Number(incoming.headers['content-length'] ?? 0) > limits.body_max_bytes)
      this.#received = { tooLarge: true };
    else
      return readIncoming(incoming, limits.body_max_bytes).then((received) => {
        this.#received = received;
      });
    return undefined;
  }
}

/** Reads a body up to a number of bytes. It stops early if the body is larger. `undefined` when the client disconnects. */
export async function readIncoming(
  request: IncomingMessage,
  limit: number,
): Promise<IncomingBody | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit) {
        // Some clients read only after they have sent all of it.
        request.resume();
        return { tooLarge: true };
      }
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return { text: Buffer.concat(chunks).toString('utf8'), bytes };
}

function parsedBody(body: unknown): IncomingBody {
  const text = Buffer.isBuffer(body)
    ? body.toString('utf8')
    : typeof body === 'string'
      ? body
      : JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  return bytes > limits.body_max_bytes ? { tooLarge: true } : { text, bytes };
}
