/**
 * The service: it receives a request and returns the response, which `play` makes. Then it adds the finished exchange to the
 * journal. Transports call only this module.
 */
import { RawExchange, type WireExchange } from '../journal/raw-exchange.js';
import { Redactor } from '../journal/redact/redactor.js';
import { draw } from '../scenario/draw.js';
import type { RateLimit, Span } from '../scenario/timeline.js';
import type { ApiRequest } from './api.js';
import type { OpenContext, ServiceContext } from './context.js';
import { readClock, startClock } from './clock.js';
import { hashKey, keyReader } from './keys.js';
import { play, workspaceOf } from './play.js';
import { type ApiResponse, serialise } from './response.js';
import type { ReplaySource } from './replay.js';
import type { WorkspaceRow } from './store/directory-rows.js';
import { WorkspaceState } from './workspace-state.js';

export interface ServiceOptions extends Omit<ServiceContext, 'seedOf' | 'stateOf'> {
  /** The seed of all random values. A scenario's own seed overrides it. */
  readonly seed: number;
  /** The limit for each key, unless the scenario has its own. */
  readonly rateLimit: RateLimit | undefined;
  /** The time that each response takes, unless its fault has a latency. */
  readonly latency?: Span | undefined;
  /** The recording that is played in place of scenarios. */
  readonly replay?: ReplaySource | undefined;
  /** The initial speed of the clocks of workspaces, as a multiple of real time. */
  readonly speed: number;
  /** SHA-256 in hex, with the same result as `hashKey`, if the platform has a faster function. */
  readonly hashKey?: ((key: string) => string) | undefined;
  /** Makes ids differ after a restart. Default: they follow the seed. */
  readonly idSalt?: string | undefined;
}

export class Service {
  readonly shared: ServiceContext;
  /** Knows the keys of all workspaces. Everything that leaves the process passes it. */
  readonly redactor: Redactor;
  readonly #options: ServiceOptions;
  readonly #workspaces = new Map<string, WorkspaceState>();
  readonly #keyOf: ReturnType<typeof keyReader>;
  #sequence = 0;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.shared = {
      ...options,
      stateOf: (workspaceId, real) => this.workspace(workspaceId, real),
      seedOf: (workspaceId) => this.#workspaces.get(workspaceId)?.settings.seed ?? options.seed,
    };
    const { hashKey: hash = hashKey } = options;
    this.redactor = new Redactor([], hash);
    this.#keyOf = keyReader(hash, (key) => this.redactor.note(key));
  }

  /**
   * The clock, scenario and journal of a workspace. An evicted sandbox gets new ones. The empty id stands for requests
   * without a workspace.
   */
  workspace(id: string, real: number): WorkspaceState {
    let state = this.#workspaces.get(id);
    if (!state) {
      // The directory can only evict sandboxes that it knows.
      this.shared.directory.openWorkspace(id);
      const { seed, rateLimit, speed, replay } = this.#options;
      const settings = { seed, rateLimit, fallback: undefined };
      const clock = startClock(real, speed);
      state = new WorkspaceState(id, clock, settings, replay?.open(id), this.redactor);
      this.#workspaces.set(id, state);
    }
    return state;
  }

  /** Responds to a request. No request makes it throw: an exception is a bug. */
  respond(request: ApiRequest): ApiResponse {
    this.#sequence += 1;
    const context: OpenContext = {
      requestId: request.requestId,
      key: this.#keyOf(request),
      operation: undefined,
      id: undefined,
      workspace: undefined,
      state: undefined,
      now: undefined,
      job: undefined,
      timeline: undefined,
      body: undefined,
      isLenient: false,
    };
    return this.#finish(play(request, context, this.shared), request, context);
  }

  /**
   * Adds a finished exchange to the journal of its workspace, unless the workspace was deleted or its journal was reset
   * meanwhile.
   * @returns the exchange in both cases
   */
  record(wire: WireExchange, response: ApiResponse): RawExchange {
    const { epoch, notes, startedAt } = response;
    const state =
      epoch === undefined ? this.workspace('', wire.endedAt) : this.#workspaces.get(notes.workspaceId ?? '');
    const now = state ? readClock(state.clock, wire.endedAt) : wire.endedAt;
    const raw = new RawExchange(response, wire, Math.max(startedAt, now), this.redactor);
    if (response.delivery) state?.held.handOver(response, now, wire.failure !== undefined);
    if (state && (epoch === undefined || epoch === state.epoch)) state.journal.add(raw);
    return raw;
  }

  /** The states of all workspaces that were used. */
  states(): IterableIterator<WorkspaceState> {
    return this.#workspaces.values();
  }

  /** The numbers of new exchanges continue after this one. */
  countFrom(sequence: number): void {
    this.#sequence = Math.max(this.#sequence, sequence);
  }

  /** The server's default scenario. */
  get defaultScenario(): string {
    return this.#options.defaultScenario;
  }

  /** Notes in all workspaces that scenario files have changed. */
  noteScenarios(): void {
    for (const { changes } of this.#workspaces.values()) changes.note('scenarios');
  }

  /**
   * Resets a workspace: deletes jobs, presentations and the journal, clears the active scenario, and sets the clock to the
   * real time.
   */
  reset(workspaceId: string, real: number): void {
    const state = this.workspace(workspaceId, real);
    this.shared.store.clear(workspaceId);
    state.reset(real);
  }

  /** Deletes the state of a workspace. */
  forget(workspaceId: string): void {
    this.#workspaces.delete(workspaceId);
    this.shared.store.clear(workspaceId);
  }

  /** The workspace of a request, by its key; `undefined` if the request is refused. */
  workspaceFor(request: Pick<ApiRequest, 'header'>): WorkspaceRow | undefined {
    return workspaceOf(this.#keyOf(request), this.shared);
  }

  /** Adds to a response what its transport and the journal need. */
  #finish(response: ApiResponse, request: ApiRequest, context: OpenContext): ApiResponse {
    const { operation: operationId, state } = context;
    const { problem } = response;
    response.sequence = this.#sequence;
    if (state) {
      this.#noteWorkspace(response, context, state);
    } else {
      response.startedAt = request.at;
      response.notes = { ...(operationId && { operationId }), ...(problem !== undefined && { problem }) };
    }
    serialise(response, request.requestId);
    return response;
  }

  #noteWorkspace(response: ApiResponse, context: OpenContext, state: WorkspaceState): void {
    const { operation: operationId, timeline, now = NaN } = context;
    const { job, fault, problem } = response;
    const { latency } = this.#options;
    if (latency && !response.wire) delay(response, latency, state, now);
    response.startedAt = now;
    response.epoch = state.epoch;
    response.isControlled = state.takeControlled();
    response.notes = {
      operationId,
      workspaceId: state.id,
      scenario: timeline?.name ?? state.replay?.name,
      generationId: job?.id,
      jobStatus: job?.status,
      fault,
      problem,
    };
    state.revision += 1;
    if (response.delivery) state.held.add(response);
    const changesJob = operationId === 'startGeneration' || operationId === 'sendGenerationMessage';
    if (changesJob && state.replay) state.changes.note('replay');
  }
}

/** A paused clock would hold the response until somebody advances it, so it is not delayed then. */
function delay(response: ApiResponse, { min, max }: Span, state: WorkspaceState, now: number): void {
  if (state.clock.paused || response.delivery?.holdUntil !== undefined) return;
  state.responses += 1;
  const share = draw(state.settings.seed, 'latency', state.responses);
  response.delivery = { ...response.delivery, holdUntil: now + Math.round(min + (max - min) * share) };
}
