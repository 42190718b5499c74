/**
 * Probes whether this process's requests reach Deckhand's msw handlers. They do not if another msw server listens: the one that
 * started last intercepts all requests.
 */
import { clearRealTimeout, setRealTimeout } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';

/** The path of the request that probes the interception. */
const PROBE_PATH = '/.deckhand-probe';

/** No server listens here, so an unhandled probe fails immediately and locally. */
const UNUSED_ORIGIN = 'http://127.0.0.1:2';

/** Real milliseconds. A response takes longer only if a test controls the timers. */
const PROBE_TIMEOUT_MS = 1_000;

/** Distinguishes copies of this module. */
const MODULE_ID = Math.random().toString(36).slice(2);
let count = 0;

const probes = new WeakMap<object, InterceptionProbe>();

/** The function of msw that sets up the interception. */
export type SetupName = 'setupServer' | 'setupWorker';

export class InterceptionProbe {
  /** Requests with this query are for this mock server. */
  readonly #query = `?${MODULE_ID}-${(count += 1)}`;
  #hasArrived = false;

  /** Records that a request reached the handlers. */
  recordRequest(): void {
    this.#hasArrived = true;
  }

  /** Ignores the requests so far. */
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
    const [other, scope] =
      setup === 'setupServer' ? ['Another msw server', 'process'] : ['Another msw worker', 'page'];
    throw new UserError(
      'invalid-option',
      `${other} intercepts the requests of this ${scope}. Use one for both:\n` +
        `${setup}(...deckhandHandlers(deckhand), ...handlers)`,
      {
        hint: 'deckhandHandlers is in deckhand/msw. Other reasons: docs/app.md#what-bypasses-the-mock.',
      },
    );
  }

  /** @returns whether the result is inconclusive, because a test has replaced `fetch` or the timers */
  async #send(setup: SetupName): Promise<boolean> {
    // The mock functions of Vitest, Jest and Node have this property.
    if ('mock' in fetch) return true;
    const isPage = setup === 'setupWorker';
    const url = (isPage ? location.origin : UNUSED_ORIGIN) + PROBE_PATH + this.#query;
    const response = fetch(url, { method: 'HEAD' }).then(
      // In Node, only a replaced `fetch` responds at that URL.
      () => !isPage,
      () => false,
    );
    let timer: ReturnType<typeof setRealTimeout> | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      timer = setRealTimeout(() => resolve(true), PROBE_TIMEOUT_MS);
    });
    const isInconclusive = await Promise.race([response, timeout]);
    clearRealTimeout(timer);
    return isInconclusive;
  }
}

/** The response to the request that probes the interception. */
export function createProbeResponse(): Response {
  return new Response(null, { status: 204 });
}

/** The probe of a mock server, which all its handlers share. */
export function getInterceptionProbe(deckhand: object): InterceptionProbe {
  const probe = probes.get(deckhand) ?? new InterceptionProbe();
  probes.set(deckhand, probe);
  return probe;
}
