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
    const pathRoutes = routes.filter((route) => route.path === path);
    const methods = pathRoutes.map(({ method }) => method);
    return {
      parts: path.slice(1).split('/'),
      byMethod: new Map<string, Route>(pathRoutes.map((route) => [route.method, route])),
      allow: [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'],
    };
  });

/**
 * @param path the path below the base path, not decoded
 * @returns the operation with its decoded path parameter (each operation has at most one), or why there is none
 */
export function matchRoute(method: string, path: string): RouteMatch {
  const segments = path.slice(1).split('/');
  const match = paths.find(({ parts }) => matchesSegments(parts, segments));
  if (!match) return { kind: 'not-found' };
  const route = match.byMethod.get(method === 'HEAD' ? 'GET' : method);
  if (!route) return { kind: method === 'OPTIONS' ? 'options' : 'method-not-allowed', allow: match.allow };
  const at = match.parts.findIndex(isParameter);
  return { kind: 'operation', route, id: at === -1 ? '' : decodeSegment(segments[at] as string) };
}

function matchesSegments(parts: readonly string[], segments: readonly string[]): boolean {
  if (parts.length !== segments.length) return false;
  return parts.every((part, index) =>
    isParameter(part) ? segments[index] !== '' : segments[index] === part,
  );
}

const isParameter = (part: string): boolean => part.startsWith('{');

/** Decodes a path parameter. An invalid one is unchanged, and matches no id. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
