/** The sandbox of one Vitest test: a workspace with the base URL and the API key for the application under test. */
import type { ActiveFault } from '../../generated/control-api.js';
import type { Deckhand } from '../../app/deckhand.js';
import type { ScenarioInput } from '../../app/scenario-input.js';
import { realNow } from '../../base/real-time.js';
import { Workspace } from '../../service/workspace.js';
import { buildSandboxRequest } from '../sandbox-request.js';
import { FakeTimerPolls } from '../fake-timer-polls.js';
import { findUnusedFaults, type FixtureFault } from '../unused-faults.js';
import { createVitestClock, type VitestClock } from './clock.js';
import { ControlledTime } from './controlled-time.js';
import type { MatcherResult } from './matcher-result.js';

/** The sandbox of a test. */
export class VitestSandbox extends Workspace<ScenarioInput> {
  /** The clock of this sandbox, which `pauseWithTimers` and `runFor` keep in step with the timers of this process. */
  declare readonly clock: VitestClock;
  /**
   * Changes the next responses of an operation. A test that passes otherwise fails at its end if no request met the fault, unless the
   * fault is `optional` or a `fallback`.
   */
  declare readonly addFault: (fault: FixtureFault) => ActiveFault;
  /** The API key that opens this sandbox, for the application under test. */
  readonly apiKey: string;
  /** The base URL of the API. No server listens there; requests of this process are intercepted. */
  readonly baseUrl: string;
  /** @internal Whether one test alone uses this sandbox, so that its requests come from one client. */
  readonly hasSingleClient = true;
  /** @internal */
  readonly time: ControlledTime;
  readonly #deckhand: Deckhand;
  readonly #optionalFaults = new Set<string>();
  /** @internal The messages of matchers that failed. */
  readonly failedMatchers: string[] = [];
  readonly #matchers = new Set<Promise<unknown>>();
  readonly #polls: FakeTimerPolls;

  /** @internal @param origin scheme, host and port of the API */
  constructor(deckhand: Deckhand, apiKey: string, origin: string) {
    super(deckhand.control, apiKey);
    this.apiKey = apiKey;
    this.baseUrl = origin + deckhand.requestMatcher.basePath;
    this.#deckhand = deckhand;
    this.#polls = new FakeTimerPolls(deckhand);
    const { clock } = this as Workspace<ScenarioInput>;
    this.time = new ControlledTime(clock, () => {
      const { pending } = deckhand.service.workspace(this.id, realNow());
      return pending.nextRelease(clock.now());
    });
    this.clock = createVitestClock(clock, this.time);
    const { addFault } = this as Workspace<ScenarioInput>;
    this.addFault = ({ optional = false, ...fault }) => {
      const added = addFault(fault);
      if (optional) this.#optionalFaults.add(added.id);
      return added;
    };
  }

  /**
   * Sends a request to the API with the sandbox's key, unless `init` has another one.
   * @param input an absolute URL, or a path: `/templates`, or the path of a `poll_url`
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = buildSandboxRequest(this, input, init);
    // Deferred by a microtask: `runFor` advances the clock after timer callbacks.
    return this.track(
      request,
      Promise.resolve().then(() => this.#deckhand.fetch(request)),
    );
  };

  /** @internal Passes on the response to a request that the client of the test waits for. */
  track(request: Request, response: Promise<Response>): Promise<Response> {
    return this.time.trackRequest(this.#polls.watch(request, this.id, response));
  }

  /**
   * Waits, in real time, until every request of the test has its response and the client has processed it, except responses that
   * wait for the sandbox's clock.
   * @throws UserError when a response does not arrive
   */
  async waitForNetworkIdle(): Promise<void> {
    await this.time.waitForNetworkIdle();
  }

  /** @internal Records whether a matcher fails, because a test can forget to await it. */
  async recordMatcher(isNot: boolean, matching: Promise<MatcherResult>): Promise<MatcherResult> {
    this.#matchers.add(matching);
    const result = await matching;
    if (result.pass === isNot) this.failedMatchers.push(result.message());
    return result;
  }

  /** @internal Waits for the matchers that the test did not await. */
  async settleMatchers(): Promise<void> {
    await Promise.allSettled(this.#matchers);
  }

  /** @internal A sentence about a job that does not advance, because only the timers of the test do; undefined if there is none. */
  findWaitingJob(): string | undefined {
    return this.#polls.end(
      'call deckhand.clock.pauseWithTimers() in place of vi.useFakeTimers(), and deckhand.clock.runFor(…) in place of vi.advanceTimersByTime(…)',
    );
  }

  /** @internal A message about the faults that no request met; undefined if there are none. */
  findUnusedFaults(): string | undefined {
    return findUnusedFaults(this.#deckhand.control, this.id, this.#optionalFaults);
  }
}
