/** The sandbox of one test: the verbs of every workspace, and the address and key for the application under test. */
import type { Deckhand } from '../../app/deckhand.js';
import { realNow } from '../../base/real-time.js';
import { sandboxRequest } from '../sandbox-request.js';
import { TestTime } from './test-time.js';
import type { ScenarioChoice } from '../../app/scenario-source.js';
import { Workspace } from '../../service/workspace.js';

export class TestDeckhand extends Workspace<ScenarioChoice> {
  /** The API key that opens this sandbox, for the application under test. */
  readonly key: string;
  /** The base URL of the API. No server listens there; requests of this process are intercepted. */
  readonly baseUrl: string;
  /** Whether one test alone uses this sandbox, so that its requests come from one client. */
  readonly isOfOneTest = true;
  /** @internal */
  readonly time: TestTime;
  readonly #deckhand: Deckhand;

  /** @param origin scheme, host and port of the API */
  constructor(deckhand: Deckhand, key: string, origin: string) {
    super(deckhand.control, key);
    this.key = key;
    this.baseUrl = origin + deckhand.reach.basePath;
    this.#deckhand = deckhand;
    this.time = new TestTime(this.clock, () => {
      const { held } = deckhand.service.workspace(this.id, realNow());
      return held.next(this.clock.now());
    });
  }

  /** The id of the test's own workspace. */
  get workspace(): string {
    return this.id;
  }

  /**
   * Sends a request to the API with the sandbox's key, unless `init` has another one.
   * @param input an absolute URL, or a path: `/templates`, or the path of a `poll_url`
   */
  readonly fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    // Not in the callback of a timer: `passTime` moves the sandbox's clock after it.
    this.time.track(Promise.resolve().then(() => this.#deckhand.fetch(sandboxRequest(this, input, init))));

  /**
   * Stops the sandbox's clock and the timers of this process at the same instant: `setTimeout`, `setInterval` and `Date` are
   * vitest's fake ones until the test ends, unless the test has its own. From now on, time passes only in `passTime`.
   */
  stopTime(): void {
    this.time.stop();
  }

  /**
   * Advances the sandbox's clock and the stopped timers together. Time stops at each timer, and at each response that was held
   * back, and the client receives and processes its responses. So it polls as often as in real time.
   * @param by `5m`, or milliseconds
   * @throws UserError when the time is not valid, is not stopped, or a response does not arrive
   */
  async passTime(by: string | number): Promise<void> {
    await this.time.pass(by);
  }

  /**
   * Waits, in real time, until every request of the test has its response, except those that the sandbox holds back, and the
   * client has processed it.
   * @throws UserError when a response does not arrive
   */
  async settle(): Promise<void> {
    await this.time.settle();
  }
}
