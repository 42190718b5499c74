/** Groups the exchanges of a journal by the base URL of their service. Each service is judged alone. */
import type { Exchange } from '../journal/exchange.js';
import { basePath } from '../generated/routes.js';

/** More base URLs indicate traffic that is not API traffic, such as a crawler. */
const MAX_SERVICES = 8;

interface ServiceGroups {
  /** The exchanges of each service by its base URL. */
  readonly byBase: ReadonlyMap<string, readonly Exchange[]>;
  /** The number of requests that are not judged because of the limit. */
  readonly skipped: number;
}

/** Omits exchanges without a base URL. */
export function groupByService(exchanges: readonly Exchange[]): ServiceGroups {
  const byBase = new Map<string, Exchange[]>();
  let skipped = 0;
  for (const exchange of exchanges) {
    const base = getBaseUrl(exchange.request.url);
    if (base === undefined) continue;
    const group = byBase.get(base);
    if (group) group.push(exchange);
    else if (byBase.size < MAX_SERVICES) byBase.set(base, [exchange]);
    else skipped++;
  }
  return { byBase, skipped };
}

/** The URL up to its first /api/v1; `undefined` when it does not contain /api/v1. */
function getBaseUrl(url: string): string | undefined {
  const at = url.indexOf(`${basePath}/`);
  if (at < 0) return undefined;
  const base = url.slice(0, at + basePath.length);
  return base.includes('?') || base.includes('#') ? undefined : base;
}
