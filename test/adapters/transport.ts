/** What the shared suite knows of a transport: how to ask through it, and the stand-in that answers behind it. */
import type { Deckhand } from '../../src/adapters/deckhand.js';

export interface TransportAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  json(): ReturnType<typeof JSON.parse>;
}

export interface TransportRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborted when the client loses patience. */
  readonly signal?: AbortSignal;
}

export interface Transport {
  /**
   * @param path with the base path: `/api/v1/templates`
   * @returns once the whole body is there; rejects when the answer does not come, or not whole
   */
  readonly request: (method: string, path: string, request?: TransportRequest) => Promise<TransportAnswer>;
  readonly deckhand: Deckhand;
  readonly close: () => Promise<void>;
}

export type StartTransport = () => Promise<Transport>;

/** A fetch response, read to its end. */
export async function readResponse(response: Response): Promise<TransportAnswer> {
  // What a fetch handler returns when there is no answer; fetch itself rejects.
  if (response.type === 'error') throw new TypeError('There was no answer');
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
}
