/**
 * What happens in a workspace, for those who follow it: a bounded list that anybody can read on from where they stopped.
 * Nobody is waited for; who falls too far behind is told that something was missed.
 */
import type { Exchange } from '../journal/exchange.js';

/** Something that happened. What it led to is looked up by whoever reads it. */
export type Happening =
  | { readonly kind: 'exchange'; readonly exchange: Exchange }
  | { readonly kind: 'job'; readonly id: string }
  | { readonly kind: 'clock' | 'scenario' | 'scenarios' | 'faults' | 'workspace' | 'reset' | 'closed' };

export interface Numbered {
  readonly number: number;
  readonly what: Happening;
}

/** An exchange as followers get it; what was in the bodies, the journal says. */
export function withoutBodies({ request, response, ...rest }: Exchange): Exchange {
  const { body: _, ...asked } = request;
  if (!response) return { ...rest, request: asked };
  const { body: __, ...answered } = response;
  return { ...rest, request: asked, response: answered };
}

/** Tells of the job of a request, if its operation can change where that stands; the others find it where it is. */
export function tellOfJob(happenings: Happenings, operation: string, id: string | undefined): void {
  const changesJob = operation === 'startGeneration' || operation === 'sendGenerationMessage';
  if (changesJob && id !== undefined) happenings.add({ kind: 'job', id });
}

export class Happenings {
  /** Tells this list from another that numbers its happenings the same, such as that of the process before. */
  readonly name: string;
  readonly #limit: number;
  #kept: Numbered[] = [];
  #last = 0;
  readonly #listeners = new Set<(what: Happening) => void>();

  constructor(name: string, limit = 2000) {
    this.name = name;
    this.#limit = limit;
  }

  /** The number of the newest one. */
  get last(): number {
    return this.#last;
  }

  add(what: Happening | Exclude<Happening['kind'], 'exchange' | 'job'>): void {
    this.#last += 1;
    const happening = typeof what === 'string' ? { kind: what } : what;
    this.#kept.push({ number: this.#last, what: happening });
    if (this.#kept.length > 2 * this.#limit) this.#kept = this.#kept.slice(-this.#limit);
    for (const listener of this.#listeners) listener(happening);
  }

  /** The one after this number; `missed` when it is not kept any more, undefined when it has not happened yet. */
  after(number: number): Numbered | 'missed' | undefined {
    if (number === this.#last) return undefined;
    const first = this.#kept[0]?.number ?? this.#last + 1;
    return this.#kept[number + 1 - first] ?? 'missed';
  }

  /** Calls back for whatever happens, until the returned function is called. */
  listen(listener: (what: Happening) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
