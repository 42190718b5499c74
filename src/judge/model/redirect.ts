/** Classifies redirects: to the requested path with a query, to the path with a trailing slash, and to other URLs. */
import { getHeader, type Exchange } from '../../journal/exchange.js';
import { originLength, getPath } from '../../base/url-path.js';
import { matchOperation } from './operation.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export const isRedirect = ({ response }: Exchange): boolean =>
  response !== undefined && REDIRECTS.has(response.status);

interface QueryRedirect {
  /** The query with its question mark. */
  readonly query: string;
  readonly isSameOrigin: boolean;
}

/** The URL in the Location header, and whether it has the same origin. */
function getLocation({ request, response }: Exchange): {
  readonly target: string;
  readonly isSameOrigin: boolean;
} {
  const target = getHeader(response?.headers ?? [], 'location')?.trim() ?? '';
  const origin = target.slice(0, originLength(target));
  return {
    target,
    isSameOrigin: origin === '' || origin === request.url.slice(0, originLength(request.url)),
  };
}

/** @returns the redirect, if its target is the requested path with a query; otherwise `undefined` */
export function getQueryRedirect(exchange: Exchange): QueryRedirect | undefined {
  const { request, response } = exchange;
  if (!response || !REDIRECTS.has(response.status)) return undefined;
  const { target, isSameOrigin } = getLocation(exchange);
  const query = /\?[^#]*/.exec(target)?.[0];
  const path = getPath(target);
  if (query === undefined || (path !== '' && path !== getPath(request.url))) return undefined;
  // A client follows 303 with a GET, and often also 301 and 302.
  if (response.status < 307 && request.method !== 'GET') return undefined;
  return { query, isSameOrigin };
}

/** Whether the target is the requested path with a trailing slash, at the same origin. */
export function isTrailingSlashRedirect(exchange: Exchange): boolean {
  const { request, response } = exchange;
  if (!response || ![301, 307, 308].includes(response.status)) return false;
  const { target, isSameOrigin } = getLocation(exchange);
  return isSameOrigin && getPath(target) === `${getPath(request.url)}/`;
}

/**
 * Whether the redirect target is no other operation. The spec does not forbid it.
 */
export function isUndocumentedRedirect(exchange: Exchange): boolean {
  const { request, response } = exchange;
  if (!response || !REDIRECTS.has(response.status)) return false;
  const own = matchOperation(request.method, request.url, undefined);
  const { target } = getLocation(exchange);
  const other = matchOperation(request.method, getPath(target).replace(/\/+$/, ''), undefined);
  return !other || (other.operation === own?.operation && other.id === own.id);
}
