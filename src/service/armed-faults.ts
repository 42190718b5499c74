/**
 * The faults that a user activated: each changes a number of responses of an operation, for a limited time. Without active
 * faults, a request checks only one number.
 */
import type { OperationId } from '../generated/routes.js';
import type { ArmedFault as ArmedFaultView } from '../generated/control-api.js';
import { draw } from '../scenario/draw.js';
import type { Fault } from '../scenario/timeline.js';

export type Effects = Pick<
  ArmedFaultView,
  'chance' | 'answer' | 'latency' | 'connection' | 'corrupt' | 'drip'
>;

export interface ArmedFault {
  readonly id: string;
  readonly fault: Fault;
  /** The effects, with the fields of scenario files. */
  readonly effects: Effects;
  /** The number of responses that it will still change. */
  readonly left: number;
  /** The number of responses that it changed so far. */
  readonly happened?: number | undefined;
  /** The instant when it expires, on the workspace's clock. */
  readonly until: number;
  /** The only job that it applies to. */
  readonly job?: string | undefined;
  /** The number of responses that it could have changed so far, if the seed decides about each of them. */
  readonly tried?: number | undefined;
}

/** A response that a fault can change. */
export interface FaultTarget {
  readonly operation: OperationId;
  /** The id in the path of the request, or empty. */
  readonly id: string;
  readonly now: number;
  readonly seed: number;
}

/** The maximum number of active faults of a workspace: a request looks at each of them. */
export const MOST_FAULTS = 100;

export class ArmedFaults {
  #armed: readonly ArmedFault[] = [];
  #count = 0;

  /** The number of faults, including expired ones that were not removed yet. */
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

  /** The first fault for a response. It counts the response. */
  take({ operation, id, now, seed }: FaultTarget): ArmedFault | undefined {
    let met: ArmedFault | undefined;
    this.#armed = this.list(now)
      .map((armed) => {
        const { fault, job, tried = 0, left, happened = 0 } = armed;
        if (met || !fault.operations.includes(operation) || (job !== undefined && job !== id)) return armed;
        if (fault.chance >= 1) met = armed;
        else if (draw(seed, 'armed', armed.id, tried) < fault.chance) met = armed;
        return {
          ...armed,
          ...(met && { left: left - 1, happened: happened + 1 }),
          ...(fault.chance < 1 && { tried: tried + 1 }),
        };
      })
      .filter(({ left }) => left > 0);
    return met;
  }

  /** @returns whether a fault with this id existed */
  disarm(id: string): boolean {
    const before = this.#armed.length;
    this.#armed = this.#armed.filter((armed) => armed.id !== id);
    return this.#armed.length < before;
  }

  clear(): void {
    this.#armed = [];
  }

  /** The number of faults that were ever activated. Ids of new faults are made from it. */
  get count(): number {
    return this.#count;
  }

  /** Replaces all faults. */
  load(armed: readonly ArmedFault[], count = this.#count): void {
    this.#count = count;
    this.#armed = armed;
  }
}
