/**
 * The service: it receives a request and returns the response. Transports call only this module. It checks a request in this
 * order: path and method, key, scenario, access, rate, fault, body, operation.
 */
import type { Awaitable } from '../base/awaitable.js';
import type { MemoryBudget } from '../base/memory-budget.js';
import type { OperationId } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';
import { RawExchange, type WireExchange } from '../journal/raw-exchange.js';
import type { RingLimits } from '../journal/ring.js';
import { draw } from '../scenario/draw.js';
import type { RateLimit, Span, Timeline } from '../scenario/timeline.js';
import type { ApiRequest } from './api.js';
import { readClock, startClock } from './clock.js';
import { withoutBodies } from './event-log.js';
import { DEFAULT_WORKSPACE } from './default-directory.js';
import { SentKeys, workspaceOfKey, type KeyCheck, type SentKey } from './keys.js';
import type { World } from './operations/operation.js';
import { Player, type Passage } from './player.js';
import { refuseKey, refuseRoute } from './refusals.js';
import { serialise, type ApiResponse, type Reshape } from './response.js';
import { matchRoute } from './router.js';
import type { WorkspaceRow } from '../store/directory-rows.js';
import { WorkspaceState } from './workspace-state.js';

export interface ServiceOptions extends Omit<World, 'seedOf'> {
  /** The seed of all random values. A scenario's own seed overrides it. */
  readonly seed: number;
  /** The scenario of requests that have no other. */
  readonly defaultScenario: string;
  /** The limit for each key, unless the scenario has its own. */
  readonly rateLimit: RateLimit | undefined;
  /** The time that each response takes, unless its fault has a latency. */
  readonly latency?: Span | undefined;
  /** The default scenarios of single workspaces, by their ids: the replay of a recording. */
  readonly replays?: ReadonlyMap<string, Timeline> | undefined;
  /** The initial speed of the clocks of workspaces, as a multiple of real time. */
  readonly speed: number;
  readonly journal?: RingLimits;
  /** The memory of all workspaces. */
  readonly budget?: MemoryBudget;
  /** SHA-256 in hex, with the same result as `hashKey`, if the platform has a faster function. */
  readonly hashKey?: ((key: string) => string) | undefined;
  /** The milliseconds by which the clock of a shared store is ahead of this machine's. */
  readonly skew?: (() => number) | undefined;
  /** Which keys are accepted. Default: `known`. */
  readonly keyCheck?: KeyCheck;
  /** Changes the shape of every response. */
  readonly reshape?: Reshape | undefined;
}

/** Sandboxes are for single tests: there are many, and each needs only a small journal. */
const SANDBOX_JOURNAL: RingLimits = { entries: 1000, bytes: 4_194_304 };

export class Service {
  readonly world: World;
  readonly #options: ServiceOptions;
  readonly #workspaces = new Map<string, WorkspaceState>();
  readonly #keys: SentKeys;
  readonly #player: Player;
  #sequence = 0;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.world = {
      ...options,
      seedOf: (workspaceId) => this.#workspaces.get(workspaceId)?.settings.seed ?? options.seed,
    };
    this.#keys = new SentKeys(options.hashKey);
    this.#player = new Player(this.world, options.defaultScenario);
  }

  /**
   * The clock, scenario and journal of a workspace. An evicted sandbox gets new ones. The empty id stands for requests
   * without a workspace.
   */
  workspace(id: string, real: number): WorkspaceState {
    let state = this.#workspaces.get(id);
    if (!state) {
      // The directory can only evict sandboxes that it knows.
      this.world.directory.openWorkspace(id);
      const { seed, rateLimit, speed, journal, budget, replays } = this.#options;
      const settings = { seed, rateLimit, fallback: replays?.get(id) };
      const limits = this.world.directory.isSandbox(id) ? SANDBOX_JOURNAL : journal;
      state = new WorkspaceState(id, startClock(real, speed), limits, settings, budget?.account(id));
      if (this.#options.skew) state.skew = this.#options.skew;
      this.#workspaces.set(id, state);
    }
    return state;
  }

  /** Responds to a request, synchronously if the store is synchronous. No request makes it throw: an exception is a bug. */
  respond(request: ApiRequest): Awaitable<ApiResponse> {
    this.#sequence += 1;
    const key = this.keyOf(request);
    const routed = matchRoute(request.method, request.path);
    if (routed.kind !== 'operation')
      return this.#refuse(
        refuseRoute(routed, request.requestId, this.world.basePath),
        request,
        key,
        undefined,
      );
    const { route, id } = routed;
    const trouble = request.isExposed && key ? this.world.exposure?.refusesKey(key.value) : undefined;
    const workspace = trouble === undefined ? this.#workspaceOf(key) : undefined;
    if (!workspace) {
      const refusal = refuseKey(key, request, trouble);
      return this.#refuse(refusal, request, key, route.operationId);
    }
    const state = this.workspace(workspace.id, request.at);
    const passage: Passage = {
      request,
      sequence: this.#sequence,
      key,
      route,
      id,
      workspace,
      state,
      now: NaN,
      isSteered: false,
      body: undefined,
      bodyRefusal: undefined,
      isLenient: false,
      job: undefined,
      timeline: undefined,
    };
    return state.lock.change ? this.#waitForChange(passage) : this.#enter(passage, request.at);
  }

  /**
   * Adds a finished exchange to the journal of its workspace, unless the workspace was deleted or its journal was reset
   * meanwhile.
   * @returns the exchange in both cases
   */
  record(wire: WireExchange, response: ApiResponse): RawExchange {
    const { era, notes, startedAt } = response;
    const state =
      era === undefined ? this.workspace('', wire.endedAt) : this.#workspaces.get(notes.workspaceId ?? '');
    const now = state ? readClock(state.clock, wire.endedAt) : wire.endedAt;
    const raw = new RawExchange(response, wire, Math.max(startedAt, now));
    if (state) this.#file(raw, response, state, now, wire.failure !== undefined);
    return raw;
  }

  /** Adds an exchange that another process recorded. `at` is the real time of its end. */
  file(exchange: Exchange, response: ApiResponse, at: number): void {
    const { era, notes } = response;
    const state = era === undefined ? this.workspace('', at) : this.#workspaces.get(notes.workspaceId ?? '');
    if (!state) return;
    this.#file(exchange, response, state, readClock(state.clock, at), exchange.failure !== undefined);
  }

  #file(
    exchange: RawExchange | Exchange,
    response: ApiResponse,
    state: WorkspaceState,
    now: number,
    isBroken: boolean,
  ): void {
    const { era, delivery } = response;
    if (delivery) state.held.handOver(response, now, isBroken);
    if (era !== undefined && era !== state.era) return;
    state.journal.add(exchange);
    // After the journal has it, because the journal knows all keys.
    const finished = (): Exchange =>
      withoutBodies(exchange instanceof RawExchange ? exchange.finish() : exchange);
    if (era === undefined) this.#emitUnassigned(finished);
    state.events?.emit({ kind: 'exchange', exchange: finished() });
  }

  /** Tells the followers of all workspaces of an exchange that belongs to none. */
  #emitUnassigned(finished: () => Exchange): void {
    const followed = [...this.#workspaces.values()].flatMap(({ events }) => events ?? []);
    if (followed.length === 0) return;
    const exchange = finished();
    for (const events of followed) events.emit({ kind: 'unassigned', exchange });
  }

  /** The number of the last exchange. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The states of all workspaces that were used. */
  states(): IterableIterator<WorkspaceState> {
    return this.#workspaces.values();
  }

  /** Whether a workspace was used. */
  protected isUsed(workspaceId: string): boolean {
    return this.#workspaces.has(workspaceId);
  }

  protected keyOf(request: Pick<ApiRequest, 'header'>): SentKey | undefined {
    return this.#keys.of(request);
  }

  /** Resolves when the state is current. Only a state that several processes share can be behind. */
  current(): Awaitable<void> {}

  /** The numbers of new exchanges continue after this one. */
  countFrom(sequence: number): void {
    this.#sequence = Math.max(this.#sequence, sequence);
  }

  /** The server's default scenario. */
  get defaultScenario(): string {
    return this.#options.defaultScenario;
  }

  /** Tells the followers of all workspaces that scenario files have changed. */
  emitScenarios(): void {
    for (const { events } of this.#workspaces.values()) events?.emit('scenarios');
  }

  /**
   * Resets a workspace: deletes jobs, presentations and the journal, clears the active scenario, and sets the clock to the
   * real time.
   */
  async reset(workspaceId: string, real: number): Promise<void> {
    const state = this.workspace(workspaceId, real);
    await state.lock.runAlone(async () => {
      const cleared = this.world.store.clear(workspaceId);
      state.reset(real);
      await cleared;
    });
    state.events?.emit('reset');
  }

  /** Deletes the state of a workspace. */
  forget(workspaceId: string): void {
    this.#workspaces.get(workspaceId)?.events?.emit('closed');
    this.#workspaces.delete(workspaceId);
    void this.world.store.clear(workspaceId);
    this.#options.budget?.close(workspaceId);
  }

  /** The workspace of a request, by its key; `undefined` if the request is refused. */
  workspaceFor(request: Pick<ApiRequest, 'header' | 'isExposed'>): WorkspaceRow | undefined {
    const key = this.keyOf(request);
    const isOff = request.isExposed && key && this.world.exposure?.refusesKey(key.value) !== undefined;
    return isOff ? undefined : this.#workspaceOf(key);
  }

  /** The workspace that a key opens; `undefined` if the request is refused. */
  #workspaceOf(key: SentKey | undefined): WorkspaceRow | undefined {
    const { directory } = this.world;
    const own = key && workspaceOfKey(directory, key);
    if (own) return own;
    const { keyCheck } = this.#options;
    const isAccepted = keyCheck === 'none' || (keyCheck === 'any' && key !== undefined);
    return isAccepted ? directory.workspace(DEFAULT_WORKSPACE) : undefined;
  }

  /** Completes the refusal of a request without a workspace. */
  #refuse(
    response: ApiResponse,
    request: ApiRequest,
    key: SentKey | undefined,
    operationId: OperationId | undefined,
  ): ApiResponse {
    const { problem } = response;
    response.sequence = this.#sequence;
    response.startedAt = request.at;
    response.key = key;
    response.notes = { ...(operationId && { operationId }), ...(problem !== undefined && { problem }) };
    serialise(response, request.requestId, operationId, this.#options.reshape);
    return response;
  }

  /** Waits for the running change, which comes before the request. */
  async #waitForChange(passage: Passage): Promise<ApiResponse> {
    const { request, state, workspace } = passage;
    let { at } = request;
    while (state.lock.change) {
      await state.lock.change;
      // The change can have set the clock, so the request is not earlier than the change.
      at = Math.max(at, state.clock.realAnchor);
      passage.workspace = this.world.directory.workspace(workspace.id) ?? workspace;
    }
    return this.#enter(passage, at);
  }

  /** @param at the real time */
  #enter(passage: Passage, at: number): Awaitable<ApiResponse> {
    const { state } = passage;
    passage.now = readClock(state.clock, at);
    passage.isSteered = state.takeSteering();
    state.revision += 1;
    const response = this.#player.play(passage);
    if (!(response instanceof Promise)) return this.#complete(passage, response);
    // A synchronous request ends before any change starts, so only a waiting request enters the lock.
    state.lock.enterShared();
    return response.then((made) => this.#complete(passage, made)).finally(() => state.lock.leaveShared());
  }

  #complete(passage: Passage, response: ApiResponse): ApiResponse {
    const { request, route, state, workspace, timeline } = passage;
    const { operationId } = route;
    const { job, fault, problem } = response;
    if (this.#options.latency) delay(response, this.#options.latency, passage);
    response.sequence = passage.sequence;
    response.startedAt = passage.now;
    response.key = passage.key;
    response.era = state.era;
    response.isSteered = passage.isSteered;
    response.notes = {
      operationId,
      workspaceId: workspace.id,
      scenario: timeline?.name,
      generationId: job?.id,
      jobStatus: job?.status,
      fault,
      problem,
    };
    serialise(response, request.requestId, operationId, this.#options.reshape);
    // Other operations do not change the state of a job.
    const changesJob = operationId === 'startGeneration' || operationId === 'sendGenerationMessage';
    if (changesJob && job) state.events?.emit({ kind: 'job', id: job.id });
    if (response.delivery) state.held.add(response);
    return response;
  }
}

/** A paused clock would hold the response until somebody advances it, so it is not delayed then. */
function delay(response: ApiResponse, { min, max }: Span, { state, now }: Passage): void {
  if (state.clock.paused || response.delivery?.holdUntil !== undefined) return;
  const share = draw(state.settings.seed, 'latency', state.countResponse());
  response.delivery = { ...response.delivery, holdUntil: now + Math.round(min + (max - min) * share) };
}
