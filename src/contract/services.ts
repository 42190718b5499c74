/** Splits a journal by the base addresses of its services. Each service is judged separately. */
import { basePath } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';

/** A journal with more base addresses comes from something else, such as a crawler. */
const MAX_SERVICES = 8;

export interface Services {
  /** The exchanges of each service by its base address. */
  readonly byBase: ReadonlyMap<string, readonly Exchange[]>;
  /** The number of requests that are not judged because of the limit. */
  readonly skipped: number;
}

/** Leaves out exchanges without a base address. */
export function servicesIn(exchanges: readonly Exchange[]): Services {
  const byBase = new Map<string, Exchange[]>();
  let skipped = 0;
  for (const exchange of exchanges) {
    const base = baseOf(exchange.request.url);
    if (base === undefined) continue;
    const own = byBase.get(base);
    if (own) own.push(exchange);
    else if (byBase.size < MAX_SERVICES) byBase.set(base, [exchange]);
    else skipped++;
  }
  return { byBase, skipped };
}

/** The address up to its first /api/v1; `undefined` when it does not contain /api/v1. */
function baseOf(url: string): string | undefined {
  const at = url.indexOf(`${basePath}/`);
  if (at < 0) return undefined;
  const base = url.slice(0, at + basePath.length);
  return base.includes('?') || base.includes('#') ? undefined : base;
}
