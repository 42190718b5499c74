/** What the phases of a run share: the session, what was found so far, and what was done already. */
import type { ExploreEvent } from './events.js';
import type { Session, Via } from './session.js';

export interface FoundPresentation {
  readonly id: string;
  readonly title: string;
  /** The job that made it; absent when it was created from a template. */
  readonly job?: string;
}

export interface FinishedJob {
  readonly id: string;
  readonly status: 'completed' | 'failed';
}

export class Crew {
  readonly session: Session;
  readonly emit: (event: ExploreEvent) => void;
  /** Passed as template_id, when there is one. */
  template: string | undefined;
  readonly presentations: FoundPresentation[] = [];
  readonly finished: FinishedJob[] = [];
  /** A presentation of the other key's own. */
  ofStranger: string | undefined;
  /** Which of the tried bodies a message needs. */
  messageBody = 0;
  jobsLeft: number;
  readonly #done = new Set<string>();
  readonly #wrongVia = new Map<string, Via>();

  constructor(session: Session, emit: (event: ExploreEvent) => void) {
    this.session = session;
    this.emit = emit;
    this.jobsLeft = session.settings.readOnly ? 0 : session.settings.maxJobs;
  }

  /** True for the first who asks. */
  first(what: string): boolean {
    if (this.#done.has(what)) return false;
    this.#done.add(what);
    return true;
  }

  has(what: string): boolean {
    return this.#done.has(what);
  }

  /** In which headers a wrong key is tried: one by turns when requests are counted, else both. */
  wrongVias(operation: string): readonly Via[] {
    if (this.session.settings.requestsPerMinute === 0) return ['bearer', 'x-api-key'];
    const via = this.#wrongVia.get(operation) ?? (this.#wrongVia.size % 2 === 0 ? 'bearer' : 'x-api-key');
    this.#wrongVia.set(operation, via);
    return [via];
  }

  get isPaced(): boolean {
    return this.session.settings.requestsPerMinute > 0;
  }
}
