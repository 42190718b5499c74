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
  readonly #handles = new Map<string, ReturnType<Deckhand['workspace']>>();
  readonly #findings: ClientRuleFindings;
  /** Last rejection status by workspace, cleared by a success. */
  readonly #rejectedStatuses = new Map<string, number>();
  /** Origins outside the wall, by the name of the frame. */
  readonly #externalOrigins = new Map<string, Set<string>>();
  /** The names of those whose scenario was saved since they started. */
  readonly #outdated = new Set<string>();
  #now: number;

  /** @param names the scenarios */
  constructor(deckhand: Deckhand, names: readonly string[]) {
    this.#deckhand = deckhand;
    this.#findings = new ClientRuleFindings(deckhand.requestMatcher.basePath);
    // A whole second is easier to read.
    this.startedAt = Math.ceil(realNow() / 1000) * 1000;
    this.#now = this.startedAt;
    for (const name of names) this.open(name);
  }

  /** Opens the sandbox of a scenario, at the time of the wall. */
  open(name: string): void {
    this.#handles.set(name, this.#deckhand.workspace(sandboxKey(name)));
    this.restart(name);
  }

  /** Called when a scenario was saved. The page starts its sandbox again between two steps of the clock. */
  markOutdated(name: string): void {
    this.#outdated.add(name);
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
    const fileErrors = new Map(
      this.#deckhand.library.invalidFiles().map(({ name, errors }) => [name, errors[0]?.format()]),
    );
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
        isOutdated: this.#outdated.has(name),
        fileError: fileErrors.get(name),
      };
    });
  }

  /** Deletes all jobs, and sets the clock to the start. */
  reset(): void {
    this.#now = this.startedAt;
    for (const name of this.#handles.keys()) this.restart(name);
  }

  /** Deletes the jobs of a sandbox, which plays the newest version of its scenario from the time of the wall. */
  restart(name: string): void {
    const handle = this.#handles.get(name);
    if (!handle) return;
    handle.reset();
    this.#findings.reset(handle.id);
    this.#rejectedStatuses.delete(handle.id);
    this.#externalOrigins.delete(name);
    this.#outdated.delete(name);
    handle.useScenario(name as ScenarioName);
    const clock = { realAnchor: realNow(), anchor: this.#now, speed: 1, paused: true };
    this.#deckhand.service.workspace(handle.id, realNow()).restartClock(clock);
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
