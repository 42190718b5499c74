/** Suggests the operation that is closest to a wrong path. */
import { distance } from 'fastest-levenshtein';
import { routes, type Route } from '../generated/routes.js';

/** In characters. Comparing longer paths would take too long. */
const MAX_PATH_LENGTH = 200;

/** The cost of a segment that is missing from a path, or that precedes an operation, in characters. */
const SEGMENT_COST = 3;

/** The cost of a parameter: more than that of a misspelt fixed segment, because a parameter is like any text. */
const PARAMETER_COST = 4.5;

/** The cost of another method, which decides between equal paths. */
const METHOD_COST = 0.5;

type Segment = Route['segments'][number];

/**
 * @param path below the base path, or with another prefix
 * @param method of the request
 * @param isCandidate selects the operations to suggest
 * @returns such as `GET /templates`; undefined if no operation is close
 */
export function suggestOperation(
  path: string,
  method = '',
  isCandidate: (route: Route) => boolean = () => true,
): string | undefined {
  const [pathname = ''] = path.split('?');
  if (pathname.length > MAX_PATH_LENGTH) return undefined;
  const parts = pathname.split('/').filter((part) => part !== '');
  const candidates = routes.filter(isCandidate).map((route) => {
    const cost = getCost(parts, route) + (isOfMethod(route, method) ? 0 : METHOD_COST);
    return { route, cost };
  });
  const lowest = Math.min(...candidates.map(({ cost }) => cost));
  if (lowest === Infinity) return undefined;
  const nearest = candidates.filter(({ cost }) => cost === lowest).map(({ route }) => route);
  const [{ path: template } = { path: '' }] = nearest;
  const methods = nearest.filter((route) => route.path === template).map((route) => route.method);
  return `${methods.join(' or ')} ${template}`;
}

const isOfMethod = (route: Route, method: string): boolean =>
  route.method === (method === 'HEAD' ? 'GET' : method);

/** Whether the path has an empty segment, such as that of a base URL with a slash at its end. */
export const hasDoubleSlash = (path: string): boolean => path.includes('//');

/** The lowest cost of a path with segments before those of the operation, or without one of them. */
function getCost(parts: readonly string[], { segments }: Route): number {
  const extra = parts.length - segments.length;
  if (extra >= 0) return compareSegments(parts.slice(extra), segments) + extra * SEGMENT_COST;
  if (extra < -1) return Infinity;
  const costs = segments.map((_, missing) => compareSegments(parts, segments.toSpliced(missing, 1)));
  return Math.min(...costs) + SEGMENT_COST;
}

function compareSegments(parts: readonly string[], segments: readonly Segment[]): number {
  // A parameter alone is like any path.
  if (!segments.some((segment) => typeof segment === 'string')) return Infinity;
  return segments.reduce((sum, segment, index) => sum + compareSegment(parts[index] ?? '', segment), 0);
}

function compareSegment(part: string, segment: Segment): number {
  if (typeof segment !== 'string') return PARAMETER_COST;
  const [one, other] = [part.toLowerCase(), segment.toLowerCase()];
  const cost = distance(one, other);
  return cost <= Math.max(one.length, other.length) / 2 ? cost : Infinity;
}
