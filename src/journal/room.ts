/**
 * How much of a journal is held back until what belongs together has come. What is held has its price, as V8's collector copies
 * it while it waits: so where things have come close to each other for long, little is held, until they do no more.
 */
export class Room {
  /** How much is held at the most. */
  size: number;
  readonly #most: number;
  readonly #few: number;
  /** How many have come in a row that were close. */
  #calm = 0;

  /** @param few what is held where nothing is further away than a quarter of it; for `most` of them in a row, to begin with */
  constructor(most: number, few: number) {
    this.size = most;
    this.#most = most;
    this.#few = Math.min(few, most);
  }

  get isSmall(): boolean {
    return this.size < this.#most;
  }

  /** What comes from further away is far. */
  get reach(): number {
    return this.#few / 4;
  }

  /** One came. @param distance how many others lie between it and where it belongs */
  see(distance: number): void {
    if (distance > this.reach) this.grow();
    else if (++this.#calm >= this.#most) this.size = this.#few;
  }

  /** There is need of all of it. */
  grow(): void {
    this.size = this.#most;
    this.#calm = 0;
  }
}
