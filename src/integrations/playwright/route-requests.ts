/** Routes the requests of pages to the mock server of a test. */
import type { BrowserContext, Page, Request as PageRequest, Route } from '@playwright/test';
import { resolveWorkspaceId } from '../../service/control/workspace-context.js';
import { exposedHeaders } from '../../transports/response-headers.js';
import type { MockServer } from './mock-server.js';

/**
 * @param api the URLs of API requests. Default: the requests in reach of the mock server
 * @param over aborted at the end of the test
 * @returns the requests that wait for a response
 */
export async function routeRequests(
  target: RouteTarget,
  mockServer: MockServer,
  api: string | RegExp | undefined,
  over: AbortSignal,
): Promise<PendingRequests> {
  const { apiKey, fetch, requestMatcher } = mockServer;
  const waiting = new PendingRequests(target);

  const response = async (route: Route, path: string | undefined, origin: string): Promise<void> => {
    if (path === undefined) return route.fallback();
    const request = route.request();
    const gone = AbortSignal.any([waiting.begin(request), over]);
    try {
      if (!over.aborted) await fulfill(route, { url: origin + path, key: apiKey, fetch, aborted: gone });
      // An unhandled request would hang, and an unrouted one could reach a real service that costs money.
      if (over.aborted) await route.abort();
    } catch (error) {
      if (!gone.aborted) throw error;
    } finally {
      waiting.end(request);
    }
  };

  await target.route(api ?? ((url: URL) => requestMatcher.matches(url)), (route) => {
    const url = new URL(route.request().url());
    const path = pathFrom(requestMatcher.basePath, url);
    const atMockServer = path && mockServer.basePath + path.slice(requestMatcher.basePath.length);
    return response(route, atMockServer, mockServer.originFor(url.origin));
  });
  const pages = `/view/${resolveWorkspaceId(apiKey)}`;
  await target.route(
    (url) => pathFrom(pages, url) !== undefined,
    (route) => response(route, pathFrom(pages, new URL(route.request().url())), mockServer.origin),
  );
  return waiting;
}

/** The part of the path that starts with these segments, with the query; undefined if the path does not contain them. */
function pathFrom(segments: string, { pathname, search }: URL): string | undefined {
  const start = `${pathname}/`.indexOf(`${segments}/`);
  return start < 0 ? undefined : pathname.slice(start) + search;
}

export type RouteTarget = BrowserContext | Page;

/**
 * Tracks the requests of pages that wait for a response, and aborts them when the page cancels them, navigates away, or is
 * closed.
 */
export class PendingRequests {
  readonly #abortControllers = new Map<PageRequest, AbortController>();
  readonly #watched = new WeakSet<Page>();

  constructor(target: RouteTarget) {
    // Pages and contexts both have this event; the event of a context covers all its pages.
    (target as Page).on('requestfailed', (request) => this.#abortControllers.get(request)?.abort());
  }

  /** @returns a signal that is aborted when the page no longer waits for the response */
  begin(request: PageRequest): AbortSignal {
    const leave = new AbortController();
    this.#abortControllers.set(request, leave);
    const page = pageOf(request);
    if (page && !this.#watched.has(page)) {
      this.#watched.add(page);
      page.once('close', () => {
        for (const [one, itsLeave] of this.#abortControllers) if (pageOf(one) === page) itsLeave.abort();
      });
    }
    return leave.signal;
  }

  end(request: PageRequest): void {
    this.#abortControllers.delete(request);
  }

  /** The number of waiting requests from other pages. */
  countFromOtherPages(isOne: (page: Page) => boolean): number {
    return [...this.#abortControllers.keys()].map(pageOf).filter((page) => !page || !isOne(page)).length;
  }
}

/** Undefined for requests of a service worker, and for the first request of a window, which has no page yet. */
function pageOf(request: PageRequest): Page | undefined {
  return request.serviceWorker() || request.isNavigationRequest() ? undefined : request.frame().page();
}

/* Fulfils a page's request with the response of the mock server, or fails it as the mock server did. */

/** Headers of the page's own connection. */
const CONNECTION_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding'];

interface FulfillOptions {
  /** The URL at the mock server. */
  readonly url: string;
  /** Replaces the key that the page sent. */
  readonly key: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Aborted when the page no longer waits for the response. */
  readonly aborted: AbortSignal;
}

async function fulfill(route: Route, { url, key, fetch, aborted }: FulfillOptions): Promise<void> {
  const request = requestOf(route.request(), url, key, aborted);
  let response: Response;
  let body: Buffer;
  try {
    response = await fetch(request);
    body = Buffer.from(await response.arrayBuffer());
  } catch (error) {
    if (aborted.aborted) return;
    // `fetch` throws this when a connection breaks. Playwright cannot deliver a part of a body.
    if (error instanceof TypeError) return route.abort('connectionreset');
    throw error;
  }
  if (aborted.aborted) return;
  const headers = Object.fromEntries(response.headers);
  // Playwright allows pages of any origin to read a response, and this header its other headers.
  headers['access-control-expose-headers'] = exposedHeaders([...response.headers].flat());
  await route.fulfill({ status: response.status, headers, body });
}

function requestOf(request: PageRequest, url: string, key: string, signal: AbortSignal): Request {
  const headers = new Headers(request.headers());
  for (const name of CONNECTION_HEADERS) headers.delete(name);
  // In the same header as the page's own key.
  if (headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
  else headers.set('x-api-key', key);
  return new Request(url, {
    method: request.method(),
    headers,
    // The buffer types of DOM and Node are incompatible.
    body: request.postDataBuffer() as Uint8Array<ArrayBuffer> | null,
    redirect: 'manual',
    signal,
  });
}
