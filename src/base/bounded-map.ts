/** A Map that evicts its oldest entry when it is full, and reports it. Every operation takes constant time. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #limit: number;
  readonly #onEvict: (key: K, value: V) => void;
  /** Iterates over the keys, the oldest first. It is reused between evictions, because a new iterator would scan all deleted entries. */
  #oldest: MapIterator<K> | undefined;

  constructor(maxSize: number, onEvict: (key: K, value: V) => void = () => {}) {
    this.#limit = maxSize;
    this.#onEvict = onEvict;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** Adds an entry, or replaces the value of one. A replaced entry keeps its age. */
  set(key: K, value: V): void {
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) this.#evictOldest();
  }

  /** Makes an entry the newest. */
  touch(key: K): void {
    const value = this.#entries.get(key);
    if (value !== undefined && this.#entries.delete(key)) this.#entries.set(key, value);
  }

  /** The values, the oldest first. */
  values(): MapIterator<V> {
    return this.#entries.values();
  }

  /** The keys with their values, the oldest first. */
  entries(): MapIterator<[K, V]> {
    return this.#entries.entries();
  }

  #evictOldest(): void {
    this.#oldest ??= this.#entries.keys();
    const next = this.#oldest.next();
    if (next.done) {
      this.#oldest = undefined;
      this.#evictOldest();
      return;
    }
    const value = this.#entries.get(next.value) as V;
    this.#entries.delete(next.value);
    this.#onEvict(next.value, value);
  }
}
