/**
 * What a workspace has beside its data: its clock, the scenario that is active in it, what is armed, its journal, and what
 * the server was started with as far as it decides what happens here.
 */
import { JournalRing, type RingLimits } from '../journal/ring.js';
import type { RateLimit, Timeline } from '../scenario/timeline.js';
import { ArmedFaults } from './armed-faults.js';
import { startClock, type Clock } from './clock.js';
import { Gate } from './gate.js';
import type { Happenings } from './happenings.js';
import { HeldAnswers } from './held-answers.js';

export interface WorkspaceSettings {
  /** Fixes everything random. A scenario's own seed goes before it. */
  readonly seed: number;
  /** The scenario of requests that nothing else gives one; undefined for the server's. */
  readonly fallback: Timeline | undefined;
  /** For every key, unless the scenario has its own. */
  readonly rateLimit: RateLimit | undefined;
}

const PLAIN: WorkspaceSettings = { seed: 1, fallback: undefined, rateLimit: undefined };

export class WorkspaceState {
  readonly id: string;
  readonly journal: JournalRing;
  readonly armed = new ArmedFaults();
  /** Answers that wait for their instant on this clock. */
  readonly held = new HeldAnswers();
  /** Keeps a change of several parts and the requests meanwhile apart. */
  readonly gate = new Gate();
  settings: WorkspaceSettings;
  readonly #given: WorkspaceSettings;
  /** What happens here, for those who follow it; undefined until somebody does. */
  happenings: Happenings | undefined;
  readonly #speed: number;
  #clock: Clock;
  #active: Timeline | undefined;
  #activation = 0;
  #era = Symbol();
  #isClockSet = false;
  readonly #clockListeners = new Set<(isAnother: boolean) => void>();

  constructor(id: string, clock: Clock, limits?: RingLimits, settings: WorkspaceSettings = PLAIN) {
    this.id = id;
    this.#clock = clock;
    this.#speed = clock.speed;
    this.settings = settings;
    this.#given = settings;
    this.journal = new JournalRing(limits);
  }

  get clock(): Clock {
    return this.#clock;
  }

  set clock(clock: Clock) {
    this.#setClock(clock, false);
  }

  /** The scenario that new requests get unless they name one. */
  get active(): Timeline | undefined {
    return this.#active;
  }

  /** Counts how often a scenario was made active: the ordinals of requests begin anew with each. */
  get activation(): number {
    return this.#activation;
  }

  /** Another each time the journal begins anew, and in no other workspace the same: what began before is not entered any more. */
  get era(): symbol {
    return this.#era;
  }

  /**
   * Whether the clock has gone otherwise than time since this was last asked: set, standing still, or slower. What lies
   * between two requests is then no client's doing.
   */
  takeSteering(): boolean {
    const isSteered = this.#isClockSet || this.#clock.paused || this.#clock.speed < 1;
    this.#isClockSet = false;
    return isSteered;
  }

  activate(timeline: Timeline | undefined, activation = this.#activation + 1): void {
    this.#active = timeline;
    this.#activation = activation;
    this.happenings?.add('scenario');
  }

  /**
   * Calls back whenever the clock is set, until the returned function is called.
   * @param listener is told whether it is another time that begins, in which instants of before never come
   */
  onClockSet(listener: (isAnother: boolean) => void): () => void {
    this.#clockListeners.add(listener);
    return () => this.#clockListeners.delete(listener);
  }

  clearJournal(): void {
    this.journal.clear();
    this.#era = Symbol();
  }

  /** As new: no scenario is active, nothing was said, the clock shows the real time at the speed it first had. */
  reset(real: number): void {
    this.resetStory();
    this.clearJournal();
    this.resetClock(real);
  }

  /** No scenario is active, nothing is armed, and the server's settings hold. */
  resetStory(): void {
    this.activate(undefined);
    this.armed.clear();
    this.settings = this.#given;
  }

  resetClock(real: number): void {
    this.restartClock(startClock(real, this.#speed));
  }

  /** Begins another time: whoever waits for an instant of the one before has nothing to wait for. */
  restartClock(clock: Clock): void {
    this.#setClock(clock, true);
  }

  #setClock(clock: Clock, isAnother: boolean): void {
    this.#clock = clock;
    this.#isClockSet = true;
    if (isAnother) this.held.clear();
    this.happenings?.add('clock');
    for (const listener of this.#clockListeners) listener(isAnother);
  }
}
