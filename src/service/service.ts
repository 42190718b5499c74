/** The service: responds to requests, and adds finished exchanges to the journal. Transports call only this module. */
import { RawExchange, type WireExchange } from '../journal/raw-exchange.js';
import { Redactor } from '../journal/redact/redactor.js';
import { seededRandom } from '../scenario/seeded-random.js';
import type { CompiledRateLimit, DurationRangeMs } from '../scenario/timeline.js';
import type { ApiRequest } from './request.js';
import type { PartialRequestContext, ServiceContext } from './context.js';
import { readClock, createClock } from './clock.js';
import { hashKey, createKeyReader } from './keys.js';
import { handleRequest, authenticate } from './handle-request.js';
import { type ApiResponse, serializeResponse } from './response.js';
import type { WorkspaceRecord } from './store/registry-records.js';
import { WorkspaceState } from './workspace-state.js';

export interface ServiceOptions extends Omit<ServiceContext, 'getSeed' | 'getState'> {
  /** The seed of all random values. A scenario's own seed overrides it. */
  readonly seed: number;
  /** The limit for each key, unless the scenario has its own. */
  readonly rateLimit: CompiledRateLimit | undefined;
  /** The time that each response takes, unless its fault has a latency. */
  readonly latency?: DurationRangeMs | undefined;
  /** The initial speed of the clocks of workspaces, as a multiple of real time. */
  readonly speed: number;
  /** SHA-256 in hex, with the same result as `hashKey`, if the platform has a faster function. */
  readonly hashKey?: ((key: string) => string) | undefined;
  /** Makes ids differ after a restart. Default: they depend only on the seed. */
  readonly idSalt?: string | undefined;
}

export class Service {
  readonly shared: ServiceContext;
  /** Knows the keys of all workspaces. It redacts everything that leaves the process. */
  readonly redactor: Redactor;
  readonly #options: ServiceOptions;
  readonly #workspaces = new Map<string, WorkspaceState>();
  readonly #readKey: ReturnType<typeof createKeyReader>;
  #sequence = 0;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.shared = {
      ...options,
      getState: (workspaceId, real) => this.workspace(workspaceId, real),
      getSeed: (workspaceId) => this.#workspaces.get(workspaceId)?.settings.seed ?? options.seed,
    };
    const { hashKey: hash = hashKey } = options;
    this.redactor = new Redactor([], hash, 'secret-like');
    this.#readKey = createKeyReader(hash, (key) => this.redactor.addClientKey(key));
  }

  /**
   * The state of a workspace. An evicted sandbox gets a new one. The empty id stands for requests without a workspace.
   */
  workspace(id: string, real: number): WorkspaceState {
    let state = this.#workspaces.get(id);
    if (!state) {
      // The registry can evict only sandboxes that it has opened.
      this.shared.directory.getOrOpenWorkspace(id);
      const { seed, rateLimit, speed, replay } = this.#options;
      const settings = { seed, rateLimit, defaultScenario: undefined };
      const clock = createClock(real, speed);
      state = new WorkspaceState(id, clock, settings, replay?.open(id), this.redactor);
      this.#workspaces.set(id, state);
    }
    return state;
  }

  /** Responds to a request. No request makes it throw: an exception is a bug. */
  respond(request: ApiRequest): ApiResponse {
    this.#sequence += 1;
    const context: PartialRequestContext = {
      requestId: request.requestId,
      key: this.#readKey(request),
      operation: undefined,
      id: undefined,
      workspace: undefined,
      state: undefined,
      now: undefined,
      job: undefined,
      timeline: undefined,
      body: undefined,
      skipsValidation: false,
    };
    return this.#completeResponse(handleRequest(request, context, this.shared), request, context);
  }

  /**
   * Adds a finished exchange to the journal of its workspace, unless the workspace was deleted or its journal was cleared since.
   * @returns the exchange in both cases
   */
  record(wire: WireExchange, response: ApiResponse): RawExchange {
    const { epoch, metadata, startedAt } = response;
    const state =
      epoch === undefined
        ? this.workspace('', wire.endedAt)
        : this.#workspaces.get(metadata.workspaceId ?? '');
    const now = state ? readClock(state.clock, wire.endedAt) : wire.endedAt;
    const raw = new RawExchange(response, wire, Math.max(startedAt, now), this.redactor);
    if (response.delivery) state?.pending.onSent(response, now, wire.failure !== undefined);
    if (state && (epoch === undefined || epoch === state.epoch)) state.journal.add(raw);
    return raw;
  }

  /** The states of all workspaces that were used. */
  workspaceStates(): IterableIterator<WorkspaceState> {
    return this.#workspaces.values();
  }

  /** Numbers new exchanges after this one. */
  continueSequenceFrom(sequence: number): void {
    this.#sequence = Math.max(this.#sequence, sequence);
  }

  /** The server's default scenario. */
  get defaultScenario(): string {
    return this.#options.defaultScenario;
  }

  /** Marks the scenarios as changed in all workspaces. */
  markScenariosChanged(): void {
    for (const { changes } of this.#workspaces.values()) changes.markChanged('scenarios');
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
  deleteWorkspace(workspaceId: string): void {
    this.#workspaces.delete(workspaceId);
    this.shared.store.clear(workspaceId);
  }

  /** The workspace of a request, by its key; `undefined` if the request is rejected. */
  authenticate(request: Pick<ApiRequest, 'header'>): WorkspaceRecord | undefined {
    return authenticate(this.#readKey(request), this.shared);
  }

  /** Completes a response with the fields for its transport and the journal. */
  #completeResponse(response: ApiResponse, request: ApiRequest, context: PartialRequestContext): ApiResponse {
    const { operation: operationId, state } = context;
    const { problem } = response;
    response.sequence = this.#sequence;
    if (state) {
      this.#addWorkspaceFields(response, context, state);
    } else {
      response.startedAt = request.receivedAt;
      response.metadata = { ...(operationId && { operationId }), ...(problem !== undefined && { problem }) };
    }
    serializeResponse(response, request.requestId);
    return response;
  }

  #addWorkspaceFields(response: ApiResponse, context: PartialRequestContext, state: WorkspaceState): void {
    const { operation: operationId, timeline, now = NaN } = context;
    const { job, fault, problem } = response;
    const { latency } = this.#options;
    if (latency && !response.raw) addLatency(response, latency, state, now);
    response.startedAt = now;
    response.epoch = state.epoch;
    response.clockChanged = state.consumeClockChange();
    response.metadata = {
      operationId,
      workspaceId: state.id,
      scenario: timeline?.name ?? state.replay?.name,
      generationId: job?.id,
      jobStatus: job?.status,
      fault,
      problem,
    };
    state.revision += 1;
    if (response.delivery) state.pending.add(response);
  }
}

/** Adds no latency while the clock is paused, because the response would wait until the clock is advanced. */
function addLatency(
  response: ApiResponse,
  { min, max }: DurationRangeMs,
  state: WorkspaceState,
  now: number,
): void {
  if (state.clock.paused || response.delivery?.notBefore !== undefined) return;
  state.delayedResponseCount += 1;
  const share = seededRandom(state.settings.seed, 'latency', state.delayedResponseCount);
  response.delivery = { ...response.delivery, notBefore: now + Math.round(min + (max - min) * share) };
}
