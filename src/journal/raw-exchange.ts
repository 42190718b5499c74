/**
 * A lazily converted exchange: pairs and redaction are computed on first read.: headers as Node provides them, with the key. Most
 * exchanges are evicted before anyone reads them, so the conversion to pairs and the redaction happen at the first read.
 * Nothing leaves the journal in this form.
 */
import {
  toHeaderPairs,
  type Exchange,
  type ExchangeMetadata,
  type WireBody,
  type WireFailure,
} from './exchange.js';
import type { Redactor } from './redact/redactor.js';

/** An exchange as a transport saw it. */
export interface WireExchange {
  /** When the last byte was sent, in real milliseconds since 1970. */
  readonly endedAt: number;
  readonly method: string;
  readonly url: string;
  /** Names and values in turn, as Node provides them. */
  readonly requestHeaders: readonly string[];
  readonly requestBody: WireBody | undefined;
  /** Names and values in turn; `undefined` when no head was sent. */
  readonly responseHeaders: readonly string[] | undefined;
  readonly responseBody: WireBody | undefined;
  readonly failure: WireFailure | undefined;
}

/** What the service knows of the exchange in addition to the wire. */
export interface ServedExchange {
  readonly sequence: number;
  readonly startedAt: number;
  readonly status: number;
  readonly isControlled: boolean;
  readonly notes: ExchangeMetadata;
}

export class RawExchange {
  // One flat object: garbage collections copy the stored exchanges, and one object is cheaper to copy than several small
  // ones.
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
  readonly #isControlled: boolean;
  readonly #notes: ExchangeMetadata;

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
    this.#isControlled = served.isControlled;
    this.#notes = served.notes;
    this.#redactor = redactor;
  }

  /**
   * Shares the header array of the previous exchange if both are equal. Clients that poll send the same headers each time,
   * and one shared array is cheaper for garbage collections than one for each exchange.
   */
  reuseHeaders(before: RawExchange): void {
    const headers = before.#requestHeaders;
    if (areEqual(headers, this.#requestHeaders)) this.#requestHeaders = headers;
  }

  get requestBody(): WireBody | undefined {
    return this.#requestBody;
  }

  get responseBody(): WireBody | undefined {
    return this.#responseBody;
  }

  /** The exchange with headers as pairs and without any known key, which can occur in any part of it. */
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
      ...(this.#isControlled && { clockChanged: true }),
      metadata: this.#notes,
    });
  }

  /** Makes sure that an accidental serialisation does not contain the key. */
  toJSON(): Exchange {
    return this.toExchange();
  }
}

function areEqual(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}
