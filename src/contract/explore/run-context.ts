/** The state that the phases of a run share: the session, the findings so far, and the finished probes. */
import type { ExploreEvent } from './events.js';
import type { Session, Via } from './session.js';
import { Starter } from './starter.js';

export interface FoundPresentation {
  readonly id: string;
  readonly title: string;
  /** The job that generated it; absent for a presentation created from a template. */
  readonly job?: string;
}

export interface FinishedJob {
  readonly id: string;
  readonly status: 'completed' | 'failed';
}

export class RunContext {
  readonly session: Session;
  readonly emit: (event: ExploreEvent) => void;
  /** Starts jobs. */
  starter: Starter;
  readonly presentations: FoundPresentation[] = [];
  readonly finished: FinishedJob[] = [];
  /** The id of a presentation of the other workspace. */
  otherPresentation: string | undefined;
  /** The index of the message body that the service accepts. See `messageBodies`. */
  messageBody = 0;
  /** The shape of the body that the service accepts for creating, once it is known. See `createAttempts`. */
  createShape: number | undefined;
  jobsLeft: number;
  readonly #done = new Set<string>();
  readonly #wrongKeyVia = new Map<string, Via>();

  constructor(session: Session, emit: (event: ExploreEvent) => void) {
    this.session = session;
    this.emit = emit;
    this.starter = new Starter(session, []);
    this.jobsLeft = session.settings.readOnly ? 0 : session.settings.maxJobs;
  }

  /** True for the first call with this name: each probe is sent once. */
  isFirst(probe: string): boolean {
    if (this.#done.has(probe)) return false;
    this.#done.add(probe);
    return true;
  }

  /**
   * The headers for a probe with a wrong key: both, or one of the two in turns if the request rate is limited. A
   * read-only run has one operation only, so it tries both.
   */
  wrongKeyHeaders(operation: string): readonly Via[] {
    const { requestsPerMinute, readOnly } = this.session.settings;
    if (requestsPerMinute === 0 || readOnly) return ['bearer', 'x-api-key'];
    const via =
      this.#wrongKeyVia.get(operation) ?? (this.#wrongKeyVia.size % 2 === 0 ? 'bearer' : 'x-api-key');
    this.#wrongKeyVia.set(operation, via);
    return [via];
  }

  get isPaced(): boolean {
    return this.session.settings.requestsPerMinute > 0;
  }
}
