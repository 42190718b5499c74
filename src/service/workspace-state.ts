/**
 * The state of a workspace besides its data: its clock, its active scenario, active faults, its journal, and the settings of
 * the server.
 */
import type { Redactor } from '../journal/redact/redactor.js';
import { JournalRing } from '../journal/ring.js';
import type { RateLimit, Timeline } from '../scenario/timeline.js';
import { ArmedFaults } from './armed-faults.js';
import { ChangeRecord } from './changes.js';
import { startClock, type Clock } from './clock.js';
import { HeldResponses } from './held-responses.js';
import type { Replay } from './replay.js';

export interface WorkspaceSettings {
  /** The seed of all random values. A scenario's own seed overrides it. */
  readonly seed: number;
  /** The scenario of requests that have no other; undefined for the server's. */
  readonly fallback: Timeline | undefined;
  /** The limit for each key, unless the scenario has its own. */
  readonly rateLimit: RateLimit | undefined;
}

const PLAIN: WorkspaceSettings = { seed: 1, fallback: undefined, rateLimit: undefined };

export class WorkspaceState {
  readonly id: string;
  readonly journal: JournalRing;
  /** The recording that this workspace plays; `undefined` if it plays scenarios. */
  readonly replay: Replay | undefined;
  readonly armed = new ArmedFaults();
  /** Responses that wait for a time on this clock. */
  readonly held = new HeldResponses();
  settings: WorkspaceSettings;
  readonly #initialSettings: WorkspaceSettings;
  readonly changes: ChangeRecord;
  readonly #speed: number;
  #clock: Clock;
  #active: Timeline | undefined;
  #activation = 0;
  #epoch = Symbol();
  /** The number of delayed responses since the last reset. Random values are made from it. */
  responses = 0;
  #isClockSet = false;
  /** Changes with everything that a saved state contains, and sometimes without a change. */
  revision = 0;
  readonly #clockListeners = new Set<(isAnother: boolean) => void>();

  constructor(
    id: string,
    clock: Clock,
    settings: WorkspaceSettings = PLAIN,
    replay?: Replay,
    redactor?: Redactor,
  ) {
    this.id = id;
    this.replay = replay;
    this.changes = new ChangeRecord(clock.realAnchor);
    this.#clock = clock;
    this.#speed = clock.speed;
    this.settings = settings;
    this.#initialSettings = settings;
    this.journal = new JournalRing(redactor);
  }

  get clock(): Clock {
    return this.#clock;
  }

  set clock(clock: Clock) {
    this.#setClock(clock, false);
  }

  /** The scenario of new requests that name none. */
  get active(): Timeline | undefined {
    return this.#active;
  }

  /** Counts the activations of a scenario. After each of them, the numbers of requests start at 1 again. */
  get activation(): number {
    return this.#activation;
  }

  /**
   * Changes when the journal is cleared, and differs between workspaces. The journal accepts no exchanges that started in an
   * earlier epoch.
   */
  get epoch(): symbol {
    return this.#epoch;
  }

  /**
   * Whether someone changed the clock since the last call: set it, paused it, or made it slower than real time. Then the
   * interval between two requests is no evidence about a client.
   */
  takeControlled(): boolean {
    const isControlled = this.#isClockSet || this.#clock.paused || this.#clock.speed < 1;
    this.#isClockSet = false;
    return isControlled;
  }

  /** The speed of the clock after a reset. */
  get initialSpeed(): number {
    return this.#speed;
  }

  activate(timeline: Timeline | undefined, activation = this.#activation + 1): void {
    this.#active = timeline;
    this.revision += 1;
    this.#activation = activation;
    this.changes.note('workspace');
  }

  /**
   * Calls the listener whenever the clock is set, until the returned function is called.
   * @param listener gets whether the clock was restarted, so that instants on the earlier clock are never reached
   */
  onClockSet(listener: (isAnother: boolean) => void): () => void {
    this.#clockListeners.add(listener);
    return () => this.#clockListeners.delete(listener);
  }

  clearJournal(): void {
    this.journal.clear();
    this.#epoch = Symbol();
    this.changes.reset();
  }

  /** Resets all: no active scenario, an empty journal, and a clock with the real time and its initial speed. */
  reset(real: number): void {
    this.resetStory();
    this.clearJournal();
    this.resetClock(real);
  }

  /** Clears the active scenario and the active faults, and restores the server's settings. */
  resetStory(): void {
    this.activate(undefined);
    this.responses = 0;
    this.armed.clear();
    this.replay?.reset();
    this.settings = this.#initialSettings;
  }

  resetClock(real: number): void {
    this.restartClock(startClock(real, this.#speed));
  }

  /** Restarts the clock. Waits for instants on the earlier clock end. */
  restartClock(clock: Clock): void {
    this.#setClock(clock, true);
  }

  #setClock(clock: Clock, isAnother: boolean): void {
    this.#clock = clock;
    this.revision += 1;
    this.#isClockSet = true;
    if (isAnother) this.held.clear();
    this.changes.note('clock');
    for (const listener of this.#clockListeners) listener(isAnother);
  }
}
