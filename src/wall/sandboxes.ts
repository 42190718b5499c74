/**
 * The sandboxes of the wall: one for each scenario, all at the same time of one paused clock. Knows neither the app nor the page.
 */
import { realNow } from '../base/real-time.js';
import type { Deckhand } from '../app/deckhand.js';
import type { ScenarioName } from '../app/scenario-names.js';
import type { SavedState } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import { WallFindings } from './wall-findings.js';
import type { WallFinding, WallJob, WallSandbox } from './wall-types.js';

/** Jobs that are asked for their next change. Frames start few. */
const ASKED_JOBS = 20;

/** All sandboxes at one moment, for the way back. */
export interface Moment {
  readonly states: ReadonlyMap<string, SavedState>;
  readonly findings: ReadonlyMap<string, readonly WallFinding[]>;
}

export class Sandboxes {
  readonly startedAt: number;
  readonly #deckhand: Deckhand;
  readonly #handles: ReadonlyMap<string, ReturnType<Deckhand['workspace']>>;
  readonly #findings: WallFindings;
  #now: number;

  /** @param names the scenarios */
  constructor(deckhand: Deckhand, names: readonly string[]) {
    this.#deckhand = deckhand;
    this.#findings = new WallFindings(deckhand.reach.basePath);
    this.#handles = new Map(names.map((name) => [name, deckhand.workspace(keyOf(name))]));
    // A whole second is easy to read.
    this.startedAt = Math.ceil(realNow() / 1000) * 1000;
    this.#now = this.startedAt;
    this.#begin();
  }

  get now(): number {
    return this.#now;
  }

  /** Call it with each finished exchange. */
  add(exchange: Exchange): void {
    this.#findings.add(exchange);
  }

  /** Advances all clocks. An instant in the past changes nothing. */
  advance(to: number): void {
    for (const { clock } of this.#handles.values()) clock.advance(Math.max(0, to - clock.now()));
    this.#now = Math.max(this.#now, to);
  }

  state(): readonly WallSandbox[] {
    this.#findings.judge();
    return [...this.#handles].map(([name, handle]) => {
      const jobs = handle.jobs(ASKED_JOBS);
      const state = this.#deckhand.service.workspace(handle.id, realNow());
      const changes = jobs.flatMap(({ position: { until } }) => (until === null ? [] : Date.parse(until)));
      const next = Math.min(...changes, state.held.next(this.#now));
      return {
        name,
        job: jobs[0] && describe(jobs[0]),
        next: next === Infinity ? undefined : Math.ceil(next),
        held: handle.clock.held(),
        findings: this.#findings.of(handle.id),
      };
    });
  }

  take(): Moment {
    this.#findings.judge();
    const taken = [...this.#handles].map(([name, handle]) => [name, handle.save()] as const);
    return { states: new Map(taken), findings: this.#findings.copy() };
  }

  /** Goes to a moment, with its clock. Jobs that started later are gone. */
  restore({ states, findings }: Moment): void {
    for (const [name, state] of states) this.#handles.get(name)?.load(state);
    const [first] = this.#handles.values();
    this.#now = first?.clock.now() ?? this.#now;
    const journals = [...this.#handles.values()].flatMap((handle) => handle.journal());
    this.#findings.restart(journals, findings);
  }

  /** Deletes all jobs and goes back to the first instant. */
  reset(): void {
    for (const handle of this.#handles.values()) handle.reset();
    this.#findings.restart([], new Map());
    this.#now = this.startedAt;
    this.#begin();
  }

  #begin(): void {
    const { service } = this.#deckhand;
    for (const [name, handle] of this.#handles) {
      handle.use(name as ScenarioName);
      const clock = { realAnchor: realNow(), anchor: this.startedAt, speed: 1, paused: true };
      service.workspace(handle.id, realNow()).restartClock(clock);
    }
  }
}

/** The key of a scenario's sandbox. */
export const keyOf = (name: string): string => `sandbox-${name}`;

function describe({
  view,
  started_at: startedAt,
}: {
  view: Record<string, unknown>;
  started_at: string;
}): WallJob {
  const { status, progress } = view as { status: string; progress?: Record<string, unknown> };
  const number = (name: string): number | undefined => {
    const value = progress?.[name];
    return typeof value === 'number' ? value : undefined;
  };
  return {
    status,
    slides: number('slides_completed'),
    total: number('slides_total'),
    startedAt: Date.parse(startedAt),
  };
}
