/**
 * The faults that a user activated: each changes a number of responses of an operation, for a limited time. Without active
 * faults, a request checks only one number.
 */
import type { Account, Holder } from '../base/memory-budget.js';
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

/** Bytes of a fault without its texts. */
const FAULT = 500;

export class ArmedFaults implements Holder {
  readonly kind = 'faults';
  #armed: readonly ArmedFault[] = [];
  #count = 0;
  #weight = 0;
  readonly #account: Account | undefined;

  /** @param account the account that the memory of the faults is charged to */
  constructor(account?: Account) {
    this.#account = account;
    account?.add(this);
  }

  /** The approximate bytes of all faults. */
  get weight(): number {
    return this.#weight;
  }

  dropOldest(): void {
    this.#replace(this.#armed.slice(1));
  }

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
    this.#replace([...this.#armed, armed]);
    return armed;
  }

  /** The first fault for a response. It counts the response. */
  take({ operation, id, now, seed }: FaultTarget): ArmedFault | undefined {
    let met: ArmedFault | undefined;
    const after = this.list(now)
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
    this.#replace(after);
    return met;
  }

  /** @returns whether a fault with this id existed */
  disarm(id: string): boolean {
    const before = this.#armed.length;
    this.#replace(this.#armed.filter((armed) => armed.id !== id));
    return this.#armed.length < before;
  }

  clear(): void {
    this.#replace([]);
  }

  /** The number of faults that were ever activated. Ids of new faults are made from it. */
  get count(): number {
    return this.#count;
  }

  /** Replaces all faults. */
  load(armed: readonly ArmedFault[], count = this.#count): void {
    this.#count = count;
    this.#replace(armed);
  }

  #replace(armed: readonly ArmedFault[]): void {
    const isSame =
      armed.length === this.#armed.length &&
      armed.every(({ effects }, index) => effects === this.#armed[index]?.effects);
    this.#armed = armed;
    // Only their counters changed.
    if (isSame) return;
    const before = this.#weight;
    this.#weight = armed.reduce((sum, { effects }) => sum + weigh(effects), 0);
    this.#account?.charge(this.#weight - before);
  }
}

const weights = new WeakMap<Effects, number>();

/** The effects are kept twice: as they were sent, and compiled. */
function weigh(effects: Effects): number {
  let bytes = weights.get(effects);
  if (bytes === undefined) weights.set(effects, (bytes = FAULT + 2 * 2 * JSON.stringify(effects).length));
  return bytes;
}
