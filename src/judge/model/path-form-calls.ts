/** The requests of a run without a key to documented paths in other forms. Sections 4 and 5. */
import type { Exchange } from '../../journal/exchange.js';
import { basePath } from '../../generated/routes.js';
import { getPath } from '../../base/url-path.js';
import { createAnyCall, hasValidKey, type Call } from './call.js';
import { getPathBelowBase, matchOperation } from './operation.js';
import { readPathForm } from './path-forms.js';

/** @returns the call of a request without a key to a documented path in another form */
export function createPathFormCall(exchange: Exchange, baseUrl: string | undefined): Call | undefined {
  const { method, url } = exchange.request;
  const below = getPathBelowBase(url, baseUrl);
  const read = below === undefined ? undefined : readPathForm(below);
  const match = read && matchOperation(method, `${basePath}${read.path}`);
  if (!match) return undefined;
  const call = createAnyCall(exchange, match);
  return call.credential.header === 'none' ? { ...call, pathForm: read.form } : undefined;
}

/**
 * Marks the requests without a key whose path ends in a slash. A service may document its paths with that slash: then requests with
 * the key have it, too.
 */
export function markTrailingSlashes(calls: readonly Call[]): readonly Call[] {
  const usual = new Set(
    calls
      .filter(hasValidKey)
      .filter(endsInSlash)
      .map(({ operation }) => operation),
  );
  return calls.map((call) =>
    call.credential.header === 'none' && endsInSlash(call) && !usual.has(call.operation)
      ? { ...call, pathForm: 'trailing-slash' }
      : call,
  );
}

const endsInSlash = ({ exchange }: Call): boolean => getPath(exchange.request.url).endsWith('/');
