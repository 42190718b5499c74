/** Which documented operation a request is, by its method and path. Sections 4 and 9. */
import { basePath, routes, type OperationId } from '../../generated/routes.js';

export interface OperationMatch {
  readonly operation: OperationId;
  /** The path's parameter, decoded: the id of a presentation or a job. Empty where the path has none. */
  readonly id: string;
}

/** The paths of an operation: what stands before the id, and after it. */
interface Pattern {
  readonly operation: OperationId;
  readonly before: string;
  /** `undefined` where there is no id, and the path is all that stands before. */
  readonly after: string | undefined;
}

const patternsByMethod = new Map<string, Pattern[]>();
for (const { method, path, operationId } of routes) {
  const [before = '', after] = path.split(/\{\w+\}/);
  const patterns = patternsByMethod.get(method) ?? [];
  patternsByMethod.set(method, [...patterns, { operation: operationId, before, after }]);
}

/**
 * @param baseUrl where the service is said to be; when left out, everything below a path part /api/v1 counts
 */
export function operationOf(method: string, url: string, baseUrl?: string): OperationMatch | undefined {
  const path = pathBelow(url, baseUrl);
  if (path === undefined) return undefined;
  for (const pattern of patternsByMethod.get(method) ?? []) {
    const id = idIn(path, pattern);
    if (id !== undefined) return { operation: pattern.operation, id: decoded(id) };
  }
  return undefined;
}

/** The id in a path that fits, still encoded. */
function idIn(path: string, { before, after }: Pattern): string | undefined {
  if (after === undefined) return path === before ? '' : undefined;
  const end = path.length - after.length;
  if (end < before.length || !path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, end);
  return id.includes('/') ? undefined : id;
}

/** The path below the base, still encoded; ids may hold encoded slashes. */
export function pathBelow(url: string, baseUrl: string | undefined): string | undefined {
  const path = pathOf(url);
  if (baseUrl !== undefined) {
    const base = pathOf(baseUrl).replace(/\/+$/, '');
    return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
  }
  const at = path.indexOf(`${basePath}/`);
  return at < 0 ? undefined : path.slice(at + basePath.length);
}

/** The path of an address, absolute or not, without query and fragment. Not normalised: ids may look like anything. */
export function pathOf(url: string): string {
  const from = endOfOrigin(url);
  return url.slice(from, endOfPath(url, from));
}

/** The addresses of a journal mostly have the same origin. */
let latestOrigin = '/';

/** How much of an address is scheme, host and port; nothing when it is a path only. */
export function endOfOrigin(url: string): number {
  if (url.startsWith('/')) return 0;
  if (url.startsWith(latestOrigin) && isEndOfOrigin(url[latestOrigin.length])) return latestOrigin.length;
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0];
  if (origin === undefined) return 0;
  latestOrigin = origin;
  return origin.length;
}

const isEndOfOrigin = (mark: string | undefined): boolean =>
  mark === '/' || mark === undefined || mark === '?' || mark === '#';

function endOfPath(url: string, from: number): number {
  const [query, fragment] = [url.indexOf('?', from), url.indexOf('#', from)];
  if (query < 0) return fragment < 0 ? url.length : fragment;
  return fragment < 0 ? query : Math.min(query, fragment);
}

export function decoded(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
