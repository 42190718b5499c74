/** The sandboxes of the wall: one for each scenario, all on one paused clock. */
import { realNow } from '../base/real-time.js';
import type { Deckhand } from '../app/deckhand.js';
import type { ScenarioName } from '../app/scenario-names.js';
import type { Exchange } from '../journal/exchange.js';
import { ClientRuleFindings } from './client-rule-findings.js';
import type { WallJob, WallSandbox } from './protocol.js';

/** Maximum number of jobs read for their next change. */
const MAX_JOBS_READ = 20;
/** Limit for each frame. */
const MAX_EXTERNAL_ORIGINS = 5;

export class Sandboxes {
  readonly startedAt: number;
  readonly #deckhand: Deckhand;
  readonly #handles: ReadonlyMap<string, ReturnType<Deckhand['workspace']>>;
  readonly #findings: ClientRuleFindings;
  /** Last rejection status by workspace, cleared by a success. */
  readonly #rejectedStatuses = new Map<string, number>();
  /** Origins outside the wall, by the name of the frame. */
  readonly #externalOrigins = new Map<string, Set<string>>();
  #now: number;

  /** @param names the scenarios */
  constructor(deckhand: Deckhand, names: readonly string[]) {
    this.#deckhand = deckhand;
    this.#findings = new ClientRuleFindings(deckhand.requestMatcher.basePath);
    this.#handles = new Map(names.map((name) => [name, deckhand.workspace(sandboxKey(name))]));
    // A whole second is easier to read.
    this.startedAt = Math.ceil(realNow() / 1000) * 1000;
    this.#now = this.startedAt;
    this.#start();
  }

  get now(): number {
    return this.#now;
  }

  /** Called with each finished exchange. */
  add(exchange: Exchange): void {
    this.#findings.add(exchange);
    const { metadata, response } = exchange;
    if (metadata?.workspaceId === undefined || !response) return;
    const { status } = response;
    const isStart = metadata.operationId === 'startGeneration';
    if (status === 401 || status === 403 || (isStart && status >= 400))
      this.#rejectedStatuses.set(metadata.workspaceId, status);
    else if (status < 400) this.#rejectedStatuses.delete(metadata.workspaceId);
  }

  /** Records an API request that bypassed the wall. */
  recordEscape(name: string, origin: string): void {
    const origins = this.#externalOrigins.get(name) ?? new Set();
    if (origins.size < MAX_EXTERNAL_ORIGINS) this.#externalOrigins.set(name, origins.add(origin));
  }

  /** Advances all clocks. A time in the past has no effect. */
  advance(to: number): void {
    for (const { clock } of this.#handles.values()) clock.advance(Math.max(0, to - clock.now()));
    this.#now = Math.max(this.#now, to);
  }

  state(): readonly WallSandbox[] {
    this.#findings.judge();
    return [...this.#handles].map(([name, handle]) => {
      const jobs = handle.jobs(MAX_JOBS_READ);
      const state = this.#deckhand.service.workspace(handle.id, realNow());
      const changes = jobs.flatMap(({ position: { until } }) => (until === null ? [] : Date.parse(until)));
      const next = Math.min(...changes, state.pending.nextRelease(this.#now));
      return {
        name,
        job: jobs[0] && toWallJob(jobs[0]),
        rejectedStatus: this.#rejectedStatuses.get(handle.id),
        externalOrigins: [...(this.#externalOrigins.get(name) ?? [])],
        nextChangeAt: next === Infinity ? undefined : Math.ceil(next),
        pendingResponses: handle.clock.pendingResponses(),
        findings: this.#findings.get(handle.id),
      };
    });
  }

  /** Deletes all jobs, and sets the clock to the start. */
  reset(): void {
    for (const handle of this.#handles.values()) handle.reset();
    this.#findings.reset();
    this.#rejectedStatuses.clear();
    this.#externalOrigins.clear();
    this.#now = this.startedAt;
    this.#start();
  }

  #start(): void {
    const { service } = this.#deckhand;
    for (const [name, handle] of this.#handles) {
      handle.useScenario(name as ScenarioName);
      const clock = { realAnchor: realNow(), anchor: this.startedAt, speed: 1, paused: true };
      service.workspace(handle.id, realNow()).restartClock(clock);
    }
  }
}

/** The key of a scenario's sandbox. */
export const sandboxKey = (name: string): string => `sandbox-${name}`;

function toWallJob(job: {
  readonly generation_id: string;
  readonly status_response: Record<string, unknown>;
}): WallJob {
  const { status, progress } = job.status_response as { status: string; progress?: Record<string, unknown> };
  const number = (name: string): number | undefined => {
    const value = progress?.[name];
    return typeof value === 'number' ? value : undefined;
  };
  return { status, slides: number('slides_completed'), total: number('slides_total'), id: job.generation_id };
}
