/** How a run sends one request: the interface to the network and to the clock, and its implementation by `fetch`. */
import type { HeaderPairs, WireFailure, WireResponse } from './exchange.js';
import { bodyFromBytes } from './body.js';

export interface OutgoingRequest {
  readonly method: string;
  /** Absolute. Sent without any change. */
  readonly url: string;
  readonly headers: HeaderPairs;
  readonly body?: string;
  /** The limit for the whole exchange, in ms. */
  readonly timeout: number;
  /** Whether it opens a connection of its own, where the transport has connections. */
  readonly isOnNewConnection?: boolean;
}

/** The response or the failure. The body is limited in size, and redirects are not followed. */
export interface TransportResult {
  readonly response?: WireResponse;
  readonly failure?: WireFailure;
  /** A short description of the failure. */
  readonly detail?: string;
  /** The connection that carried the request, where the transport distinguishes connections. */
  readonly connection?: string;
}

/** Sends one request; never rejects. */
export type Transport = (request: OutgoingRequest) => Promise<TransportResult>;

/** The clock of a run: the real one, or a virtual one in tests. */
export interface RunClock {
  /** Ms since 1970. */
  readonly now: () => number;
  /** @param signal ends this wait, so that it does not keep the process alive */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export type FetchFunction = (request: Request) => Response | Promise<Response>;

/** A transport that uses a fetch function, for a service in the same process or one that only fetch can reach. */
export function fetchTransport(fetch: FetchFunction): Transport {
  return async ({ method, url, headers, body }): Promise<TransportResult> => {
    try {
      const pairs = headers.map(([name, value]): [string, string] => [name, value]);
      const request = new Request(url, {
        method,
        headers: pairs,
        redirect: 'manual',
        ...(body !== undefined && { body }),
      });
      const response = await fetch(request);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return {
        response: {
          status: response.status,
          headers: [...response.headers],
          ...(bytes.length > 0 && { body: bodyFromBytes(bytes) }),
        },
      };
    } catch (error) {
      return { failure: 'reset', detail: error instanceof Error ? error.message : String(error) };
    }
  };
}
