/** A bounded map whose memory is charged to a workspace's account. */
import { BoundedMap } from '../../base/bounded-map.js';
import type { Account, Holder } from '../../base/memory-budget.js';

export interface WeighedMapOptions<V> {
  readonly kind: string;
  /** The maximum number of entries. */
  readonly limit: number;
  /** Approximate bytes of an entry. The same for equal values. */
  readonly weigh: (value: V) => number;
  readonly account: Account;
  readonly onEvict: (key: string) => void;
}

export class WeighedMap<V> implements Holder {
  readonly kind: string;
  readonly #entries: BoundedMap<string, V>;
  readonly #weigh: (value: V) => number;
  readonly #account: Account;
  #weight = 0;

  constructor({ kind, limit, weigh, account, onEvict }: WeighedMapOptions<V>) {
    this.kind = kind;
    this.#weigh = weigh;
    this.#account = account;
    this.#entries = new BoundedMap(limit, (key, value) => {
      this.#charge(-weigh(value));
      onEvict(key);
    });
    account.add(this);
  }

  get weight(): number {
    return this.#weight;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: V): void {
    const before = this.#entries.get(key);
    this.#entries.set(key, value);
    this.#charge(this.#weigh(value) - (before === undefined ? 0 : this.#weigh(before)));
  }

  values(): MapIterator<V> {
    return this.#entries.values();
  }

  dropOldest(): void {
    this.#entries.evictOldest();
  }

  /** Ends the map: its memory is returned to the account. */
  close(): void {
    this.#account.remove(this);
  }

  #charge(bytes: number): void {
    this.#weight += bytes;
    this.#account.charge(bytes);
  }
}
