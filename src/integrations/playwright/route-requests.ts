/** Has the requests of pages go to a test's stand-in. */
import type { Route } from '@playwright/test';
import { basePath } from '../../generated/routes.js';
import { workspaceIdOf } from '../../service/control/scene.js';
import { fulfil } from './fulfil.js';
import type { StandIn } from './stand-in.js';
import { Waiting, type Routable } from './waiting.js';

/**
 * @param api which requests are for the API; everything below `/api/v1`, of whatever origin, when left out
 * @param over is aborted when the test is over
 * @returns the requests that wait for an answer
 */
export async function routeRequests(
  target: Routable,
  standIn: StandIn,
  api: string | RegExp | undefined,
  over: AbortSignal,
): Promise<Waiting> {
  const { key, fetch } = standIn;
  const waiting = new Waiting(target);

  const answer = async (route: Route, path: string | undefined, origin: string): Promise<void> => {
    if (path === undefined) return route.fallback();
    const request = route.request();
    const gone = AbortSignal.any([waiting.begin(request), over]);
    try {
      if (!over.aborted) await fulfil(route, { url: origin + path, key, fetch, gone });
      // Neither left to hang, nor let go to where the page meant it to, which may be a service that costs money.
      if (over.aborted) await route.abort();
    } catch (error) {
      if (!gone.aborted) throw error;
    } finally {
      waiting.end(request);
    }
  };

  await target.route(api ?? isBelowBase, (route) => {
    const url = new URL(route.request().url());
    return answer(route, pathFrom(basePath, url), standIn.originFor(url.origin));
  });
  const pages = `/view/${workspaceIdOf(key)}`;
  await target.route(
    (url) => pathFrom(pages, url) !== undefined,
    (route) => answer(route, pathFrom(pages, new URL(route.request().url())), standIn.address),
  );
  return waiting;
}

function isBelowBase({ pathname }: URL): boolean {
  return `${pathname}/`.startsWith(`${basePath}/`);
}

/** The path from these segments on, with the query; undefined when they are not in it. */
function pathFrom(segments: string, { pathname, search }: URL): string | undefined {
  const start = `${pathname}/`.indexOf(`${segments}/`);
  return start < 0 ? undefined : pathname.slice(start) + search;
}
