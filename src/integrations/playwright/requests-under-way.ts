/** Runs in pages: counts API requests without a complete response. It can use only functions of the page. */
import type {} from './watch-timers.js';

declare global {
  /** The requests in progress, with their URLs. */
  var deckhandUnderWay: Set<{ readonly url: string }> | undefined;
}

/** The requests that are counted. It goes to the page as JSON. */
export interface CountedRequests {
  /** `null` for any origin. */
  readonly origin: string | null;
  /** The source of a regular expression for paths. */
  readonly paths: string;
}

/** @param counted `null` to count every request */
export function countRequests(counted: CountedRequests | null): void {
  if (globalThis.deckhandUnderWay) return;
  const underWay = (globalThis.deckhandUnderWay = new Set<{ readonly url: string }>());
  const begin = (url: string): (() => void) => {
    const { origin, pathname } = new URL(url, location.href);
    const counts =
      counted === null ||
      ((counted.origin === null || counted.origin === origin) && new RegExp(counted.paths).test(pathname));
    const one = { url };
    if (counts) {
      underWay.add(one);
      globalThis.deckhandTimers?.sends();
    }
    return () => void underWay.delete(one);
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
export async function whenQuiet(): Promise<readonly string[]> {
  // A timer would wait for the page's clock, which is stopped.
  const { port1, port2 } = new MessageChannel();
  const turn = (): Promise<unknown> =>
    new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
  const count = (): number => globalThis.deckhandUnderWay?.size ?? 0;
  let before = count();
  for (let quiet = 0; quiet < 20; quiet += 1) {
    await turn();
    if (count() === before) continue;
    [before, quiet] = [count(), 0];
  }
  port1.close();
  return [...(globalThis.deckhandUnderWay ?? [])].map(({ url }) => url);
}
