/**
 * Finds redirects to another address of the same operation, such as one with a trailing slash or a query. They do not depend on the
 * time: a client at any pace gets the redirect at one address, and the responses of the operation at the other.
 */
import { getHeader } from '../journal/exchange.js';
import { matchOperation } from '../judge/model/operation.js';
import { getPathBelowBase, type RecordedCall } from './recorded-call.js';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface RecordedRedirects {
  readonly includes: (call: RecordedCall) => boolean;
  /**
   * @param target the method and the path of a request
   * @param query with its question mark, or empty
   */
  readonly find: (target: string, query: string) => RecordedCall | undefined;
}

export function findRedirects(calls: readonly RecordedCall[]): RecordedRedirects {
  const all = new Set<RecordedCall>();
  const [byPath, byQuery] = [new Map<string, RecordedCall>(), new Map<string, RecordedCall>()];
  for (const call of calls) {
    const kind = classifyRedirect(call);
    if (kind === undefined) continue;
    all.add(call);
    const [map, key] = kind === 'path' ? [byPath, call.target] : [byQuery, call.target + call.query];
    if (!map.has(key)) map.set(key, call);
  }
  return {
    includes: (call) => all.has(call),
    find: (target, query) => byPath.get(target) ?? byQuery.get(target + query),
  };
}

/** Whether the call is a redirect of its operation to another path, or to another query. */
function classifyRedirect(call: RecordedCall): 'path' | 'query' | undefined {
  const { status, operation, id, target, query, exchange } = call;
  const { method, url } = exchange.request;
  const location = getHeader(exchange.response?.headers ?? [], 'location');
  if (!REDIRECTS.has(status) || operation === undefined || location === undefined) return undefined;
  const from = URL.canParse(url) ? url : `http://localhost${url}`;
  if (!URL.canParse(location, from)) return undefined;
  const { href, search } = new URL(location, from);
  const match = matchOperation(method, href);
  if (match?.operation !== operation || match.id !== id) return undefined;
  if (`${method} ${getPathBelowBase(href) ?? ''}` !== target) return 'path';
  return search === query ? undefined : 'query';
}
