/**
 * A lazily converted exchange: header pairs and redaction are computed at the first read, because most exchanges are evicted
 * unread. Until then it contains keys, so nothing leaves the journal in this form.
 */
import {
  toHeaderPairs,
  type Exchange,
  type ExchangeMetadata,
  type WireBody,
  type WireFailure,
} from './exchange.js';
import type { Redactor } from './redact/redactor.js';

/** An exchange as a transport sent it. */
export interface WireExchange {
  /** When the last byte was sent, in real milliseconds since 1970. */
  readonly endedAt: number;
  readonly method: string;
  readonly url: string;
  /** Alternating names and values, as Node provides them. */
  readonly requestHeaders: readonly string[];
  readonly requestBody: WireBody | undefined;
  /** Alternating names and values; `undefined` if no headers were sent. */
  readonly responseHeaders: readonly string[] | undefined;
  readonly responseBody: WireBody | undefined;
  readonly failure: WireFailure | undefined;
}

/** What the service adds to an exchange. */
export interface ServedExchange {
  readonly sequence: number;
  readonly startedAt: number;
  readonly status: number;
  readonly clockChanged: boolean;
  readonly metadata: ExchangeMetadata;
}

export class RawExchange {
  // One flat object: garbage collections copy the stored exchanges, and one object is cheaper to copy than several small ones.
  readonly #sequence: number;
  readonly #startedAt: number;
  readonly #endedAt: number;
  readonly #method: string;
  readonly #url: string;
  #requestHeaders: readonly string[];
  readonly #requestBody: WireBody | undefined;
  readonly #status: number;
  readonly #responseHeaders: readonly string[] | undefined;
  readonly #responseBody: WireBody | undefined;
  readonly #failure: WireFailure | undefined;
  readonly #redactor: Redactor;
  readonly #clockChanged: boolean;
  readonly #metadata: ExchangeMetadata;

  /** @param endedAt when the last byte was sent, on the clock of `served.startedAt` */
  constructor(served: ServedExchange, wire: WireExchange, endedAt: number, redactor: Redactor) {
    this.#sequence = served.sequence;
    this.#startedAt = served.startedAt;
    this.#endedAt = endedAt;
    this.#method = wire.method;
    this.#url = wire.url;
    this.#requestHeaders = wire.requestHeaders;
    this.#requestBody = wire.requestBody;
    this.#status = served.status;
    this.#responseHeaders = wire.responseHeaders;
    this.#responseBody = wire.responseBody;
    this.#failure = wire.failure;
    this.#clockChanged = served.clockChanged;
    this.#metadata = served.metadata;
    this.#redactor = redactor;
  }

  /**
   * Shares the header array of the previous exchange if both are equal. Clients that poll send the same headers each time,
   * and one shared array is cheaper for garbage collections than one for each exchange.
   */
  reuseHeaders(previous: RawExchange): void {
    const headers = previous.#requestHeaders;
    if (areEqual(headers, this.#requestHeaders)) this.#requestHeaders = headers;
  }

  /** The size of the address and the headers. Node reads each of their characters from one byte. */
  headBytes(): number {
    const headers = countCharacters(this.#requestHeaders) + countCharacters(this.#responseHeaders ?? []);
    return this.#url.length + headers;
  }

  get requestBody(): WireBody | undefined {
    return this.#requestBody;
  }

  get responseBody(): WireBody | undefined {
    return this.#responseBody;
  }

  /** Converts the headers to pairs, and redacts every known key in any part of the exchange. */
  toExchange(): Exchange {
    return this.#redactor.redactExchange({
      sequence: this.#sequence,
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      request: {
        method: this.#method,
        url: this.#url,
        headers: toHeaderPairs(this.#requestHeaders),
        ...(this.#requestBody && { body: this.#requestBody }),
      },
      ...(this.#responseHeaders && {
        response: {
          status: this.#status,
          headers: toHeaderPairs(this.#responseHeaders),
          ...(this.#responseBody && { body: this.#responseBody }),
        },
      }),
      ...(this.#failure && { failure: this.#failure }),
      ...(this.#clockChanged && { clockChanged: true }),
      metadata: this.#metadata,
    });
  }

  /** Redacts the key if the exchange is serialized by accident. */
  toJSON(): Exchange {
    return this.toExchange();
  }
}

export function countCharacters(texts: readonly string[]): number {
  let count = 0;
  for (const text of texts) count += text.length;
  return count;
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}
