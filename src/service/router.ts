/** Finds the operation of a request by its method and path. */
import { routes, type Route } from '../generated/routes.js';

export type RouteMatch =
  | { readonly kind: 'operation'; readonly route: Route; readonly id: string }
  | { readonly kind: 'method-not-allowed' | 'options'; readonly allow: readonly string[] }
  | { readonly kind: 'not-found' };

/** The paths with their methods. Paths without a parameter come first: `/presentations/generate` is not the id `generate`. */
const paths = [...new Set(routes.map(({ path }) => path))]
  .sort((one, other) => Number(one.includes('{')) - Number(other.includes('{')))
  .map((path) => {
    const own = routes.filter((route) => route.path === path);
    const methods = own.map(({ method }) => method);
    return {
      parts: path.slice(1).split('/'),
      byMethod: new Map<string, Route>(own.map((route) => [route.method, route])),
      allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'],
    };
  });

/**
 * @param path the path below the base path, not decoded
 * @returns the operation with its decoded path parameter (each operation has at most one), or why there is none
 */
export function matchRoute(method: string, path: string): RouteMatch {
  const sent = path.slice(1).split('/');
  const found = paths.find(({ parts }) => matchesSegments(parts, sent));
  if (!found) return { kind: 'not-found' };
  const route = found.byMethod.get(method === 'HEAD' ? 'GET' : method);
  if (!route) return { kind: method === 'OPTIONS' ? 'options' : 'method-not-allowed', allow: found.allow };
  const at = found.parts.findIndex(isParameter);
  return { kind: 'operation', route, id: at === -1 ? '' : decodeSegment(sent[at] as string) };
}

function matchesSegments(parts: readonly string[], sent: readonly string[]): boolean {
  if (parts.length !== sent.length) return false;
  return parts.every((part, index) => (isParameter(part) ? sent[index] !== '' : sent[index] === part));
}

const isParameter = (part: string): boolean => part.startsWith('{');

/** A decoded path parameter. If it cannot be decoded it is unchanged, and then matches no id. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
