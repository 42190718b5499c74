/**
 * Tracks the requests of pages that wait for a response, and aborts them when the page cancels them, navigates away, or is
 * closed.
 */
import type { BrowserContext, Page, Request as PageRequest } from '@playwright/test';

export type Routable = BrowserContext | Page;

export class Waiting {
  readonly #leave = new Map<PageRequest, AbortController>();
  readonly #watched = new WeakSet<Page>();

  constructor(target: Routable) {
    // Pages and contexts both have this event; the event of a context covers all its pages.
    (target as Page).on('requestfailed', (request) => this.#leave.get(request)?.abort());
  }

  /** @returns a signal that is aborted when the page no longer waits for the response */
  begin(request: PageRequest): AbortSignal {
    const leave = new AbortController();
    this.#leave.set(request, leave);
    const page = pageOf(request);
    if (page && !this.#watched.has(page)) {
      this.#watched.add(page);
      page.once('close', () => {
        for (const [one, itsLeave] of this.#leave) if (pageOf(one) === page) itsLeave.abort();
      });
    }
    return leave.signal;
  }

  end(request: PageRequest): void {
    this.#leave.delete(request);
  }

  /** The number of waiting requests from other pages. */
  beside(isOne: (page: Page) => boolean): number {
    return [...this.#leave.keys()].map(pageOf).filter((page) => !page || !isOne(page)).length;
  }
}

/** Undefined for requests of a service worker, and for the first request of a window, which has no page yet. */
function pageOf(request: PageRequest): Page | undefined {
  return request.serviceWorker() || request.isNavigationRequest() ? undefined : request.frame().page();
}
