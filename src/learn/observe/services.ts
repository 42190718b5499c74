/** Separates the services of a recording: one learner for each origin with the path of the API. */
import { basePath } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { Learner } from './learner.js';

export interface Services {
  readonly add: (exchange: Exchange) => void;
  /** Call this after the last exchange. Returns the learners by address, in the order of their first exchange. */
  readonly finish: () => ReadonlyMap<string, Learner>;
}

/** @param baseUrl the only service to learn from; without it, every path with /api/v1 counts */
export function servicesOf(baseUrl?: string): Services {
  const learners = new Map<string, Learner>();
  return {
    add(exchange) {
      const service = serviceOf(exchange.request.url, baseUrl);
      if (service === undefined || (!learners.has(service) && learners.size >= maxServices)) return;
      let learner = learners.get(service);
      if (!learner) {
        learner = new Learner(baseUrl);
        learners.set(service, learner);
      }
      learner.add(exchange);
    },
    finish() {
      for (const learner of learners.values()) learner.finish();
      return learners;
    },
  };
}

const maxServices = 100;

function serviceOf(url: string, baseUrl: string | undefined): string | undefined {
  const path = url.replace(/[?#].*$/s, '');
  if (baseUrl !== undefined) {
    // A journal of Deckhand has paths without an origin.
    const isMeant =
      path.startsWith(`${baseUrl}/`) ||
      (path.startsWith('/') && path.startsWith(`${new URL(baseUrl).pathname}/`));
    return isMeant ? baseUrl : undefined;
  }
  const at = path.indexOf(`${basePath}/`);
  return at < 0 ? undefined : path.slice(0, at + basePath.length);
}
