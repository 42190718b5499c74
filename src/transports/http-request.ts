/** Adapts a request of Node's HTTP server to the interface of the service. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ByteBuffer } from '../base/byte-buffer.js';
import { realMonotonicNow, realNow } from '../base/real-time.js';
import { limits } from '../generated/limits.js';
import type { ApiRequest } from '../service/request.js';
import { getOrCreateRequestId } from './request-id.js';

/** The fields that Express and its parsers add to a request. */
type ExpressRequest = IncomingMessage & { readonly originalUrl?: string; readonly body?: unknown };

export type ReceivedBody = { readonly text: string; readonly bytes: number } | { readonly tooLarge: true };

export class HttpRequest implements ApiRequest {
  readonly incoming: ExpressRequest;
  readonly outgoing: ServerResponse;
  readonly path: string;
  readonly method: string;
  readonly requestId: string;
  readonly receivedAt = realNow();
  /** In real milliseconds since an arbitrary time, with fractions. */
  readonly startedAt = realMonotonicNow();
  body: ApiRequest['body'] = undefined;
  /** The size of the body. */
  bytes = 0;
  /** Whether the client aborted while sending. Such a request has no effect. */
  isAborted = false;

  constructor(incoming: ExpressRequest, outgoing: ServerResponse, path: string) {
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.path = path;
    this.method = incoming.method ?? 'GET';
    this.requestId = getOrCreateRequestId(this.header('x-request-id'));
  }

  /** With the query, as the client sent it. Express removes the mount path from `url`. */
  get url(): string {
    return this.incoming.originalUrl ?? this.incoming.url ?? '/';
  }

  get query(): string {
    const at = this.url.indexOf('?');
    return at < 0 ? '' : this.url.slice(at);
  }

  get isPreflight(): boolean {
    return this.method === 'OPTIONS' && this.header('access-control-request-method') !== undefined;
  }

  header(name: string): string | undefined {
    const value = this.incoming.headers[name];
    return typeof value === 'object' ? value[0] : value;
  }

  /** Reads the body. Returns no promise if there is none, or if a parser such as `express.json()` has already read it. */
  readBody(): Promise<void> | undefined {
    const { incoming, method } = this;
    if (method === 'GET' || method === 'HEAD') return undefined;
    if (incoming.readableEnded && incoming.body !== undefined) this.#setBody(toReceivedBody(incoming.body));
    else if (Number(incoming.headers['content-length'] ?? 0) > limits.body_max_bytes)
      this.#setBody({ tooLarge: true });
    else return readBodyText(incoming, limits.body_max_bytes).then((received) => this.#setBody(received));
    return undefined;
  }

  #setBody(received: ReceivedBody | undefined): void {
    if (!received) this.isAborted = true;
    else if ('tooLarge' in received) this.body = received;
    else {
      this.body = received.text || undefined;
      this.bytes = received.bytes;
    }
  }
}

/** Reads a body up to a limit. Stops early if the body is larger. `undefined` if the client disconnects. */
export async function readBodyText(
  request: IncomingMessage,
  limit: number,
): Promise<ReceivedBody | undefined> {
  const body = new ByteBuffer();
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (body.length + chunk.length > limit) {
        // Some clients read the response only after they have sent the complete body.
        request.resume();
        return { tooLarge: true };
      }
      body.append(chunk);
    }
  } catch {
    return undefined;
  }
  // A byte order mark stays in the text, which a `TextDecoder` would remove.
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.bytes()), bytes: body.length };
}

function toReceivedBody(body: unknown): ReceivedBody {
  const text = Buffer.isBuffer(body)
    ? body.toString('utf8')
    : typeof body === 'string'
      ? body
      : JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  return bytes > limits.body_max_bytes ? { tooLarge: true } : { text, bytes };
}
