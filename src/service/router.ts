/** Finds the operation of a request from the contract's route table. */
import { routes, type Route } from '../generated/routes.js';

export type Routed =
  | {
      readonly kind: 'operation';
      readonly route: Route;
      readonly id: string;
      readonly allow: readonly string[];
    }
  | { readonly kind: 'wrong-method'; readonly allow: readonly string[] }
  | { readonly kind: 'options'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown-path' };

interface PathNode {
  readonly fixed: Map<string, PathNode>;
  param: PathNode | undefined;
  readonly methods: Map<string, Route>;
  allow: readonly string[];
}

const root = buildTree();

/**
 * @param path the path below the base path, undecoded
 * @returns the operation with its path parameter decoded (every operation has one at most), or why there is none
 */
export function matchRoute(method: string, path: string): Routed {
  let id = '';
  let node: PathNode | undefined = root;
  let start = 1;
  while (node && start <= path.length) {
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    const segment = path.slice(start, end);
    const fixed: PathNode | undefined = node.fixed.get(segment);
    if (!fixed && node.param && segment !== '') id = decode(segment);
    node = fixed ?? (segment === '' ? undefined : node.param);
    start = end + 1;
    if (slash !== -1 && start > path.length) node = undefined;
  }
  if (!node || node.methods.size === 0) return { kind: 'unknown-path' };
  const route = node.methods.get(method === 'HEAD' ? 'GET' : method);
  if (route) return { kind: 'operation', route, id, allow: node.allow };
  return { kind: method === 'OPTIONS' ? 'options' : 'wrong-method', allow: node.allow };
}

/** A path parameter decoded, or as it stands when it is not decodable: it then names nothing. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function buildTree(): PathNode {
  const newNode = (): PathNode => ({ fixed: new Map(), param: undefined, methods: new Map(), allow: [] });
  const tree = newNode();
  for (const route of routes) {
    let node = tree;
    for (const segment of route.segments) {
      let next = typeof segment === 'string' ? node.fixed.get(segment) : node.param;
      if (!next) {
        next = newNode();
        if (typeof segment === 'string') node.fixed.set(segment, next);
        else node.param = next;
      }
      node = next;
    }
    node.methods.set(route.method, route);
    const methods = [...node.methods.keys()];
    node.allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  }
  return tree;
}
