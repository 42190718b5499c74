/** The state of a workspace apart from its data: its clock, active scenario, active faults, journal and settings. */
import type { Redactor } from '../journal/redact/redactor.js';
import { JournalRing } from '../journal/journal-ring.js';
import type * as control from '../generated/control-api.js';
import type { CompiledFault, CompiledRateLimit, Timeline } from '../scenario/timeline.js';
import { ChangeTracker } from './change-tracker.js';
import { createClock, type Clock } from './clock.js';
import { PendingResponses } from './pending-responses.js';
import type { Replay } from './replay-source.js';

export interface WorkspaceSettings {
  /** The seed of all random values. A scenario's own seed overrides it. */
  readonly seed: number;
  /** The scenario of requests that have no other; undefined for the server's. */
  readonly defaultScenario: Timeline | undefined;
  /** The limit for each key, unless the scenario has its own. */
  readonly rateLimit: CompiledRateLimit | undefined;
}

export type FaultEffects = Pick<
  control.ActiveFault,
  'probability' | 'response' | 'latency' | 'connection' | 'corrupt' | 'drip'
>;

export interface ActiveFault {
  readonly id: string;
  readonly fault: CompiledFault;
  /** The effects, with the fields of scenario files. */
  readonly effects: FaultEffects;
  /** The number of responses that it will still change. */
  readonly remaining: number;
  /** The number of responses that it has changed so far. */
  readonly applied?: number | undefined;
  /** When it expires, on the workspace's clock. */
  readonly expiresAt: number;
  /** The only job that it applies to. */
  readonly job?: string | undefined;
  /** The number of matching responses so far, if it has a probability. */
  readonly attempts?: number | undefined;
  /** Whether it applies only if no other fault matches. */
  readonly fallback?: boolean | undefined;
}

const DEFAULT_SETTINGS: WorkspaceSettings = { seed: 1, defaultScenario: undefined, rateLimit: undefined };

export class WorkspaceState {
  readonly id: string;
  readonly journal: JournalRing;
  /** The recording that this workspace replays; `undefined` if it plays scenarios. */
  readonly replay: Replay | undefined;
  /** The active faults in the order in which they apply, and expired ones that were not removed yet. */
  activeFaults: readonly ActiveFault[] = [];
  /** Faults that expired before a request met them, and are no longer among the active ones. */
  expiredFaults: readonly ActiveFault[] = [];
  /** The number of faults that were ever added. The ids of new faults are generated from it. */
  faultCount = 0;
  /** Responses that wait for a time on this clock. */
  readonly pending = new PendingResponses();
  settings: WorkspaceSettings;
  readonly #initialSettings: WorkspaceSettings;
  readonly changes: ChangeTracker;
  readonly #initialSpeed: number;
  #clock: Clock;
  #active: Timeline | undefined;
  #activationCount = 0;
  #epoch = Symbol();
  /** The number of delayed responses since the last reset. Random latencies are generated from it. */
  delayedResponseCount = 0;
  #isClockSet = false;
  /** Increases with every change that affects a snapshot. */
  revision = 0;
  readonly #clockListeners = new Set<(isRestart: boolean) => void>();

  constructor(
    id: string,
    clock: Clock,
    settings: WorkspaceSettings = DEFAULT_SETTINGS,
    replay?: Replay,
    redactor?: Redactor,
  ) {
    this.id = id;
    this.replay = replay;
    this.changes = new ChangeTracker(clock.realAnchor);
    this.#clock = clock;
    this.#initialSpeed = clock.speed;
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

  /** The number of activations of a scenario. After each of them, requests are counted from 1 again. */
  get activationCount(): number {
    return this.#activationCount;
  }

  /**
   * Changes when the journal is cleared, and differs between workspaces. The journal accepts no exchanges of an earlier epoch.
   */
  get epoch(): symbol {
    return this.#epoch;
  }

  /**
   * Whether the clock was changed since the last call: set, paused, or made slower than real time. If so, the interval between two
   * requests says nothing about a client.
   */
  consumeClockChange(): boolean {
    const clockChanged = this.#isClockSet || this.#clock.paused || this.#clock.speed < 1;
    this.#isClockSet = false;
    return clockChanged;
  }

  /** The speed of the clock after a reset. */
  get initialSpeed(): number {
    return this.#initialSpeed;
  }

  activate(timeline: Timeline | undefined, activationCount = this.#activationCount + 1): void {
    this.#active = timeline;
    this.revision += 1;
    this.#activationCount = activationCount;
    this.changes.markChanged('workspace');
  }

  /**
   * Subscribes to clock changes. Returns the unsubscribe function.
   * @param listener called with whether the clock was restarted, so that times on the previous clock are never reached
   */
  onClockChange(listener: (isRestart: boolean) => void): () => void {
    this.#clockListeners.add(listener);
    return () => this.#clockListeners.delete(listener);
  }

  clearJournal(): void {
    this.journal.clear();
    this.#epoch = Symbol();
    this.changes.reset();
  }

  /** Clears the active scenario and the journal, and restarts the clock at the real time with its initial speed. */
  reset(real: number): void {
    this.resetScenario();
    this.clearJournal();
    this.resetClock(real);
  }

  /** Clears the active scenario and the active faults, and restores the server's settings. */
  resetScenario(): void {
    this.activate(undefined);
    this.delayedResponseCount = 0;
    this.activeFaults = [];
    this.expiredFaults = [];
    this.replay?.reset();
    this.settings = this.#initialSettings;
  }

  resetClock(real: number): void {
    this.restartClock(createClock(real, this.#initialSpeed));
  }

  /** Restarts the clock. Waits for times on the previous clock end. */
  restartClock(clock: Clock): void {
    this.#setClock(clock, true);
  }

  #setClock(clock: Clock, isRestart: boolean): void {
    this.#clock = clock;
    this.revision += 1;
    this.#isClockSet = true;
    if (isRestart) this.pending.clear();
    this.changes.markChanged('clock');
    for (const listener of this.#clockListeners) listener(isRestart);
  }
}
