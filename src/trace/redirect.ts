/** Redirects: to the requested path with a query, which a run follows, and to other addresses. */
import { headerOf, type Exchange } from '../journal/exchange.js';
import { endOfOrigin, pathOf } from '../base/url-path.js';
import { operationOf } from './operation.js';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

interface OwnRedirect {
  /** The query with its question mark. */
  readonly query: string;
  readonly isSameOrigin: boolean;
}

/** @returns the redirect, if its target is the requested path with a query; otherwise `undefined` */
export function ownRedirect({ request, response }: Exchange): OwnRedirect | undefined {
  if (!response || !REDIRECTS.has(response.status)) return undefined;
  const target = headerOf(response.headers, 'location')?.trim() ?? '';
  const query = /\?[^#]*/.exec(target)?.[0];
  const path = pathOf(target);
  if (query === undefined || (path !== '' && path !== pathOf(request.url))) return undefined;
  // Status 303 asks for a GET, and 301 and 302 often become one.
  if (response.status < 307 && request.method !== 'GET') return undefined;
  const origin = target.slice(0, endOfOrigin(target));
  return { query, isSameOrigin: origin === '' || origin === request.url.slice(0, endOfOrigin(request.url)) };
}

/** Whether the target is the requested path with a slash at its end, at the same origin. */
export function isSlashRedirect({ request, response }: Exchange): boolean {
  if (!response || ![301, 307, 308].includes(response.status)) return false;
  const location = headerOf(response.headers, 'location')?.trim() ?? '';
  const origin = location.slice(0, endOfOrigin(location));
  const isSameOrigin = origin === '' || origin === request.url.slice(0, endOfOrigin(request.url));
  return isSameOrigin && pathOf(location) === `${pathOf(request.url)}/`;
}

/**
 * Whether the response is a redirect whose target says nothing about the operation: no sentence forbids redirects, and a client
 * follows them. Another operation of the API is another response than the documented one.
 */
export function isUnfollowed({ request, response }: Exchange): boolean {
  if (!response || !REDIRECTS.has(response.status)) return false;
  const own = operationOf(request.method, request.url, undefined);
  const target = headerOf(response.headers, 'location')?.trim() ?? '';
  const other = operationOf(request.method, pathOf(target).replace(/\/+$/, ''), undefined);
  return !other || (other.operation === own?.operation && other.id === own.id);
}
