/** Classifies the address of a request: below the documented base, below a similar one, or elsewhere. Sections 4 and 9. */
import { basePath } from '../generated/routes.js';
import { endOfOrigin, pathOf } from '../base/url-path.js';
import { pathBelow } from './operation.js';

export type Destination =
  /** Below the base, or at the start of a documented path. */
  | { readonly kind: 'api'; readonly path: string }
  /** A documented path below another version or without a version. */
  | { readonly kind: 'other-version'; readonly path: string; readonly version: string | undefined }
  | { readonly kind: 'elsewhere' }
  /** A documented operation: its `Call` has the details. */
  | { readonly kind: 'operation' };

const ELSEWHERE: Destination = { kind: 'elsewhere' };
export const OPERATION: Destination = { kind: 'operation' };
const COLLECTIONS = '(?:templates|presentations)(?:/|$)';
const documentedStart = new RegExp(`^/${COLLECTIONS}`);
const otherVersion = new RegExp(`/api(?:/(v\\d+[\\w.-]*))?/${COLLECTIONS}`);

/**
 * @param baseUrl the base address of the service. Without it, another service may use the same path prefix, so only
 *   documented paths count as its own.
 */
export function destinationOf(url: string, baseUrl?: string): Destination {
  const below = pathBelow(url, baseUrl);
  if (below !== undefined)
    return baseUrl !== undefined || documentedStart.test(below) ? { kind: 'api', path: below } : ELSEWHERE;
  const path = pathOf(url);
  const match = otherVersion.exec(path);
  if (!match || `/api/${match[1] ?? ''}` === basePath) return ELSEWHERE;
  return { kind: 'other-version', path, version: match[1] };
}

/** Scheme, host and port of an address; empty when the address is only a path. */
export function originOf(url: string): string {
  return url.slice(0, endOfOrigin(url)).toLowerCase();
}
