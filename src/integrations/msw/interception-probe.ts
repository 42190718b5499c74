/**
 * Probes whether this process's requests reach Deckhand's msw handlers. They do not if another msw set-up
 * listens: the set-up that started last takes all requests.
 */
import { clearRealTimeout, setRealTimeout } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';

export type SetupName = 'setupServer' | 'setupWorker';

/** The path of a request that only checks whether it arrives. */
const PROBE_PATH = '/.deckhand-probe';

/** No server listens here, so an unhandled probe fails at once and locally. */
const UNUSED_ORIGIN = 'http://127.0.0.1:2';

/** Real milliseconds. A response can be late only if a test controls the timers. */
const PROBE_TIMEOUT_MS = 1_000;

/** Distinguishes copies of this module. */
const MODULE_ID = Math.random().toString(36).slice(2);
let count = 0;

export class InterceptionProbe {
  /** Requests with this query are for this mock server. */
  readonly #query = `?${MODULE_ID}-${(count += 1)}`;
  #hasArrived = false;

  /** Records that a request reached the handlers. */
  recordRequest(): void {
    this.#hasArrived = true;
  }

  /** Forgets the requests so far. */
  reset(): void {
    this.#hasArrived = false;
  }

  /** Whether it is the request that `assertIntercepted` sends. */
  isProbeRequest(url: string): boolean {
    return url.endsWith(PROBE_PATH + this.#query);
  }

  /**
   * Sends a request, unless one has arrived since the last call or `reset`.
   * @throws UserError when it does not arrive
   */
  async assertIntercepted(setup: SetupName): Promise<void> {
    const hasArrived = this.#hasArrived || (await this.#send(setup)) || this.#hasArrived;
    this.reset();
    if (hasArrived) return;
    const where = setup === 'setupServer' ? 'process' : 'page';
    throw new UserError(
      'invalid-option',
      `Requests of this ${where} do not reach Deckhand. Only one msw set-up can listen in a ${where}. Listen with this one:\n` +
        `${setup}(...deckhandHandlers(deckhand), ...own)`,
      {
        hint: 'deckhandHandlers is in deckhand/msw. Other reasons: docs/app.md#what-bypasses-the-mock.',
      },
    );
  }

  /** @returns whether the request proves nothing, because a test has replaced `fetch` or the timers */
  async #send(setup: SetupName): Promise<boolean> {
    // The mock functions of Vitest, Jest and Node have this property.
    if ('mock' in fetch) return true;
    const isPage = setup === 'setupWorker';
    const address = (isPage ? location.origin : UNUSED_ORIGIN) + PROBE_PATH + this.#query;
    const sent = fetch(address, { method: 'HEAD' }).then(
      // In Node, only a replaced `fetch` responds at that address.
      () => !isPage,
      () => false,
    );
    let timer: ReturnType<typeof setRealTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setRealTimeout(() => resolve(true), PROBE_TIMEOUT_MS);
    });
    const isInconclusive = await Promise.race([sent, late]);
    clearRealTimeout(timer);
    return isInconclusive;
  }
}

/** The response to the request that only checks whether it arrives. */
export function probeResponse(): Response {
  return new Response(null, { status: 204 });
}

const known = new WeakMap<object, InterceptionProbe>();

/** The arrivals of a mock server. All its handlers share them. */
export function probeFor(deckhand: object): InterceptionProbe {
  const found = known.get(deckhand) ?? new InterceptionProbe();
  known.set(deckhand, found);
  return found;
}
