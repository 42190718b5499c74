/**
 * What a workspace has beside its data: its clock, its active scenario, armed faults, its journal, and the settings that the
 * server was started with.
 */
import { JournalRing, type RingLimits } from '../journal/ring.js';
import type { RateLimit, Timeline } from '../scenario/timeline.js';
import { ArmedFaults } from './armed-faults.js';
import { startClock, type Clock } from './clock.js';
import type { EventLog } from './event-log.js';
import { HeldResponses } from './held-responses.js';
import { ReadWriteLock } from './read-write-lock.js';

export interface WorkspaceSettings {
  /** Fixes everything random. A scenario's own seed overrides it. */
  readonly seed: number;
  /** The scenario of requests that have no other; undefined for the server's. */
  readonly fallback: Timeline | undefined;
  /** For every key, unless the scenario has its own. */
  readonly rateLimit: RateLimit | undefined;
}

const PLAIN: WorkspaceSettings = { seed: 1, fallback: undefined, rateLimit: undefined };

export class WorkspaceState {
  readonly id: string;
  readonly journal: JournalRing;
  readonly armed = new ArmedFaults();
  /** Responses that wait for their instant on this clock. */
  readonly held = new HeldResponses();
  /** Keeps a change of several parts and the requests meanwhile apart. */
  readonly lock = new ReadWriteLock();
  settings: WorkspaceSettings;
  readonly #given: WorkspaceSettings;
  /** For those who follow the workspace; undefined until someone does. */
  events: EventLog | undefined;
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

  /** Counts how often a scenario was made active: each time, the ordinals of requests start at 1. */
  get activation(): number {
    return this.#activation;
  }

  /** Changes when the journal is cleared, and differs between workspaces: exchanges that began in an earlier era are not entered. */
  get era(): symbol {
    return this.#era;
  }

  /**
   * Whether someone steered the clock since the last call: it was set, stands still, or runs slower than time. The time between
   * two requests then says nothing about a client.
   */
  takeSteering(): boolean {
    const isSteered = this.#isClockSet || this.#clock.paused || this.#clock.speed < 1;
    this.#isClockSet = false;
    return isSteered;
  }

  activate(timeline: Timeline | undefined, activation = this.#activation + 1): void {
    this.#active = timeline;
    this.#activation = activation;
    this.events?.emit('scenario');
  }

  /**
   * Calls back whenever the clock is set, until the returned function is called.
   * @param listener gets whether another time begins, in which earlier instants never come
   */
  onClockSet(listener: (isAnother: boolean) => void): () => void {
    this.#clockListeners.add(listener);
    return () => this.#clockListeners.delete(listener);
  }

  clearJournal(): void {
    this.journal.clear();
    this.#era = Symbol();
  }

  /** As new: no active scenario, an empty journal, and a clock that shows the real time at the speed it first had. */
  reset(real: number): void {
    this.resetStory();
    this.clearJournal();
    this.resetClock(real);
  }

  /** No active scenario, no armed faults, and the server's settings. */
  resetStory(): void {
    this.activate(undefined);
    this.armed.clear();
    this.settings = this.#given;
  }

  resetClock(real: number): void {
    this.restartClock(startClock(real, this.#speed));
  }

  /** Begins another time: waits for instants of the time before end. */
  restartClock(clock: Clock): void {
    this.#setClock(clock, true);
  }

  #setClock(clock: Clock, isAnother: boolean): void {
    this.#clock = clock;
    this.#isClockSet = true;
    if (isAnother) this.held.clear();
    this.events?.emit('clock');
    for (const listener of this.#clockListeners) listener(isAnother);
  }
}
