/**
 * Checks the plain service in the same process and in virtual time. No time passes while a request is under way, so the same
 * service has the same journal at every run. The proof over sockets is in proof.ts.
 */
import {
  check,
  type Check,
  type ExploreOptions,
  type OutgoingRequest,
  type Pace,
  type Transport,
  type TransportResult,
} from '../../src/contract/index.js';
import { bodyOfBytes } from '../../src/journal/body.js';
import type { Need } from '../mutants/mutant.js';
import { createPlainService, type PlainRequest } from '../mutants/plain-service/handle.js';
import { prefix } from '../mutants/plain-service/routes.js';
import { prompts } from '../mutants/plain-service/stages.js';
import type { Variation, Wire } from '../mutants/plain-service/variation.js';

const ORIGIN = 'http://plain.example';

/** Ms that a request and its response are under way. */
interface Network {
  readonly request: () => number;
  readonly response: () => number;
  /** What a request gets in place of a response of the service. */
  readonly instead?: (request: OutgoingRequest, pace: Pace) => Promise<TransportResult | undefined>;
}

export const evenNetwork: Network = { request: () => 3, response: () => 0 };

/** Without a request rate, unless the options have one. */
export async function checkVirtually(
  variations: readonly Variation[],
  needs: readonly Need[] = [],
  options: Partial<ExploreOptions> = {},
  network = evenNetwork,
): Promise<Check> {
  const clock = new VirtualClock(Date.parse('2026-01-15T09:30:00.000Z'));
  const { handle, keys } = createPlainService({ variations, now: clock.now });
  const transport: Transport = async (outgoing) => {
    const { method, url, headers, body } = outgoing;
    const request: PlainRequest = {
      method,
      path: url.slice(ORIGIN.length),
      headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      ...(body !== undefined && { body }),
    };
    await clock.sleep(network.request());
    const instead = await network.instead?.(outgoing, clock);
    if (instead) return instead;
    const wire = handle(request);
    const delay = wire.delay + network.response();
    if (delay > 0) await clock.sleep(delay);
    return { response: responseOf(wire, clock.now()) };
  };
  return check(
    {
      baseUrl: `${ORIGIN}${prefix}`,
      apiKey: keys.first,
      otherApiKey: keys.second,
      disabledApiKey: keys.disabled,
      requestsPerMinute: 0,
      questionPrompt: needs.includes('two-questions') ? prompts.twoQuestions : prompts.question,
      failurePrompt: prompts.failure,
      probeRateLimit: needs.includes('rate-limit'),
      ...options,
    },
    { transport, pace: clock },
  );
}

function responseOf({ status, headers, body }: Wire, now: number) {
  return {
    status,
    headers: [...Object.entries(headers), ['date', new Date(now).toUTCString()] as const],
    ...(body.length > 0 && { body: bodyOfBytes(body) }),
  };
}

/** When everything waits, the clock jumps to the end of the shortest wait. */
class VirtualClock implements Pace {
  readonly #sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  #time: number;
  #isDriving = false;

  constructor(time: number) {
    this.#time = time;
  }

  readonly now = (): number => this.#time;

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => {
      this.#sleepers.push({ until: this.#time + Math.max(ms, 0), wake });
      this.#drive();
    });

  #drive(): void {
    if (this.#isDriving) return;
    this.#isDriving = true;
    // After all microtasks: everything that can go on without time has done so.
    setImmediate(() => {
      this.#isDriving = false;
      const [first] = this.#sleepers.sort((one, other) => one.until - other.until);
      if (!first) return;
      this.#sleepers.shift();
      this.#time = Math.max(this.#time, first.until);
      first.wake();
      if (this.#sleepers.length > 0) this.#drive();
    });
  }
}
