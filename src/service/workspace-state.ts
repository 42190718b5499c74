/** What a workspace has beside its data: its clock, the scenario that is active in it, its journal. */
import { JournalRing, type RingLimits } from '../journal/ring.js';
import type { Timeline } from '../scenario/timeline.js';
import { startClock, type Clock } from './clock.js';

export class WorkspaceState {
  readonly id: string;
  readonly journal: JournalRing;
  readonly #speed: number;
  #clock: Clock;
  #active: Timeline | undefined;
  #activation = 0;
  #resets = 0;
  readonly #clockListeners = new Set<() => void>();

  constructor(id: string, clock: Clock, limits: RingLimits | undefined) {
    this.id = id;
    this.#clock = clock;
    this.#speed = clock.speed;
    this.journal = new JournalRing(limits);
  }

  get clock(): Clock {
    return this.#clock;
  }

  set clock(clock: Clock) {
    this.#clock = clock;
    for (const listener of this.#clockListeners) listener();
  }

  /** The scenario that new requests get unless they name one. */
  get active(): Timeline | undefined {
    return this.#active;
  }

  /** Counts how often a scenario was made active: the ordinals of requests begin anew with each. */
  get activation(): number {
    return this.#activation;
  }

  /** Counts the resets: whoever waits for an instant of before has nothing to wait for. */
  get resets(): number {
    return this.#resets;
  }

  activate(timeline: Timeline | undefined): void {
    this.#active = timeline;
    this.#activation += 1;
  }

  /** Calls back whenever the clock is set, until the returned function is called. */
  onClockSet(listener: () => void): () => void {
    this.#clockListeners.add(listener);
    return () => this.#clockListeners.delete(listener);
  }

  /** As new: no scenario is active, nothing was said, the clock shows the real time at the speed it first had. */
  reset(real: number): void {
    this.#resets += 1;
    this.activate(undefined);
    this.journal.clear();
    this.clock = startClock(real, this.#speed);
  }
}
