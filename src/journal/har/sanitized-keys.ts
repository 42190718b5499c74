/**
 * Detects sanitized HAR files, from which the recorder removed the auth headers, as browsers do by default. Their requests get a
 * placeholder, so that rules do not report the missing keys.
 */
import { getHeader, type Exchange, type HeaderPairs } from '../exchange.js';
import { SANITIZED_KEY_MARK } from '../redact/redaction-mark.js';

/** Whether requests without a key succeed, or no request has any header. @param exchanges from one recorder */
export function areKeysSanitized(exchanges: readonly Exchange[]): boolean {
  if (exchanges.length === 0 || exchanges.some(hasKey)) return false;
  return (
    exchanges.every(({ request }) => request.headers.length === 0) ||
    exchanges.some(({ response }) => response && isSuccess(response.status))
  );
}

/** Adds a placeholder for the key to each request. Requests that share an array of headers also share the new one. */
export function markSanitizedKeys(exchanges: readonly Exchange[]): readonly Exchange[] {
  const marked = new Map<HeaderPairs, HeaderPairs>();
  return exchanges.map((exchange) => {
    if (hasKey(exchange)) return exchange;
    const { request } = exchange;
    const headers = marked.get(request.headers) ?? [
      ...request.headers,
      ['authorization', SANITIZED_KEY_MARK],
    ];
    marked.set(request.headers, headers);
    return { ...exchange, request: { ...request, headers } };
  });
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function hasKey({ request }: Exchange): boolean {
  return ['authorization', 'x-api-key'].some((name) => getHeader(request.headers, name) !== undefined);
}
