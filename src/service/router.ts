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
  /** The child nodes with fixed segments. */
  readonly fixed: { readonly segment: string; readonly node: PathNode }[];
  param: PathNode | undefined;
  readonly methods: Map<string, Route>;
  allow: readonly string[];
}

const root = buildTree();

/**
 * @param path the path below the base path, not decoded
 * @returns the operation with its decoded path parameter (each operation has at most one), or why there is none
 */
export function matchRoute(method: string, path: string): Routed {
  let id = '';
  let node: PathNode | undefined = root;
  let start = 1;
  while (node && start <= path.length) {
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    const fixed = fixedNode(node, path, start, end);
    if (!fixed && node.param && end > start) id = decode(path.slice(start, end));
    node = fixed ?? (end > start ? node.param : undefined);
    start = end + 1;
    if (slash !== -1 && start > path.length) node = undefined;
  }
  if (!node || node.methods.size === 0) return { kind: 'unknown-path' };
  const route = node.methods.get(method === 'HEAD' ? 'GET' : method);
  if (route) return { kind: 'operation', route, id, allow: node.allow };
  return { kind: method === 'OPTIONS' ? 'options' : 'wrong-method', allow: node.allow };
}

/** The child node for the segment from `start` to `end`. It does not copy the segment. */
function fixedNode({ fixed }: PathNode, path: string, start: number, end: number): PathNode | undefined {
  for (const { segment, node } of fixed)
    if (segment.length === end - start && path.startsWith(segment, start)) return node;
  return undefined;
}

/** A decoded path parameter. If it cannot be decoded it is unchanged, and then matches no id. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function buildTree(): PathNode {
  const newNode = (): PathNode => ({ fixed: [], param: undefined, methods: new Map(), allow: [] });
  const tree = newNode();
  for (const route of routes) {
    let node = tree;
    for (const segment of route.segments) {
      const isFixed = typeof segment === 'string';
      let next = isFixed ? node.fixed.find((one) => one.segment === segment)?.node : node.param;
      if (!next) {
        next = newNode();
        if (isFixed) node.fixed.push({ segment, node: next });
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
