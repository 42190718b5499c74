/** Splits a journal by the base addresses of its services. Each service is judged separately. */
import { basePath } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';

/** A journal with more base addresses comes from something else, such as a crawler. */
const MAX_TARGETS = 8;

export class Targets {
  readonly #known = new Set<string>();
  /** The number of requests that are not judged because of the limit. */
  skipped = 0;

  get bases(): readonly string[] {
    return [...this.#known];
  }

  /** The exchanges of each service. Leaves out exchanges without a base address. */
  split(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
    const groups = new Map<string, Exchange[]>();
    for (const exchange of exchanges) {
      const base = baseOf(exchange.request.url);
      if (base === undefined) continue;
      const group = groups.get(base);
      if (group) group.push(exchange);
      else if (this.#isKnown(base)) groups.set(base, [exchange]);
      else this.skipped++;
    }
    return [...groups.values()];
  }

  #isKnown(base: string): boolean {
    if (this.#known.size < MAX_TARGETS) this.#known.add(base);
    return this.#known.has(base);
  }
}

/** The address up to its first /api/v1; `undefined` when it does not contain /api/v1. */
function baseOf(url: string): string | undefined {
  const at = url.indexOf(`${basePath}/`);
  if (at < 0) return undefined;
  const base = url.slice(0, at + basePath.length);
  return base.includes('?') || base.includes('#') ? undefined : base;
}
