/** Redirects of the whole address: to the requested path with a query, or of a base address that moved. Clients follow them. */
import { headerOf, type Exchange } from '../journal/exchange.js';
import { endOfOrigin, pathOf } from '../base/url-path.js';
import { pathBelow } from './operation.js';

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

/** Whether the base address moved: the target is the same operation below another base, with a slash at its end, or with a query. */
export function isMoved({ request, response }: Exchange): boolean {
  if (!response || !REDIRECTS.has(response.status)) return false;
  const path = pathBelow(request.url, undefined);
  const location = headerOf(response.headers, 'location')?.trim() ?? '';
  const target = pathOf(location).replace(/\/+$/, '');
  return path !== undefined && (target.endsWith(path) || location.startsWith('?'));
}
