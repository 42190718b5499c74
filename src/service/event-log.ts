/**
 * The events of a workspace for its followers: a bounded list that each follower reads at its own speed. The log does not
 * wait for followers. A follower that is too slow learns that it missed events.
 */
import type { Exchange } from '../journal/exchange.js';

/** An event. Followers request the resulting data separately. */
export type WorkspaceEvent =
  /** `unassigned`: an exchange of no workspace. All workspaces get it. */
  | { readonly kind: 'exchange' | 'unassigned'; readonly exchange: Exchange }
  /** `at`: the instant of the event on the workspace's clock. */
  | { readonly kind: 'job'; readonly id: string; readonly at: number }
  | { readonly kind: 'clock' | 'scenario' | 'scenarios' | 'faults' | 'workspace' | 'reset' | 'closed' };

export interface LoggedEvent {
  readonly number: number;
  readonly event: WorkspaceEvent;
}

/** An exchange for followers. The journal has the bodies. */
export function withoutBodies({ request, response, ...rest }: Exchange): Exchange {
  const { body: _, ...requestHead } = request;
  if (!response) return { ...rest, request: requestHead };
  const { body: __, ...head } = response;
  return { ...rest, request: requestHead, response: head };
}

/** The maximum number of events. */
const MOST_EVENTS = 2000;

export class EventLog {
  /** Distinguishes this log from others with the same event numbers, such as the log of an earlier process. */
  readonly name: string;
  readonly #limit: number;
  #kept: (LoggedEvent | undefined)[] = [];
  /** The index of the oldest event. Earlier slots are empty until the list is cut. */
  #first = 0;
  #last = 0;
  readonly #listeners = new Set<(event: WorkspaceEvent) => void>();

  constructor(name: string, limit = MOST_EVENTS) {
    this.name = name;
    this.#limit = limit;
  }

  /** The number of the newest event. */
  get last(): number {
    return this.#last;
  }

  emit(what: WorkspaceEvent | Exclude<WorkspaceEvent['kind'], 'exchange' | 'unassigned' | 'job'>): void {
    this.#last += 1;
    const event = typeof what === 'string' ? { kind: what } : what;
    this.#kept.push({ number: this.#last, event });
    if (this.#kept.length - this.#first > this.#limit) this.#dropOldest();
    for (const listener of this.#listeners) listener(event);
  }

  /** The event after this number; `missed` when it was already dropped, `undefined` when it has not happened yet. */
  after(number: number): LoggedEvent | 'missed' | undefined {
    if (number === this.#last) return undefined;
    const first = this.#kept[this.#first]?.number ?? this.#last + 1;
    return number + 1 < first ? 'missed' : (this.#kept[number + 1 - first + this.#first] ?? 'missed');
  }

  /** Calls the listener for each event, until the returned function is called. */
  listen(listener: (event: WorkspaceEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #dropOldest(): void {
    this.#kept[this.#first] = undefined;
    this.#first += 1;
    if (this.#first < this.#limit) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
  }
}
