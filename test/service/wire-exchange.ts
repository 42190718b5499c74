/** Exchanges as transports hand them to the service. */
import type { WireExchange } from '../../src/journal/raw-exchange.js';
import { truncateBody } from '../../src/journal/journal-ring.js';
import type { ApiResponse } from '../../src/service/response.js';

/** An exchange without a response, unless the change has one. */
export function wireExchange(change: Partial<WireExchange> & Pick<WireExchange, 'endedAt'>): WireExchange {
  return {
    method: 'GET',
    url: '/',
    requestHeaders: [],
    requestBody: undefined,
    responseHeaders: undefined,
    responseBody: undefined,
    failure: undefined,
    ...change,
  };
}

/** The wire's side of a response that was sent completely. */
export function sent({ headers, body }: ApiResponse): Pick<WireExchange, 'responseHeaders' | 'responseBody'> {
  return {
    responseHeaders: Object.entries(headers).flat(),
    responseBody: body === '' ? undefined : truncateBody(body, body.length),
  };
}
