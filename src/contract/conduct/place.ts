/** Where a request went: below the documented base, below one like it, or elsewhere. Sections 4 and 9. */
import { basePath } from '../../generated/routes.js';
import { endOfOrigin, pathBelow, pathOf } from '../trace/operation.js';

export type Place =
  /** Below the base, or where a documented path begins. */
  | { readonly kind: 'api'; readonly path: string }
  /** A documented path below another version, or below none. */
  | { readonly kind: 'other-version'; readonly path: string; readonly version: string | undefined }
  | { readonly kind: 'elsewhere' }
  /** Of a documented operation the place says no more than its call. */
  | { readonly kind: 'operation' };

const ELSEWHERE: Place = { kind: 'elsewhere' };
export const OPERATION: Place = { kind: 'operation' };
const COLLECTIONS = '(?:templates|presentations)(?:/|$)';
const begins = new RegExp(`^/${COLLECTIONS}`);
const otherVersion = new RegExp(`/api(?:/(v\\d+[\\w.-]*))?/${COLLECTIONS}`);

/**
 * @param baseUrl where the service is said to be; when left out, other services may have a base of that name, too
 */
export function placeOf(url: string, baseUrl?: string): Place {
  const below = pathBelow(url, baseUrl);
  if (below !== undefined)
    return baseUrl !== undefined || begins.test(below) ? { kind: 'api', path: below } : ELSEWHERE;
  const path = pathOf(url);
  const match = otherVersion.exec(path);
  if (!match || `/api/${match[1] ?? ''}` === basePath) return ELSEWHERE;
  return { kind: 'other-version', path, version: match[1] };
}

/** Scheme, host and port of an address; empty when it is a path only. */
export function originOf(url: string): string {
  return url.slice(0, endOfOrigin(url)).toLowerCase();
}
