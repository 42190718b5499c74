/** Tells the services apart that one recording holds: a learner for each origin that has the API's path. */
import { basePath } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { Learner } from './learner.js';

export interface Services {
  readonly add: (exchange: Exchange) => void;
  /** By the address of each, in the order in which they were met; ends the traffic of all. */
  readonly finish: () => ReadonlyMap<string, Learner>;
}

/** @param baseUrl the one service that is meant; when left out, everything below a path part /api/v1 */
export function servicesOf(baseUrl?: string): Services {
  const learners = new Map<string, Learner>();
  return {
    add(exchange) {
      const service = serviceOf(exchange.request.url, baseUrl);
      if (service === undefined || (!learners.has(service) && learners.size >= mostServices)) return;
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

const mostServices = 100;

function serviceOf(url: string, baseUrl: string | undefined): string | undefined {
  const path = url.replace(/[?#].*$/s, '');
  if (baseUrl !== undefined) {
    // A journal of a stand-in knows paths only.
    const isMeant =
      path.startsWith(`${baseUrl}/`) ||
      (path.startsWith('/') && path.startsWith(`${new URL(baseUrl).pathname}/`));
    return isMeant ? baseUrl : undefined;
  }
  const at = path.indexOf(`${basePath}/`);
  return at < 0 ? undefined : path.slice(0, at + basePath.length);
}
