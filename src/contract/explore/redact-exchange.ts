/** Replaces the keys of a run in an exchange by marks: in headers, addresses and bodies. */
import type { Exchange, HeaderPairs } from '../../journal/exchange.js';
import type { KeyRedactor } from '../../journal/redact-keys.js';
import { markedHeaders } from '../../journal/gateway-headers.js';
import { redactHeaders } from '../../journal/redact.js';

/**
 * @param mark replaces the key in the headers of this exchange
 * @param added the headers for a gateway, which the exchange does not have yet
 */
export function redactExchange(
  exchange: Exchange,
  mark: string,
  keys: KeyRedactor,
  added: HeaderPairs,
): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      url: keys.text(request.url),
      headers: [...keys.headers(redactHeaders(request.headers, mark)), ...markedHeaders(added)],
      ...(request.body && { body: keys.body(request.body) }),
    },
    ...(response && {
      response: {
        ...response,
        headers: keys.headers(redactHeaders(response.headers, mark)),
        ...(response.body && { body: keys.body(response.body) }),
      },
    }),
  };
}
