/** Finds the documented operation of a request by its method and path. Sections 4 and 9. */
import { pathOf } from '../base/url-path.js';
import { basePath, routes, type OperationId } from '../generated/routes.js';

export interface OperationMatch {
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

const patternsByMethod = new Map<string, Pattern[]>();
for (const { method, path, operationId } of routes) {
  const [prefix = '', suffix] = path.split(/\{\w+\}/);
  const patterns = patternsByMethod.get(method) ?? [];
  patternsByMethod.set(method, [...patterns, { operation: operationId, prefix, suffix }]);
}

/**
 * @param baseUrl the base address of the service. Default: any address with the path prefix /api/v1.
 */
export function operationOf(method: string, url: string, baseUrl?: string): OperationMatch | undefined {
  const path = pathBelow(url, baseUrl);
  if (path === undefined) return undefined;
  for (const pattern of patternsByMethod.get(method) ?? []) {
    const id = idIn(path, pattern);
    if (id !== undefined) return { operation: pattern.operation, id: decodePathPart(id) };
  }
  return undefined;
}

/** The id in a path that matches the pattern, not decoded; `undefined` if the path does not match. */
function idIn(path: string, { prefix, suffix }: Pattern): string | undefined {
  if (suffix === undefined) return path === prefix ? '' : undefined;
  const end = path.length - suffix.length;
  if (end < prefix.length || !path.startsWith(prefix) || !path.endsWith(suffix)) return undefined;
  const id = path.slice(prefix.length, end);
  return id.includes('/') ? undefined : id;
}

/** The path below the base, not decoded: ids may contain encoded slashes. */
export function pathBelow(url: string, baseUrl: string | undefined): string | undefined {
  const path = pathOf(url);
  if (baseUrl !== undefined) {
    const base = pathOf(baseUrl).replace(/\/+$/, '');
    return path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
  }
  const at = path.indexOf(`${basePath}/`);
  return at < 0 ? undefined : path.slice(at + basePath.length);
}

export function decodePathPart(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
