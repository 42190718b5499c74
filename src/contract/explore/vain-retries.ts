/** Counts the requests whose retries did not help: an operation that always gets 500 is not retried for ever. */
import type { Call } from '../model/call.js';
import type { RequestSpec } from './request-spec.js';

/** Tries of a read that gets a server error. */
export const MAX_SERVER_ERRORS = 3;
/** Requests of one operation and key whose retries did not help. Further ones are not retried until one succeeds. */
const MAX_VAIN = 2;

export class VainRetries {
  /** How often in a row, by operation and key. */
  readonly #times = new Map<string, number>();

  /** Whether the operation got 500 for this key so often that another try is useless. A gateway with 503 may ask for it. */
  areUseless(spec: RequestSpec, { status }: Call): boolean {
    return status === 500 && (this.#times.get(nameOf(spec)) ?? 0) >= MAX_VAIN;
  }

  /** @param tries of this request */
  note(spec: RequestSpec, { status, ok }: Call, tries: number): void {
    const name = nameOf(spec);
    if (ok) this.#times.delete(name);
    else if (status === 500 && tries === MAX_SERVER_ERRORS)
      this.#times.set(name, (this.#times.get(name) ?? 0) + 1);
  }
}

const nameOf = ({ operation, by = 'key' }: RequestSpec): string => `${operation} ${by}`;
