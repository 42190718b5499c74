/** When a run stops waiting for operations, keys, retries and jobs. */
import { getField } from '../base/json.js';
import type { JobStatus } from '../generated/lifecycle.js';
import type { OperationId } from '../generated/routes.js';
import type { Call } from '../judge/model/call.js';
import type { RequestSpec } from './request-spec.js';
import type { TransportResult } from '../journal/transport.js';

/** Ms for a request whose operation, or whose job or presentation, got a timeout before. */
const SHORT_TIMEOUT_MS = 2_000;
/** Timeouts of one operation in a row that end the run. */
const MAX_TIMEOUTS = 4;

/** Notices operations without responses in time, so that a run does not wait 20 seconds for each request. */
export class TimeoutTracker {
  /** The operations, and the operations with the id, whose last request got a timeout. */
  readonly #timedOut = new Set<string>();
  /** How often in a row, by operation. */
  readonly #timeouts = new Map<OperationId, number>();

  hasTimedOut({ operation, id = '' }: RequestSpec): boolean {
    return this.#timedOut.has(operation) || this.#timedOut.has(`${operation} ${id}`);
  }

  /** @returns the limit for the request, in ms */
  limitOf(spec: RequestSpec, limit: number): number {
    return this.hasTimedOut(spec) ? Math.min(limit, SHORT_TIMEOUT_MS) : limit;
  }

  /** @returns the timeouts in a row, once they are too many. A service may delay requests without a valid key on purpose. */
  note({ operation, id = '', by = 'key' }: RequestSpec, { failure }: TransportResult): number | undefined {
    const names = [operation, `${operation} ${id}`];
    if (failure !== 'timeout') {
      for (const name of names) this.#timedOut.delete(name);
      this.#timeouts.delete(operation);
      return undefined;
    }
    for (const name of names) this.#timedOut.add(name);
    if (by !== 'key' && by !== 'other') return undefined;
    const timeouts = (this.#timeouts.get(operation) ?? 0) + 1;
    this.#timeouts.set(operation, timeouts);
    return timeouts < MAX_TIMEOUTS ? undefined : timeouts;
  }
}

/** Ms of nothing but 429: longer than the window of the documented example, one minute. */
const MAX_LIMITED = 180_000;
/** The same before any other response, where less is lost. */
const MAX_LIMITED_AT_START = 45_000;

/** Notices a key that gets nothing but 429 for long: its Retry-After is nonsense, or another client uses the key up. */
export class RateLimitTracker {
  /** Whether the key got a response other than 429. */
  #hasDecision = false;
  #since: number | undefined;

  /** @returns the seconds of nothing but 429, once they are too many */
  note(status: number, now: number): number | undefined {
    if (status !== 429) this.#since = undefined;
    else this.#since ??= now;
    this.#hasDecision ||= status !== 429 && status !== 0;
    const longest = this.#hasDecision ? MAX_LIMITED : MAX_LIMITED_AT_START;
    if (this.#since === undefined || now - this.#since < longest) return undefined;
    return Math.round((now - this.#since) / 1000);
  }
}

/** Tries of a read that gets a server error. */
export const MAX_SERVER_ERRORS = 3;
/** Requests of one operation and key whose retries did not help. Further ones are not retried until one succeeds. */
const MAX_USELESS_RETRIES = 2;

/** Counts the requests whose retries did not help: an operation that always gets 500 is not retried for ever. */
export class RetryBudget {
  /** How often in a row, by operation and key. */
  readonly #times = new Map<string, number>();

  /** Whether the operation got 500 for this key so often that another try is useless. A gateway with 503 may ask for it. */
  areUseless(spec: RequestSpec, { status }: Call): boolean {
    return status === 500 && (this.#times.get(nameOf(spec)) ?? 0) >= MAX_USELESS_RETRIES;
  }

  /** @param tries of this request */
  note(spec: RequestSpec, { status, isSuccess }: Call, tries: number): void {
    const name = nameOf(spec);
    if (isSuccess) this.#times.delete(name);
    else if (status === 500 && tries === MAX_SERVER_ERRORS)
      this.#times.set(name, (this.#times.get(name) ?? 0) + 1);
  }
}

const nameOf = ({ operation, by = 'key' }: RequestSpec): string => `${operation} ${by}`;

/** Polls in a row. */
const MAX_POLLS = 4;
/** Ms for a job whose status is not one of the four: it may be at work. */
const UNKNOWN_STATUS_TIMEOUT_MS = 10_000;

/**
 * Counts the polls of a job that show nothing new about it: failed ones, views without a status, and equal views with another
 * status than the four of 2.2. A run gives up on such a job, because its verdict is certain.
 */
export class StuckJobDetector {
  readonly #consistencyWindow: number;
  readonly #startedAt: number;
  #count = 0;
  #latest = '';
  /** When the latest view was first seen. */
  #latestSince = 0;

  /** @param consistencyWindow ms for which a replica may not know a new job */
  constructor(consistencyWindow: number, startedAt: number) {
    this.#consistencyWindow = consistencyWindow;
    this.#startedAt = startedAt;
  }

  /** @returns why the run gives up on the job, in words that follow its name; `undefined` while it does not */
  add(status: JobStatus | undefined, view: unknown, now: number): string | undefined {
    const shown = view === undefined ? '' : JSON.stringify(view);
    const hasStatus = typeof getField(view, 'status') === 'string';
    if (shown !== this.#latest) this.#latestSince = now;
    this.#latest = shown;
    this.#count = status === undefined ? this.#count + 1 : 0;
    if (this.#count <= MAX_POLLS) return undefined;
    if (hasStatus && now - this.#latestSince <= UNKNOWN_STATUS_TIMEOUT_MS) return undefined;
    if (now - this.#startedAt <= this.#consistencyWindow) return undefined;
    if (view === undefined) return 'can no longer be polled';
    return hasStatus ? 'stays in a status that is not one of the four' : 'shows no status';
  }
}
