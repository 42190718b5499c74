/**
 * Faults that someone armed by hand: a number of responses of an operation go wrong, for a limited time. While none is armed,
 * a request sees that from one number.
 */
import type { OperationId } from '../generated/routes.js';
import type { ArmedFault as ArmedFaultView } from '../generated/control-api.js';
import type { Fault } from '../scenario/timeline.js';

export type Effects = Pick<ArmedFaultView, 'answer' | 'latency' | 'connection' | 'corrupt' | 'drip'>;

export interface ArmedFault {
  readonly id: string;
  readonly fault: Fault;
  /** The effects, in the words of scenario files. */
  readonly effects: Effects;
  /** How many responses it still changes. */
  readonly left: number;
  /** The instant on the workspace's clock when it ends. */
  readonly until: number;
}

export class ArmedFaults {
  #armed: readonly ArmedFault[] = [];
  #count = 0;

  /** How many there are, with those that have ended and were not removed yet. */
  get size(): number {
    return this.#armed.length;
  }

  list(now: number): readonly ArmedFault[] {
    return this.#armed.filter(({ until }) => until > now);
  }

  arm(fault: Omit<ArmedFault, 'id'>): ArmedFault {
    this.#count += 1;
    const armed = { id: `f${this.#count}`, ...fault };
    this.#armed = [...this.#armed, armed];
    return armed;
  }

  /** The first fault for a response of this operation now; this response is counted. */
  take(operation: OperationId, now: number): ArmedFault | undefined {
    this.#armed = this.list(now);
    const met = this.#armed.find(({ fault }) => fault.operations.includes(operation));
    if (!met) return undefined;
    this.#armed = this.#armed
      .map((armed) => (armed === met ? { ...armed, left: armed.left - 1 } : armed))
      .filter(({ left }) => left > 0);
    return met;
  }

  /** @returns whether there was one of this id */
  disarm(id: string): boolean {
    const before = this.#armed.length;
    this.#armed = this.#armed.filter((armed) => armed.id !== id);
    return this.#armed.length < before;
  }

  clear(): void {
    this.#armed = [];
  }

  /** How many were ever armed: the next is numbered by it. */
  get count(): number {
    return this.#count;
  }

  /** Replaces all. */
  load(armed: readonly ArmedFault[], count = this.#count): void {
    this.#armed = armed;
    this.#count = count;
  }
}
