/**
 * The events of a workspace for its followers: a bounded list that each follower reads at its own speed. The log does not
 * wait for followers. A follower that is too slow learns that it missed events.
 */
import type { Exchange } from '../journal/exchange.js';

/** An event. Followers request the resulting data separately. */
export type WorkspaceEvent =
  | { readonly kind: 'exchange'; readonly exchange: Exchange }
  | { readonly kind: 'job'; readonly id: string }
  | { readonly kind: 'clock' | 'scenario' | 'scenarios' | 'faults' | 'workspace' | 'reset' | 'closed' };

export interface LoggedEvent {
  readonly number: number;
  readonly event: WorkspaceEvent;
}

/** An exchange for followers. The journal has the bodies. */
export function withoutBodies({ request, response, ...rest }: Exchange): Exchange {
  const { body: _, ...asked } = request;
  if (!response) return { ...rest, request: asked };
  const { body: __, ...head } = response;
  return { ...rest, request: asked, response: head };
}

export class EventLog {
  /** Distinguishes this log from others with the same event numbers, such as the log of an earlier process. */
  readonly name: string;
  readonly #limit: number;
  #kept: LoggedEvent[] = [];
  #last = 0;
  readonly #listeners = new Set<(event: WorkspaceEvent) => void>();

  constructor(name: string, limit = 2000) {
    this.name = name;
    this.#limit = limit;
  }

  /** The number of the newest event. */
  get last(): number {
    return this.#last;
  }

  emit(what: WorkspaceEvent | Exclude<WorkspaceEvent['kind'], 'exchange' | 'job'>): void {
    this.#last += 1;
    const event = typeof what === 'string' ? { kind: what } : what;
    this.#kept.push({ number: this.#last, event });
    if (this.#kept.length > 2 * this.#limit) this.#kept = this.#kept.slice(-this.#limit);
    for (const listener of this.#listeners) listener(event);
  }

  /** The event after this number; `missed` when it was already dropped, `undefined` when it has not happened yet. */
  after(number: number): LoggedEvent | 'missed' | undefined {
    if (number === this.#last) return undefined;
    const first = this.#kept[0]?.number ?? this.#last + 1;
    return this.#kept[number + 1 - first] ?? 'missed';
  }

  /** Calls the listener for each event, until the returned function is called. */
  listen(listener: (event: WorkspaceEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
