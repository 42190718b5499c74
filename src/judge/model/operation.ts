/** Matches method and URL of a request to an operation, and classifies other URLs. Sections 4 and 9. */
import { getPath, originLength } from '../../base/url-path.js';
import { basePath, routes, type OperationId } from '../../generated/routes.js';

const OTHER: UrlClass = { kind: 'other' };

export const OPERATION: UrlClass = { kind: 'operation' };

const COLLECTIONS = '(?:templates|presentations)(?:/|$)';

interface OperationMatch {
  readonly operation: OperationId;
  /** The decoded path parameter: the id of a presentation or a job. Empty when the path has no parameter. */
  readonly id: string;
}

/** The path of an operation, split at its id. */
interface Pattern {
  readonly operation: OperationId;
  readonly prefix: string;
  /** `undefined` when the path has no id and consists of the prefix alone. */
  readonly suffix: string | undefined;
}

export type UrlClass =
  /** Below the base, or at the start of a documented path. */
  | { readonly kind: 'api'; readonly path: string }
  /** A documented path below another version, or without a version. */
  | { readonly kind: 'other-version'; readonly path: string }
  | { readonly kind: 'other' }
  /** A documented operation: its `Call` has the details. */
  | { readonly kind: 'operation' };

const patternsByMethod = new Map<string, Pattern[]>();

for (const { method, path, operationId } of routes) {
  const [prefix = '', suffix] = path.split(/\{\w+\}/);
  const patterns = patternsByMethod.get(method) ?? [];
  patternsByMethod.set(method, [...patterns, { operation: operationId, prefix, suffix }]);
}

/**
 * @param baseUrl the base URL of the service. Default: any URL with the path prefix /api/v1.
 */
export function matchOperation(method: string, url: string, baseUrl?: string): OperationMatch | undefined {
  // A service may redirect to a path with a trailing slash.
  const path = getPathBelowBase(url, baseUrl)?.replace(/(?<=[^/])\/$/, '');
  if (path === undefined) return undefined;
  for (const pattern of patternsByMethod.get(method) ?? []) {
    const id = extractId(path, pattern);
    if (id !== undefined) return { operation: pattern.operation, id: decodePathSegment(id) };
  }
  return undefined;
}

/** The id in a path that matches the pattern, not decoded; `undefined` if the path does not match. */
function extractId(path: string, { prefix, suffix }: Pattern): string | undefined {
  if (suffix === undefined) return path === prefix ? '' : undefined;
  const end = path.length - suffix.length;
  if (end < prefix.length || !path.startsWith(prefix) || !path.endsWith(suffix)) return undefined;
  const id = path.slice(prefix.length, end);
  return id.includes('/') ? undefined : id;
}

/** The path below the base, not decoded: ids may contain encoded slashes. */
export function getPathBelowBase(url: string, baseUrl: string | undefined): string | undefined {
  const path = getPath(url);
  if (baseUrl !== undefined) {
    const base = getPath(baseUrl).replace(/\/+$/, '');
    return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
  }
  const at = path.indexOf(`${basePath}/`);
  return at < 0 ? undefined : path.slice(at + basePath.length);
}

export function decodePathSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const documentedStart = new RegExp(`^/${COLLECTIONS}`);

const otherVersion = new RegExp(`/api(?:/(v\\d+[\\w.-]*))?/${COLLECTIONS}`);

/**
 * Classifies the URL of a request: below the documented base, below another version, or elsewhere.
 * @param baseUrl the base URL of the service. Without it, another service may use the same path prefix, so only
 *   documented paths count as its own.
 */
export function classifyUrl(url: string, baseUrl?: string): UrlClass {
  const below = getPathBelowBase(url, baseUrl);
  if (below !== undefined)
    return baseUrl !== undefined || documentedStart.test(below) ? { kind: 'api', path: below } : OTHER;
  const path = getPath(url);
  const match = otherVersion.exec(path);
  if (!match || `/api/${match[1] ?? ''}` === basePath) return OTHER;
  return { kind: 'other-version', path };
}

/** Scheme, host and port of a URL; empty when it is only a path. */
export function getOrigin(url: string): string {
  return url.slice(0, originLength(url)).toLowerCase();
}
