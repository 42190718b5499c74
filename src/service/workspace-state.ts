/**
 * The state of a workspace besides its data: its clock, its active scenario, active faults, its journal, and the settings of
 * the server.
 */
import type { Redactor } from '../journal/redact/redactor.js';
import { JournalRing } from '../journal/journal-ring.js';
import type { ActiveFault as ArmedFaultView } from '../generated/control-api.js';
import type { CompiledFault, CompiledRateLimit, Timeline } from '../scenario/timeline.js';
import { createClock, type Clock } from './clock.js';
import type { Replay } from './replay-source.js';
import type { ApiResponse } from './response.js';

export interface WorkspaceSettings {
  /** The seed of all random values. A scenario's own seed overrides it. */
  readonly seed: number;
  /** The scenario of requests that have no other; undefined for the server's. */
  readonly defaultScenario: Timeline | undefined;
  /** The limit for each key, unless the scenario has its own. */
  readonly rateLimit: CompiledRateLimit | undefined;
}

export type FaultEffects = Pick<
  ArmedFaultView,
  'probability' | 'response' | 'latency' | 'connection' | 'corrupt' | 'drip'
>;

export interface ActiveFault {
  readonly id: string;
  readonly fault: CompiledFault;
  /** The effects, with the fields of scenario files. */
  readonly effects: FaultEffects;
  /** The number of responses that it will still change. */
  readonly remaining: number;
  /** The number of responses that it changed so far. */
  readonly happened?: number | undefined;
  /** The instant when it expires, on the workspace's clock. */
  readonly expiresAt: number;
  /** The only job that it applies to. */
  readonly job?: string | undefined;
  /** The number of responses that it could have changed so far, if the seed decides about each of them. */
  readonly tried?: number | undefined;
}

const DEFAULT_SETTINGS: WorkspaceSettings = { seed: 1, defaultScenario: undefined, rateLimit: undefined };

export class WorkspaceState {
  readonly id: string;
  readonly journal: JournalRing;
  /** The recording that this workspace plays; `undefined` if it plays scenarios. */
  readonly replay: Replay | undefined;
  /** The active faults, also expired ones that were not removed yet. A request looks at each of them. */
  activeFaults: readonly ActiveFault[] = [];
  /** The number of faults that were ever activated. Ids of new faults are made from it. */
  faultCount = 0;
  /** Responses that wait for a time on this clock. */
  readonly pending = new PendingResponses();
  settings: WorkspaceSettings;
  readonly #initialSettings: WorkspaceSettings;
  readonly changes: ChangeTracker;
  readonly #speed: number;
  #clock: Clock;
  #active: Timeline | undefined;
  #activation = 0;
  #epoch = Symbol();
  /** The number of delayed responses since the last reset. Random values are made from it. */
  responses = 0;
  #isClockSet = false;
  /** Increments with every change that a snapshot contains. */
  revision = 0;
  readonly #clockListeners = new Set<(isAnother: boolean) => void>();

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
  get activationCount(): number {
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
   * interval between two requests proves nothing about a client.
   */
  consumeClockChange(): boolean {
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
    this.changes.markChanged('workspace');
  }

  /**
   * Subscribes to clock changes. Returns the unsubscribe function.
   * @param listener gets whether the clock was restarted, so that instants on the earlier clock are never reached
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

  /** Resets all: no active scenario, an empty journal, and a clock with the real time and its initial speed. */
  reset(real: number): void {
    this.resetScenario();
    this.clearJournal();
    this.resetClock(real);
  }

  /** Clears the active scenario and the active faults, and restores the server's settings. */
  resetScenario(): void {
    this.activate(undefined);
    this.responses = 0;
    this.activeFaults = [];
    this.replay?.reset();
    this.settings = this.#initialSettings;
  }

  resetClock(real: number): void {
    this.restartClock(createClock(real, this.#speed));
  }

  /** Restarts the clock. Waits for instants on the earlier clock end. */
  restartClock(clock: Clock): void {
    this.#setClock(clock, true);
  }

  #setClock(clock: Clock, isAnother: boolean): void {
    this.#clock = clock;
    this.revision += 1;
    this.#isClockSet = true;
    if (isAnother) this.pending.clear();
    this.changes.markChanged('clock');
    for (const listener of this.#clockListeners) listener(isAnother);
  }
}

/** Jobs and exchanges are not here: the store and the journal count them. `replay`: the jobs of a recording that is played. */
export type WorkspacePart = 'workspace' | 'clock' | 'faults' | 'scenarios' | 'replay';

/**
 * Tracks the last change of each part of a workspace, for cursors.: each part has the number of its last change, so a client that
 * names the number it has seen gets what changed after it.
 */
export class ChangeTracker {
  /** Distinguishes this state from others with the same numbers, such as the state of an earlier process. */
  readonly start: string;
  readonly #last = new Map<WorkspacePart, number>();
  #count = 0;
  #resets = 0;

  /** @param real the real time at which the state was created */
  constructor(real: number) {
    this.start = real.toString(36);
  }

  /** The number of the last change. */
  get count(): number {
    return this.#count;
  }

  /** The number of resets. After a reset, everything is new. */
  get resets(): number {
    return this.#resets;
  }

  markChanged(part: WorkspacePart): void {
    this.#count += 1;
    this.#last.set(part, this.#count);
  }

  reset(): void {
    this.#resets += 1;
  }

  hasChanged(part: WorkspacePart, after: number): boolean {
    return (this.#last.get(part) ?? 0) > after;
  }
}

/** Responses that wait for the virtual clock, with their release times. */
export class PendingResponses {
  readonly #until = new Map<ApiResponse, number>();

  /** Adds a response, if its delivery holds it back. */
  add(response: ApiResponse): void {
    const until = computeReleaseTime(response);
    if (until !== undefined) this.#until.set(response, until);
  }

  /**
   * Call this when a response was sent or its client has disconnected. A slow response is held until its last piece is due.
   */
  onSent(response: ApiResponse, now: number, isBroken: boolean): void {
    const until = this.#until.get(response);
    if (until !== undefined && (isBroken || response.delivery?.drip === undefined || until <= now))
      this.#until.delete(response);
  }

  /** The number of responses that are still held back. */
  count(now: number): number {
    let count = 0;
    for (const [response, until] of this.#until) {
      if (until > now) count += 1;
      else if (response.delivery?.drip !== undefined) this.#until.delete(response);
    }
    return count;
  }

  clear(): void {
    this.#until.clear();
  }

  has(response: ApiResponse): boolean {
    return this.#until.has(response);
  }

  /** The next release time; infinite when there is none. */
  nextRelease(now: number): number {
    let next = Infinity;
    for (const until of this.#until.values()) if (until > now && until < next) next = until;
    return next;
  }

  /** The number of responses that are released after `after`, up to and including `by`. */
  countReleased(after: number, by: number): number {
    let count = 0;
    for (const until of this.#until.values()) if (until > after && until <= by) count += 1;
    return count;
  }
}

/** The release time on the workspace's clock; infinite when it is never released, `undefined` when nothing holds it back. */
function computeReleaseTime({ delivery, startedAt }: ApiResponse): number | undefined {
  if (delivery?.connection === 'timeout') return Infinity;
  if (delivery?.drip !== undefined) return (delivery.notBefore ?? startedAt) + delivery.drip;
  return delivery?.notBefore;
}
