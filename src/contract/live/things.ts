/**
 * The things that traffic is about, a job and its presentation, each with its latest calls. What is remembered is a stretch
 * without gaps, so that nothing which lay between two calls is missing when they are compared. Bounded.
 */
import { namesOf } from '../running/group.js';
import type { Call } from '../trace/call.js';

/** Of how many things, and how many calls of each, is remembered. */
const MOST_THINGS = 2_000;
const MOST_CALLS = 32;

export interface Thing {
  calls: Call[];
  readonly names: Set<string>;
  /** Those of the calls that were not judged yet. */
  readonly fresh: Set<Call>;
}

export class Things {
  /** The one that was added to longest ago comes first. */
  readonly #all = new Set<Thing>();
  readonly #byName = new Map<string, Thing>();

  /** The thing that a call is about, with the call among its latest. */
  add(call: Call): Thing {
    const thing = this.#thingOf(namesOf(call));
    thing.calls.push(call);
    thing.fresh.add(call);
    if (thing.calls.length > MOST_CALLS) {
      const gone = thing.calls.shift();
      if (gone) thing.fresh.delete(gone);
    }
    // What is about nothing is judged by itself and forgotten.
    if (thing.names.size === 0) return thing;
    this.#all.delete(thing);
    this.#all.add(thing);
    this.#forget();
    return thing;
  }

  #thingOf(names: readonly string[]): Thing {
    let found: Thing | undefined;
    for (const name of names) {
      const thing = this.#byName.get(name);
      if (!thing || thing === found) continue;
      if (found) this.#unite(found, thing);
      found = thing;
    }
    const thing = found ?? { calls: [], names: new Set(), fresh: new Set() };
    for (const name of names) {
      thing.names.add(name);
      this.#byName.set(name, thing);
    }
    return thing;
  }

  #unite(one: Thing, into: Thing): void {
    into.calls = [...one.calls, ...into.calls]
      .sort((left, right) => left.exchange.sequence - right.exchange.sequence)
      .slice(-MOST_CALLS);
    for (const call of one.fresh) if (into.calls.includes(call)) into.fresh.add(call);
    for (const name of one.names) {
      into.names.add(name);
      this.#byName.set(name, into);
    }
    this.#all.delete(one);
    one.fresh.clear();
  }

  #forget(): void {
    for (const thing of this.#all) {
      if (this.#all.size <= MOST_THINGS) return;
      this.#all.delete(thing);
      for (const name of thing.names) this.#byName.delete(name);
    }
  }
}
