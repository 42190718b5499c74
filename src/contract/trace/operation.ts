/** Which documented operation a request is, by its method and path. Sections 4 and 9. */
import { basePath, routes, type OperationId, type Route } from '../../generated/routes.js';

export interface OperationMatch {
  readonly operation: OperationId;
  /** The path's parameters, decoded. */
  readonly params: ReadonlyMap<string, string>;
}

/**
 * @param baseUrl where the service is said to be; when left out, everything below a path part /api/v1 counts
 */
export function operationOf(method: string, url: string, baseUrl?: string): OperationMatch | undefined {
  const path = pathBelow(url, baseUrl);
  if (path === undefined) return undefined;
  const parts = path.split('/').slice(1);
  for (const route of routes) {
    if (route.method !== method) continue;
    const params = match(route, parts);
    if (params) return { operation: route.operationId, params };
  }
  return undefined;
}

function match({ segments }: Route, parts: readonly string[]): ReadonlyMap<string, string> | undefined {
  if (segments.length !== parts.length) return undefined;
  const params = new Map<string, string>();
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? '';
    if (typeof segment !== 'string') params.set(segment.param, decoded(part));
    else if (segment !== part) return undefined;
  }
  return params;
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
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
