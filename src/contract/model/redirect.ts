/** Redirects: to the requested path with a query, which a run follows, and to other addresses. */
import { headerOf, type Exchange } from '../../journal/exchange.js';
import { endOfOrigin, pathOf } from '../../base/url-path.js';
import { operationOf } from './operation.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

interface OwnRedirect {
  /** The query with its question mark. */
  readonly query: string;
  readonly isSameOrigin: boolean;
}

/** The address that a redirect names, and whether it is at the same origin. */
function targetOf({ request, response }: Exchange): {
  readonly target: string;
  readonly isSameOrigin: boolean;
} {
  const target = headerOf(response?.headers ?? [], 'location')?.trim() ?? '';
  const origin = target.slice(0, endOfOrigin(target));
  return { target, isSameOrigin: origin === '' || origin === request.url.slice(0, endOfOrigin(request.url)) };
}

/** @returns the redirect, if its target is the requested path with a query; otherwise `undefined` */
export function ownRedirect(exchange: Exchange): OwnRedirect | undefined {
  const { request, response } = exchange;
  if (!response || !REDIRECTS.has(response.status)) return undefined;
  const { target, isSameOrigin } = targetOf(exchange);
  const query = /\?[^#]*/.exec(target)?.[0];
  const path = pathOf(target);
  if (query === undefined || (path !== '' && path !== pathOf(request.url))) return undefined;
  // Status 303 asks for a GET, and 301 and 302 often become one.
  if (response.status < 307 && request.method !== 'GET') return undefined;
  return { query, isSameOrigin };
}

/** Whether the target is the requested path with a slash at its end, at the same origin. */
export function isSlashRedirect(exchange: Exchange): boolean {
  const { request, response } = exchange;
  if (!response || ![301, 307, 308].includes(response.status)) return false;
  const { target, isSameOrigin } = targetOf(exchange);
  return isSameOrigin && pathOf(target) === `${pathOf(request.url)}/`;
}

/**
 * Whether the response is a redirect whose target says nothing about the operation: no sentence forbids redirects, and a client
 * follows them. Another operation of the API is another response than the documented one.
 */
export function isUnfollowed(exchange: Exchange): boolean {
  const { request, response } = exchange;
  if (!response || !REDIRECTS.has(response.status)) return false;
  const own = operationOf(request.method, request.url, undefined);
  const { target } = targetOf(exchange);
  const other = operationOf(request.method, pathOf(target).replace(/\/+$/, ''), undefined);
  return !other || (other.operation === own?.operation && other.id === own.id);
}
