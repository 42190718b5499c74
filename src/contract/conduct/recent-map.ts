/** A map that forgets what was not asked for longest, so that it never holds more than so many. */
export class RecentMap<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();
  /** Mostly the same is asked for again. */
  #newest: string | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  get(name: string): Value | undefined {
    const value = this.#values.get(name);
    if (value !== undefined && name !== this.#newest) this.set(name, value);
    return value;
  }

  /** Looks without asking: what is looked at does not become newer. */
  peek(name: string): Value | undefined {
    return this.#values.get(name);
  }

  set(name: string, value: Value): void {
    this.#values.delete(name);
    this.#values.set(name, value);
    this.#newest = name;
    if (this.#values.size <= this.#most) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  values(): Iterable<Value> {
    return this.#values.values();
  }

  delete(name: string): void {
    this.#values.delete(name);
    if (name === this.#newest) this.#newest = undefined;
  }

  /** What is remembered under a name, or else what is made for it now. */
  need(name: string, make: () => Value): Value {
    const known = this.get(name);
    if (known !== undefined) return known;
    const made = make();
    this.set(name, made);
    return made;
  }
}
