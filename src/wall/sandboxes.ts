/**
 * The sandboxes of the wall: one for each scenario, all at the same time of one paused clock. Knows neither the app nor the page.
 */
import { realNow } from '../base/real-time.js';
import type { Deckhand } from '../app/deckhand.js';
import type { ScenarioName } from '../app/scenario-names.js';
import type { Exchange } from '../journal/exchange.js';
import { clientRules, LiveJudge, type LiveFinding } from '../judge/index.js';
import type { WallJob, WallSandbox, WallFinding } from './protocol.js';

/** Maximum number of jobs read for their next change. */
const MAX_JOBS_READ = 20;
/** Addresses outside the wall that a frame shows. */
const MAX_EXTERNAL_ORIGINS = 5;

export class Sandboxes {
  readonly startedAt: number;
  readonly #deckhand: Deckhand;
  readonly #handles: ReadonlyMap<string, ReturnType<Deckhand['workspace']>>;
  readonly #findings: ClientRuleFindings;
  /** Last rejection status by workspace, cleared by a success. */
  readonly #refused = new Map<string, number>();
  /** By the name of the frame. */
  readonly #left = new Map<string, Set<string>>();
  #now: number;

  /** @param names the scenarios */
  constructor(deckhand: Deckhand, names: readonly string[]) {
    this.#deckhand = deckhand;
    this.#findings = new ClientRuleFindings(deckhand.requestMatcher.basePath);
    this.#handles = new Map(names.map((name) => [name, deckhand.workspace(sandboxKey(name))]));
    // A whole second is easy to read.
    this.startedAt = Math.ceil(realNow() / 1000) * 1000;
    this.#now = this.startedAt;
    this.#start();
  }

  get now(): number {
    return this.#now;
  }

  /** Call it with each finished exchange. */
  add(exchange: Exchange): void {
    this.#findings.add(exchange);
    const { metadata, response } = exchange;
    if (metadata?.workspaceId === undefined || !response) return;
    const { status } = response;
    const isStart = metadata.operationId === 'startGeneration';
    if (status === 401 || status === 403 || (isStart && status >= 400))
      this.#refused.set(metadata.workspaceId, status);
    else if (status < 400) this.#refused.delete(metadata.workspaceId);
  }

  /** Records an API request that bypassed the wall. */
  recordEscape(name: string, address: string): void {
    const known = this.#left.get(name) ?? new Set();
    if (known.size < MAX_EXTERNAL_ORIGINS) this.#left.set(name, known.add(address));
  }

  /** Advances all clocks. An instant in the past changes nothing. */
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
        rejectedStatus: this.#refused.get(handle.id),
        externalOrigins: [...(this.#left.get(name) ?? [])],
        nextChangeAt: next === Infinity ? undefined : Math.ceil(next),
        pendingResponses: handle.clock.pendingResponses(),
        findings: this.#findings.of(handle.id),
      };
    });
  }

  /** Deletes all jobs and goes back to the first instant. */
  reset(): void {
    for (const handle of this.#handles.values()) handle.reset();
    this.#findings.reset();
    this.#refused.clear();
    this.#left.clear();
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

/* What the judge finds in the traffic of each sandbox while it passes: the rules for clients. The timers of the frames run by the clock of the wall, so intervals count. */

class ClientRuleFindings {
  readonly #basePath: string;
  #judge: LiveJudge;
  #found = new Map<string, readonly WallFinding[]>();

  constructor(basePath: string) {
    this.#basePath = basePath;
    this.#judge = this.#newJudge();
  }

  add(exchange: Exchange): void {
    this.#judge.add(exchange);
  }

  /** Judges what was added since. A request that still waits for its response does not hold back the others. */
  judge(): void {
    if (this.#judge.hasNextStep) this.#judge.judgeAll();
  }

  /** @param workspace the id of a sandbox */
  of(workspace: string): readonly WallFinding[] {
    return this.#found.get(workspace) ?? [];
  }

  reset(): void {
    this.#found = new Map();
    this.#judge = this.#newJudge();
  }

  #newJudge(): LiveJudge {
    const options = { baseUrl: this.#basePath, timersFollowClock: true, singleClient: true };
    return new LiveJudge(clientRules, options, (found) => this.#addFinding(found));
  }

  #addFinding({ rule, finding, exchange }: LiveFinding): void {
    const workspace = exchange.metadata?.workspaceId ?? '';
    const { request, response, failure } = exchange;
    const found: WallFinding = {
      rule: rule.id,
      sections: rule.sections,
      message: finding.message,
      hint: rule.hint,
      exchange: `#${exchange.sequence} ${request.method} ${request.url} → ${response?.status ?? failure ?? 'no response'}`,
    };
    this.#found.set(workspace, [...this.of(workspace), found]);
  }
}
