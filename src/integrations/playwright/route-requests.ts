/** Routes the requests of pages to the mock server of a test. */
import type { BrowserContext, Page, Request as PageRequest, Route } from '@playwright/test';
import { resolveWorkspaceId } from '../../service/control/workspace-context.js';
import { fulfill } from './fulfill.js';
import type { MockServer } from './mock-server.js';
import type { UnawaitedCalls } from './unawaited-calls.js';

/** A context or a page, whose requests Playwright can route. */
export type RouteTarget = BrowserContext | Page;

/** @internal */
export interface RouteOptions {
  /** The URLs of API requests. Default: those that the mock server matches. */
  readonly routes: string | RegExp | undefined;
  /** Aborted at the end of the test. */
  readonly testEnd: AbortSignal;
  /** The calls of the test: a request waits for those before it. */
  readonly calls: UnawaitedCalls;
}

/**
 * @internal
 * @returns the requests that wait for a response
 */
export async function routeRequests(
  target: RouteTarget,
  mockServer: MockServer,
  { routes, testEnd, calls }: RouteOptions,
): Promise<PendingRequests> {
  const { apiKey, fetch, requestMatcher } = mockServer;
  const pending = new PendingRequests(target);
  const network = watchOffline(target, () => pending.abortAll());

  const handle = async (route: Route, path: string | undefined, origin: string): Promise<void> => {
    if (path === undefined) return route.fallback();
    // A fulfilled request would arrive although the context is offline.
    if (network.isOffline()) return route.abort('internetdisconnected');
    await calls.settled();
    const request = route.request();
    const aborted = AbortSignal.any([pending.start(request), testEnd]);
    try {
      if (!testEnd.aborted) await fulfill(route, { url: origin + path, apiKey, fetch, aborted });
      // An unhandled request would hang, and an unrouted one could reach a real service that costs money.
      if (testEnd.aborted) await route.abort();
      else if (network.isOffline()) await route.abort('internetdisconnected');
    } catch (error) {
      if (!aborted.aborted) throw error;
    } finally {
      pending.end(request);
    }
  };

  await target.route(routes ?? ((url: URL) => requestMatcher.matches(url)), (route) => {
    const url = new URL(route.request().url());
    const path = findPathFrom(requestMatcher.basePath, url);
    const mockServerPath = path && mockServer.basePath + path.slice(requestMatcher.basePath.length);
    return handle(route, mockServerPath, mockServer.originFor(url.origin));
  });
  const presentationPages = `/view/${resolveWorkspaceId(apiKey)}`;
  await target.route(
    (url) => findPathFrom(presentationPages, url) !== undefined,
    (route) =>
      handle(route, findPathFrom(presentationPages, new URL(route.request().url())), mockServer.origin),
  );
  return pending;
}

interface Network {
  isOffline(): boolean;
}

/** The options with which Playwright created a context. It has no public way to read them. */
interface WithOptions {
  readonly _options?: { readonly offline?: boolean };
}

/** Follows `setOffline` of a context, which Playwright reports in no event. @param onOffline called when the context goes offline */
function watchOffline(target: RouteTarget, onOffline: () => void): Network {
  const context = 'context' in target ? target.context() : target;
  let isOffline = (context as WithOptions)._options?.offline === true;
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (offline) => {
    isOffline = offline;
    if (offline) onOffline();
    await setOffline(offline);
  };
  return { isOffline: () => isOffline };
}

/** The part of the path from these segments on, with the query; undefined if the path does not contain them. */
function findPathFrom(segments: string, { pathname, search }: URL): string | undefined {
  const start = `${pathname}/`.indexOf(`${segments}/`);
  return start < 0 ? undefined : pathname.slice(start) + search;
}

/**
 * @internal
 * Tracks the requests of pages that wait for a response, and aborts them when the page cancels them, navigates away, or is
 * closed.
 */
export class PendingRequests {
  readonly #abortControllers = new Map<PageRequest, AbortController>();
  readonly #watchedPages = new WeakSet<Page>();

  constructor(target: RouteTarget) {
    // Pages and contexts both have this event; the event of a context covers all its pages.
    (target as Page).on('requestfailed', (request) => this.#abortControllers.get(request)?.abort());
  }

  /** @returns a signal that is aborted when the page no longer waits for the response */
  start(request: PageRequest): AbortSignal {
    const controller = new AbortController();
    this.#abortControllers.set(request, controller);
    const page = getPage(request);
    if (page && !this.#watchedPages.has(page)) {
      this.#watchedPages.add(page);
      page.once('close', () => {
        for (const [pending, pendingController] of this.#abortControllers)
          if (getPage(pending) === page) pendingController.abort();
      });
    }
    return controller.signal;
  }

  abortAll(): void {
    for (const controller of this.#abortControllers.values()) controller.abort();
  }

  end(request: PageRequest): void {
    this.#abortControllers.delete(request);
  }

  /** The number of pending requests from other pages. */
  countFromOtherPages(isExcluded: (page: Page) => boolean): number {
    return [...this.#abortControllers.keys()].map(getPage).filter((page) => !page || !isExcluded(page))
      .length;
  }
}

/** Undefined for requests of a service worker, and for the first request of a window, which has no page yet. */
function getPage(request: PageRequest): Page | undefined {
  return request.serviceWorker() || request.isNavigationRequest() ? undefined : request.frame().page();
}
