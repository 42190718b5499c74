/** Runs in pages: counts the requests for the API that have no whole answer yet. Must use nothing but what a page has. */

declare global {
  /** The addresses of the requests under way. */
  var deckhandUnderWay: Set<{ readonly url: string }> | undefined;
}

/** @param base what is in the path of every request that counts; every request does when left out */
export function countRequests(base: string | null): void {
  if (globalThis.deckhandUnderWay) return;
  const underWay = (globalThis.deckhandUnderWay = new Set<{ readonly url: string }>());
  const begin = (url: string): (() => void) => {
    const counts = base === null || `${new URL(url, location.href).pathname}/`.includes(`${base}/`);
    const one = { url };
    if (counts) underWay.add(one);
    return () => void underWay.delete(one);
  };

  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const [input] = request;
    const end = begin(input instanceof Request ? input.url : String(input));
    try {
      const response = await fetch(...request);
      // The page's own reading is not to be disturbed. What is cut short has ended, too.
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
 * Waits until the page has made of what has come what it makes at once.
 * @returns what is under way still
 */
export async function whenQuiet(): Promise<readonly string[]> {
  // A timer would wait for the page's clock, which stands still.
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
