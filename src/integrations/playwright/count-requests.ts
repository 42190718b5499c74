/** Runs in pages: counts API requests without a complete response. It can use only functions of the page. */

declare global {
  /** The requests in progress. */
  var deckhandPendingRequests: Set<{ readonly url: string }> | undefined;
}

/** Selects the requests to count. It is passed to the page as JSON. */
export interface TrackedRequests {
  /** `null` for any origin. */
  readonly origin: string | null;
  /** The source of a regular expression for paths. */
  readonly paths: string;
}

/** @param selection `null` to count every request */
export function trackRequests(selection: TrackedRequests | null): void {
  if (globalThis.deckhandPendingRequests) return;
  const pending = (globalThis.deckhandPendingRequests = new Set<{ readonly url: string }>());
  const begin = (url: string): (() => void) => {
    const { origin, pathname } = new URL(url, location.href);
    const isCounted =
      selection === null ||
      ((selection.origin === null || selection.origin === origin) &&
        new RegExp(selection.paths).test(pathname));
    const request = { url };
    if (isCounted) {
      pending.add(request);
      globalThis.deckhandTimers?.recordRequest();
    }
    return () => void pending.delete(request);
  };

  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const [input] = request;
    const end = begin(input instanceof Request ? input.url : String(input));
    try {
      const response = await fetch(...request);
      // A clone, so that the page can still read the body. An incomplete response also ends the request.
      void response.clone().arrayBuffer().then(end, end);
      return response;
    } catch (error) {
      end();
      throw error;
    }
  };

  globalThis.XMLHttpRequest = class extends XMLHttpRequest {
    #url = '';

    override open(
      method: string,
      url: string | URL,
      isAsync = true,
      user?: string | null,
      password?: string | null,
    ): void {
      this.#url = String(url);
      super.open(method, url, isAsync, user, password);
    }

    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      this.addEventListener('loadend', begin(this.#url), { once: true });
      super.send(body);
    }
  };
}

/**
 * Waits until the page has processed all received responses.
 * @returns the URLs of requests that are still in progress
 */
export async function waitUntilIdle(): Promise<readonly string[]> {
  // A timer would wait for the page's clock, which is paused.
  const { port1, port2 } = new MessageChannel();
  const nextTask = (): Promise<unknown> =>
    new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
  const count = (): number => globalThis.deckhandPendingRequests?.size ?? 0;
  let previous = count();
  for (let idleTasks = 0; idleTasks < 20; idleTasks += 1) {
    // axios awaits a cookie before sending; this read resolves after its read.
    if (idleTasks === 0 && 'cookieStore' in globalThis)
      await cookieStore.get('deckhand').catch(() => undefined);
    await nextTask();
    if (count() === previous) continue;
    [previous, idleTasks] = [count(), -1];
  }
  port1.close();
  return [...(globalThis.deckhandPendingRequests ?? [])].map(({ url }) => url);
}
