/**
 * Detects that a recorder left out all headers that can hold a key, as browsers do by default: requests without a key then
 * succeed. Such requests get a mark, so that rules do not report a missing key.
 */
import { headerOf, type Exchange, type HeaderPairs } from '../exchange.js';
import { LEFT_OUT } from '../redact.js';

/** @param exchanges from one recorder */
export function areKeysLeftOut(exchanges: readonly Exchange[]): boolean {
  return !exchanges.some(hasKey) && exchanges.some(({ response }) => response && isSuccess(response.status));
}

/** The same exchanges, with a mark in each request. Requests that share a list of headers share the new list, too. */
export function withLeftOutKeys(exchanges: readonly Exchange[]): readonly Exchange[] {
  const marked = new Map<HeaderPairs, HeaderPairs>();
  return exchanges.map((exchange) => {
    if (hasKey(exchange)) return exchange;
    const { request } = exchange;
    const headers = marked.get(request.headers) ?? [...request.headers, ['authorization', LEFT_OUT]];
    marked.set(request.headers, headers);
    return { ...exchange, request: { ...request, headers } };
  });
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function hasKey({ request }: Exchange): boolean {
  return ['authorization', 'x-api-key'].some((name) => headerOf(request.headers, name) !== undefined);
}
