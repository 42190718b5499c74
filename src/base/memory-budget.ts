/**
 * Limits the memory of all workspaces together. When the budget is spent, the workspace that uses the most loses its oldest
 * entries, so that one client cannot make others lose theirs.
 */

/** A part of a workspace that grows with requests, such as its jobs. */
export interface Holder {
  /** What it holds, such as `jobs`. */
  readonly kind: string;
  /** Approximate bytes of memory. */
  readonly weight: number;
  /** Deletes the oldest entry, if there is one. */
  dropOldest(): void;
}

/** 128 MB. */
export const DEFAULT_BUDGET = 134_217_728;

export class MemoryBudget {
  readonly limit: number;
  #total = 0;
  readonly #accounts = new Map<string, Account>();

  readonly #onDrop: (kind: string, workspaceId: string) => void;

  /**
   * @param limit in bytes
   * @param onDrop called after each entry that is dropped because the budget is spent
   */
  constructor(limit = DEFAULT_BUDGET, onDrop: (kind: string, workspaceId: string) => void = () => {}) {
    this.limit = limit;
    this.#onDrop = onDrop;
  }

  /** The approximate bytes in use. */
  get total(): number {
    return this.#total;
  }

  /** The account of a workspace, which is opened on demand. */
  account(workspaceId: string): Account {
    let account = this.#accounts.get(workspaceId);
    if (!account) {
      account = new Account(workspaceId, (bytes) => this.#charge(bytes));
      this.#accounts.set(workspaceId, account);
    }
    return account;
  }

  /** Ends the account of a deleted workspace. */
  close(workspaceId: string): void {
    const account = this.#accounts.get(workspaceId);
    if (!account) return;
    this.#accounts.delete(workspaceId);
    this.#total -= account.close();
  }

  #charge(bytes: number): void {
    this.#total += bytes;
    // Entries that are dropped below return their bytes through this method.
    if (bytes <= 0) return;
    while (this.#total > this.limit) {
      const before = this.#total;
      const account = largestAccount(this.#accounts.values());
      const holder = account?.largestHolder();
      holder?.dropOldest();
      // Nothing is left to drop.
      if (!account || !holder || this.#total >= before) return;
      this.#onDrop(holder.kind, account.workspaceId);
    }
  }
}

/** The memory of one workspace. */
export class Account {
  readonly workspaceId: string;
  readonly #holders = new Set<Holder>();
  readonly #onCharge: (bytes: number) => void;
  #weight = 0;
  #isOpen = true;

  constructor(workspaceId: string, onCharge: (bytes: number) => void) {
    this.workspaceId = workspaceId;
    this.#onCharge = onCharge;
  }

  get weight(): number {
    return this.#weight;
  }

  add(holder: Holder): void {
    this.#holders.add(holder);
  }

  /** Ends a part of the workspace. The budget gets its bytes back. */
  remove(holder: Holder): void {
    if (this.#holders.delete(holder)) this.charge(-holder.weight);
  }

  /** Call this after each change of a weight. It can drop entries of any workspace, also the one that was just added. */
  charge(bytes: number): void {
    if (!this.#isOpen) return;
    this.#weight += bytes;
    this.#onCharge(bytes);
  }

  largestHolder(): Holder | undefined {
    return largest(this.#holders);
  }

  /** @returns the weight at the end */
  close(): number {
    this.#isOpen = false;
    return this.#weight;
  }
}

function largest<T extends { readonly weight: number }>(all: Iterable<T>): T | undefined {
  let most: T | undefined;
  for (const one of all) if (!most || one.weight > most.weight) most = one;
  return most;
}

/** Of two that use the same, the one with the smaller id: processes with the same workspaces choose the same one. */
function largestAccount(all: Iterable<Account>): Account | undefined {
  let most: Account | undefined;
  for (const one of all) {
    const isMore =
      !most || one.weight > most.weight || (one.weight === most.weight && one.workspaceId < most.workspaceId);
    if (isMore) most = one;
  }
  return most;
}

/** The approximate bytes of a text in memory: one for each character, or two if one of them is not Latin-1. */
export function bytesInMemory(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
