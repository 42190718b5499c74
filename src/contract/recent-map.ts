/** A map that forgets what was not asked for longest, so that it never holds more than so many. */
export class RecentMap<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();
  /** Mostly the same is asked for again. */
  #newest: string | undefined;
  /** Goes on where it was: a new one would pass by the places of all that were deleted. */
  #oldestFirst = this.#values.keys();

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
    if (this.#values.size > this.#most) this.#values.delete(this.#oldest());
  }

  #oldest(): string {
    const next = this.#oldestFirst.next();
    if (!next.done) return next.value;
    // Who has come to the end once stays there.
    this.#oldestFirst = this.#values.keys();
    return this.#oldestFirst.next().value ?? '';
  }

  values(): Iterable<Value> {
    return this.#values.values();
  }

  /** @returns whether it was there */
  delete(name: string): boolean {
    if (name === this.#newest) this.#newest = undefined;
    return this.#values.delete(name);
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
