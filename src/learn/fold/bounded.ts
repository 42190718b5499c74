/** A map that forgets what was put in first once it is full: what a fold over an endless file may remember. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #most: number;
  readonly #onForget: (value: Value) => void;

  constructor(most: number, onForget: (value: Value) => void = () => undefined) {
    this.#most = most;
    this.#onForget = onForget;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    for (const [oldest, forgotten] of this.#entries) {
      this.#entries.delete(oldest);
      this.#onForget(forgotten);
      return;
    }
  }

  take(key: string): Value | undefined {
    const value = this.#entries.get(key);
    this.#entries.delete(key);
    return value;
  }

  values(): IterableIterator<Value> {
    return this.#entries.values();
  }

  /** Another one with the same entries and no more to do with it. */
  clear(): void {
    this.#entries.clear();
  }
}
