/**
 * Checks that the requests of this process or page reach the handlers of a mock server. They do not if another msw set-up
 * listens: the set-up that started last takes all requests.
 */
import { clearRealTimeout, setRealTimeout } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';

export type SetupName = 'setupServer' | 'setupWorker';

/** The path of a request that only checks whether it arrives. */
const PROBE = '/.deckhand-probe';

/** No server listens there, so a request that no set-up takes fails at once, and stays on this machine. */
const NOWHERE = 'http://127.0.0.1:2';

/** Real milliseconds. A response can be late only if a test controls the timers. */
const PATIENCE = 1_000;

/** Distinguishes copies of this module. */
const COPY = Math.random().toString(36).slice(2);
let count = 0;

export class Arrivals {
  /** Requests with this query are for this mock server. */
  readonly #query = `?${COPY}-${(count += 1)}`;
  #hasArrived = false;

  /** Records that a request reached the handlers. */
  note(): void {
    this.#hasArrived = true;
  }

  /** Forgets the requests so far. */
  forget(): void {
    this.#hasArrived = false;
  }

  /** Whether it is the request that `need` sends. */
  isProbe(url: string): boolean {
    return url.endsWith(PROBE + this.#query);
  }

  /**
   * Sends a request, unless one has arrived since the last call or `forget`.
   * @throws UserError when it does not arrive
   */
  async need(setup: SetupName): Promise<void> {
    const hasArrived = this.#hasArrived || (await this.#send(setup)) || this.#hasArrived;
    this.forget();
    if (hasArrived) return;
    const where = setup === 'setupServer' ? 'process' : 'page';
    throw new UserError(
      'bad-option',
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
    const address = (isPage ? location.origin : NOWHERE) + PROBE + this.#query;
    const sent = fetch(address, { method: 'HEAD' }).then(
      // In Node, only a replaced `fetch` responds at that address.
      () => !isPage,
      () => false,
    );
    let timer: ReturnType<typeof setRealTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setRealTimeout(() => resolve(true), PATIENCE);
    });
    const isInconclusive = await Promise.race([sent, late]);
    clearRealTimeout(timer);
    return isInconclusive;
  }
}

/** The response to the request that only checks whether it arrives. */
export function arrived(): Response {
  return new Response(null, { status: 204 });
}

const known = new WeakMap<object, Arrivals>();

/** The arrivals of a mock server. All its handlers share them. */
export function arrivalsOf(deckhand: object): Arrivals {
  const found = known.get(deckhand) ?? new Arrivals();
  known.set(deckhand, found);
  return found;
}
