/**
 * Counts the polls of a job that show nothing new about it: failed ones, views without a status, and equal views with another
 * status than the four of 2.2. A run gives up on such a job, because its verdict is certain.
 */
import { fieldOf } from '../../../base/json.js';
import type { Session } from '../session.js';
import type { Poll } from './read.js';

/** Polls in a row. */
const MAX_POLLS = 4;
/** Ms for a job whose status is not one of the four: it may be at work. */
const PATIENCE = 10_000;

export class VainPolls {
  readonly #session: Session;
  readonly #startedAt: number;
  #count = 0;
  #latest = '';
  /** When the latest view was first seen. */
  #latestSince = 0;

  constructor(session: Session) {
    this.#session = session;
    this.#startedAt = session.now();
  }

  /** @returns why the run gives up on the job, in words that follow its name; `undefined` while it does not */
  add({ status, view }: Poll): string | undefined {
    const shown = view === undefined ? '' : JSON.stringify(view);
    const hasStatus = typeof fieldOf(view, 'status') === 'string';
    const now = this.#session.now();
    if (shown !== this.#latest) this.#latestSince = now;
    this.#latest = shown;
    this.#count = status === undefined ? this.#count + 1 : 0;
    if (this.#count <= MAX_POLLS) return undefined;
    if (hasStatus && now - this.#latestSince <= PATIENCE) return undefined;
    // A replica may not know a new job yet.
    if (now - this.#startedAt <= this.#session.settings.settle) return undefined;
    if (view === undefined) return 'can no longer be polled';
    return hasStatus ? 'stays in a status that is not one of the four' : 'shows no status';
  }
}
