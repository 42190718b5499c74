/**
 * Checks the reference service in the same process and in virtual time. No time passes while a request is under way, so the same
 * service has the same journal at every run. `test/validation/run-case.ts` does it over sockets.
 */
import { verify, type VerifyResult, type VerifyOptions } from '../../src/verify/index.js';
import type { OutgoingRequest, RunClock, Transport, TransportResult } from '../../src/journal/transport.js';
import { bodyFromBytes } from '../../src/journal/body.js';
import type { RunPrerequisite } from '../mutants/mutant.js';
import { createReferenceService, type ReferenceRequest } from '../reference-service/handle.js';
import { prefix } from '../reference-service/routes.js';
import { prompts } from '../reference-service/job-scripts.js';
import type { ServiceHooks, RawResponse } from '../reference-service/hooks.js';

const ORIGIN = 'http://plain.example';

/** Ms that a request and its response are under way. */
interface Network {
  readonly request: () => number;
  readonly response: () => number;
  /** What a request gets in place of a response of the service. */
  readonly instead?: (request: OutgoingRequest, pace: RunClock) => Promise<TransportResult | undefined>;
  /** Interrupts the run, as Ctrl-C does. */
  readonly signal?: AbortSignal;
}

export const constantLatency: Network = { request: () => 3, response: () => 0 };

/** Without a request rate, unless the options have one. */
export async function verifyInVirtualTime(
  variations: readonly ServiceHooks[],
  needs: readonly RunPrerequisite[] = [],
  options: Partial<VerifyOptions> = {},
  network = constantLatency,
): Promise<VerifyResult> {
  const clock = new VirtualClock(Date.parse('2026-01-15T09:30:00.000Z'));
  const { handle, keys } = createReferenceService({ variations, now: clock.now });
  let connections = 1;
  const transport: Transport = async (outgoing) => {
    const { method, url, headers, body, isOnNewConnection = false } = outgoing;
    const connection = isOnNewConnection ? String(++connections) : '1';
    const request: ReferenceRequest = {
      method,
      path: url.slice(ORIGIN.length),
      headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      ...(body !== undefined && { body }),
      connection,
    };
    await clock.sleep(network.request());
    const instead = await network.instead?.(outgoing, clock);
    if (instead) return instead;
    const wire = handle(request);
    const delay = wire.delay + network.response();
    if (delay > 0) await clock.sleep(delay);
    return { response: responseOf(wire, clock.now()), connection };
  };
  return verify(
    {
      baseUrl: `${ORIGIN}${prefix}`,
      apiKey: keys.first,
      otherApiKey: keys.second,
      apiKeyWithoutAccess: keys.disabled,
      requestsPerMinute: 0,
      questionPrompt: needs.includes('two-questions') ? prompts.twoQuestions : prompts.question,
      failurePrompt: prompts.failure,
      probeRateLimit: needs.includes('rate-limit'),
      ...options,
    },
    { transport, clock, ...(network.signal && { signal: network.signal }) },
  );
}

function responseOf({ status, headers, body }: RawResponse, now: number) {
  return {
    status,
    headers: [...Object.entries(headers), ['date', new Date(now).toUTCString()] as const],
    ...(body.length > 0 && { body: bodyFromBytes(body) }),
  };
}

/** More waits than any run has without time passing: a run with more would spin. */
const MAX_WAITS_WITHOUT_TIME = 1000;

/** When everything waits, the clock jumps to the end of the shortest wait. */
class VirtualClock implements RunClock {
  readonly #sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  #time: number;
  #isDriving = false;
  #waitsWithoutTime = 0;

  constructor(time: number) {
    this.#time = time;
  }

  readonly now = (): number => this.#time;

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake, reject) => {
      if (++this.#waitsWithoutTime > MAX_WAITS_WITHOUT_TIME)
        return reject(new Error('The run waits again and again, but no time passes.'));
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
      if (first.until > this.#time) this.#waitsWithoutTime = 0;
      this.#time = Math.max(this.#time, first.until);
      first.wake();
      if (this.#sleepers.length > 0) this.#drive();
    });
  }
}
