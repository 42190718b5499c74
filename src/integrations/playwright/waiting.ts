/** Which requests of pages wait for an answer, and when nobody waits any more: the page aborted, left, or was closed. */
import type { BrowserContext, Page, Request as PageRequest } from '@playwright/test';

export type Routable = BrowserContext | Page;

export class Waiting {
  readonly #leave = new Map<PageRequest, AbortController>();
  readonly #watched = new WeakSet<Page>();

  constructor(target: Routable) {
    // Both have the event; a context has it for all its pages.
    (target as Page).on('requestfailed', (request) => this.#leave.get(request)?.abort());
  }

  /** The signal is aborted when nobody waits for the answer any more. */
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

  /** How many requests wait that are not of one of these pages. */
  beside(isOne: (page: Page) => boolean): number {
    return [...this.#leave.keys()].map(pageOf).filter((page) => !page || !isOne(page)).length;
  }
}

/** Undefined for the request of a service worker, and for the one that a window opens with, which comes before its page. */
function pageOf(request: PageRequest): Page | undefined {
  return request.serviceWorker() || request.isNavigationRequest() ? undefined : request.frame().page();
}
