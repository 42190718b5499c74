/** A transport that uses a fetch function, for a service in the same process or one that only fetch can reach. */
import { bodyOfBytes } from '../../journal/body.js';
import type { Transport, TransportResult } from './transport.js';

export type FetchFunction = (request: Request) => Response | Promise<Response>;

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
          ...(bytes.length > 0 && { body: bodyOfBytes(bytes) }),
        },
      };
    } catch (error) {
      return { failure: 'reset', detail: error instanceof Error ? error.message : String(error) };
    }
  };
}
