/** Which documented operation a request is, by its method and path. Sections 4 and 9. */
import { basePath, routes, type OperationId, type Route } from '../../generated/routes.js';

export interface OperationMatch {
  readonly operation: OperationId;
  /** The path's parameter, decoded: the id of a presentation or a job. Empty where the path has none. */
  readonly id: string;
}

const routesByMethod = new Map<string, Route[]>();
for (const route of routes)
  routesByMethod.set(route.method, [...(routesByMethod.get(route.method) ?? []), route]);

/**
 * @param baseUrl where the service is said to be; when left out, everything below a path part /api/v1 counts
 */
export function operationOf(method: string, url: string, baseUrl?: string): OperationMatch | undefined {
  const path = pathBelow(url, baseUrl);
  if (path === undefined) return undefined;
  const ofMethod = routesByMethod.get(method);
  if (!ofMethod) return undefined;
  const parts = path.split('/');
  for (const route of ofMethod) {
    const id = match(route, parts);
    if (id !== undefined) return { operation: route.operationId, id };
  }
  return undefined;
}

/** @param parts of a path that begins with a slash, so that the first of them is none of its segments */
function match({ segments }: Route, parts: readonly string[]): string | undefined {
  if (segments.length !== parts.length - 1) return undefined;
  let id = '';
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index];
    const part = parts[index + 1] ?? '';
    if (typeof segment !== 'string') id = part;
    else if (segment !== part) return undefined;
  }
  return decoded(id);
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
