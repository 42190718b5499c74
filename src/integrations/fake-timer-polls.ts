/**
 * Detects a test that fakes its timers and forgets the clock of the mock server: the timers of the client advance, and its job stays
 * where it is.
 */
import type { Deckhand } from '../app/deckhand.js';
import { realNow } from '../base/real-time.js';
import type { JobGenerating } from '../generated/documented-api.js';
import { matchRoute } from '../service/router.js';

/** As many polls with one view are no coincidence. */
const MAX_UNCHANGED_POLLS = 3;

/** What fake timers add to the `setTimeout` that they replace: those of Vitest and Jest, and the older ones of Jest. */
interface FakeSetTimeout {
  readonly clock?: { readonly attachedInterval?: unknown };
  readonly _isMockFunction?: boolean;
}

/** Whether the timers of this process stand still until the test advances them. */
function areTimersFake(): boolean {
  const { clock, _isMockFunction: isMock } = globalThis.setTimeout as FakeSetTimeout;
  // Fake timers can follow the real time, by a real interval.
  return isMock === true || (clock !== undefined && clock.attachedInterval === undefined);
}

export class FakeTimerPolls {
  readonly #deckhand: Deckhand;
  /** The number of successive polls of each job under fake timers, by workspace and job. */
  readonly #counts = new Map<string, number>();
  /** A job whose polls did not change, by workspace. */
  readonly #unchanged = new Map<string, string>();

  constructor(deckhand: Deckhand) {
    this.#deckhand = deckhand;
  }

  /**
   * Passes on the response to a request.
   * @param workspace the id of its workspace
   */
  async watch(request: Request, workspace: string, response: Promise<Response>): Promise<Response> {
    const job = this.#findPolledJob(request);
    if (job === undefined) return response;
    const key = `${workspace} ${job}`;
    const count = areTimersFake() ? (this.#counts.get(key) ?? 0) + 1 : 0;
    this.#counts.set(key, count);
    const received = await response;
    if (count >= MAX_UNCHANGED_POLLS && this.#isUnchanged(workspace, job))
      this.#unchanged.set(workspace, job);
    return received;
  }

  /**
   * Ends a test, before its workspaces are reset.
   * @param advice what the test can do, as the end of a sentence
   * @returns a sentence about a job that was polled without a change although its clock was never touched; undefined if there is none
   */
  end(advice: string): string | undefined {
    const found = [...this.#unchanged].find(([workspace, job]) => this.#isWaiting(workspace, job));
    this.#unchanged.clear();
    this.#counts.clear();
    if (!found) return undefined;
    return (
      `Deckhand: job ${found[1]} was polled ${MAX_UNCHANGED_POLLS} times without a change, because the timers of this test are fake, ` +
      `and the clock of the mock server runs in real time: ${advice}.`
    );
  }

  #findPolledJob({ method, url }: Request): string | undefined {
    const { basePath } = this.#deckhand.requestMatcher;
    const { pathname } = new URL(url);
    const start = pathname.indexOf(`${basePath}/`);
    if (start < 0) return undefined;
    const routed = matchRoute(method, pathname.slice(start + basePath.length));
    return routed.kind === 'operation' && routed.route.operationId === 'getGenerationStatus'
      ? routed.id
      : undefined;
  }

  #isUnchanged(workspace: string, job: string): boolean {
    const polls = this.#deckhand
      .workspace(workspace)
      .journal({ operation: 'getGenerationStatus', job, status: '2xx', limit: MAX_UNCHANGED_POLLS });
    const views = new Set(polls.map(({ response }) => readView(response?.body?.text)));
    return polls.length === MAX_UNCHANGED_POLLS && views.size === 1 && !views.has(undefined);
  }

  /** Whether a job waits for a clock that runs as it started. One that was moved, paused or slowed is not at the real time. */
  #isWaiting(workspace: string, id: string): boolean {
    const { anchor, realAnchor, paused, speed } = this.#deckhand.service.workspace(
      workspace,
      realNow(),
    ).clock;
    const job = this.#deckhand
      .workspace(workspace)
      .jobs()
      .find((one) => one.generation_id === id);
    return (
      !paused && speed === 1 && anchor === realAnchor && job !== undefined && job.position.until !== null
    );
  }
}

/**
 * What a screen shows of a job that generates, as a text; undefined for another job. The running total of tokens is left out: it
 * grows with every millisecond.
 */
function readView(text: string | undefined): string | undefined {
  try {
    const { status, progress = null } = JSON.parse(text ?? '') as Partial<JobGenerating>;
    return status === 'generating' ? JSON.stringify(progress) : undefined;
  } catch {
    // A fault can malform the body.
    return undefined;
  }
}
