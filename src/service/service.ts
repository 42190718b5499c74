/**
 * The service: takes a request, gives the answer. Every transport calls this and nothing below it. The order in which a
 * request is looked at: path and method, key, scenario, access, rate, fault, body, operation.
 */
import type { Exchange } from '../journal/exchange.js';
import type { RingLimits } from '../journal/ring.js';
import type { Timeline, RateLimit } from '../scenario/timeline.js';
import type { Job } from '../store/store.js';
import type { Answer, ApiRequest, Caller, Reshape, Result } from './api.js';
import { finish, NOTHING, type Answered } from './answered.js';
import { readBody, type ReadBody } from './body.js';
import { chooseScenario, SCENARIO_HEADER } from './choose-scenario.js';
import { readClock, startClock } from './clock.js';
import {
  countsRequests,
  deliveryOf,
  describeFault,
  faultResult,
  findFault,
  type FaultOccasion,
} from './faults.js';
import { journalEntry, type FinishedExchange } from './journal-entry.js';
import { tellOfJob, withoutBodies } from './happenings.js';
import { hashKey, sentKey, workspaceOfKey } from './keys.js';
import { meetArmed } from './meet-armed.js';
import type { OperationOutput, World } from './operations/operation.js';
import { operations } from './operations/table.js';
import { refuseAccess, refuseKey, refuseRate, refuseRoute, refuseScenario } from './refusals.js';
import { matchRoute, type Routed } from './router.js';
import { WorkspaceState } from './workspace-state.js';

export interface ServiceOptions extends Omit<World, 'seedOf'> {
  /** Fixes everything random. A scenario's own seed goes before it. */
  readonly seed: number;
  /** The scenario of requests that nothing else gives one. */
  readonly defaultScenario: string;
  /** For every key, unless the scenario has its own. */
  readonly rateLimit: RateLimit | undefined;
  /** How many seconds pass on new workspaces' clocks in a real one. */
  readonly speed: number;
  readonly journal?: RingLimits;
  /** Makes SHA-256 in hex, as `hashKey` does, if the platform has something faster. */
  readonly hashKey?: ((key: string) => string) | undefined;
  /** Gives every answer another shape. */
  readonly reshape?: Reshape | undefined;
}

type Operated = Extract<Routed, { kind: 'operation' }>;

/** A sandbox is for one test: there are many, and none needs much. */
const SANDBOX_JOURNAL: RingLimits = { entries: 1000, bytes: 1_048_576 };

/** A request on its way through. */
interface Passage {
  readonly request: ApiRequest;
  readonly routed: Operated;
  readonly caller: Caller;
  readonly state: WorkspaceState;
  readonly now: number;
  readonly body: ReadBody;
  readonly job: Job | undefined;
  readonly timeline: Timeline;
}

export class Service {
  readonly world: World;
  readonly #options: ServiceOptions;
  readonly #workspaces = new Map<string, WorkspaceState>();
  readonly #hashKey: (key: string) => string;
  #sequence = 0;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.world = {
      ...options,
      seedOf: (workspaceId) => this.#workspaces.get(workspaceId)?.settings.seed ?? options.seed,
    };
    this.#hashKey = options.hashKey ?? hashKey;
  }

  /**
   * The clock, scenario and journal of a workspace; a sandbox that was forgotten begins anew. The empty id stands for requests
   * that no key opened a workspace for.
   */
  workspace(id: string, real: number): WorkspaceState {
    let state = this.#workspaces.get(id);
    if (!state) {
      // What the directory does not know it cannot forget.
      this.world.directory.openWorkspace(id);
      const { seed, rateLimit, speed, journal } = this.#options;
      const settings = { seed, rateLimit, fallback: undefined };
      const limits = this.world.directory.isSandbox(id) ? SANDBOX_JOURNAL : journal;
      state = new WorkspaceState(id, startClock(real, speed), limits, settings);
      this.#workspaces.set(id, state);
    }
    return state;
  }

  /** Answers a request. Whatever the request holds, this does not throw; what it throws is a bug. */
  async answer(request: ApiRequest): Promise<Answer> {
    this.#sequence += 1;
    const sequence = this.#sequence;
    const value = sentKey(request.header);
    const key = value === undefined ? undefined : { value, hash: this.#hashKey(value) };
    const routed = matchRoute(request.method, request.path);
    const { reshape } = this.#options;
    if (routed.kind !== 'operation') {
      const result = refuseRoute(routed, request.requestId);
      return finish(request, { result, notes: {} }, { sequence, key, reshape });
    }
    const { operationId } = routed.route;
    let workspace = key && workspaceOfKey(this.world.directory, key);
    if (!key || !workspace) {
      const result = refuseKey(key, request.requestId);
      return finish(request, { result, notes: { operationId } }, { sequence, key, reshape });
    }
    const state = this.workspace(workspace.id, request.at);
    let { at } = request;
    while (state.gate.closed) {
      await state.gate.closed;
      // The change may have set the clock, and has happened before this request.
      at = Math.max(at, state.clock.realAnchor);
      workspace = this.world.directory.workspace(workspace.id) ?? workspace;
    }
    state.gate.enter();
    try {
      const now = readClock(state.clock, at);
      const steered = state.takeSteering();
      const caller = { workspace, keyHash: key.hash };
      const answered = await this.#answerCaller(request, routed, caller, state, now);
      if (state.happenings) tellOfJob(state.happenings, operationId, answered.notes.generationId);
      const answer = finish(request, answered, {
        sequence,
        key,
        startedAt: now,
        era: state.era,
        steered,
        reshape,
      });
      state.held.add(answer);
      return answer;
    } finally {
      state.gate.leave();
    }
  }

  /** Enters a finished exchange into the journal of its workspace, without its key; not if that was forgotten meanwhile. */
  record(wire: FinishedExchange, answer: Answer): Exchange {
    const { era, notes } = answer;
    const state =
      era === undefined ? this.workspace('', wire.endedAt) : this.#workspaces.get(notes.workspaceId ?? '');
    if (!state) return journalEntry(wire, answer, startClock(wire.endedAt, this.#options.speed));
    state.held.handOver(answer, readClock(state.clock, wire.endedAt), wire.failure !== undefined);
    const exchange = journalEntry(wire, answer, state.clock);
    if (era !== undefined && era !== state.era) return exchange;
    state.journal.add(exchange);
    state.happenings?.add({ kind: 'exchange', exchange: withoutBodies(exchange) });
    return exchange;
  }

  /** Numbers further exchanges after this one. */
  countFrom(sequence: number): void {
    this.#sequence = Math.max(this.#sequence, sequence);
  }

  /** The server's default scenario. */
  get defaultScenario(): string {
    return this.#options.defaultScenario;
  }

  /** Tells whoever follows a workspace that the files of scenarios are others now. */
  tellOfScenarios(): void {
    for (const { happenings } of this.#workspaces.values()) happenings?.add('scenarios');
  }

  /** Forgets what a workspace's clients did: jobs, presentations, journal, active scenario; the clock starts anew. */
  async reset(workspaceId: string, real: number): Promise<void> {
    const state = this.workspace(workspaceId, real);
    await state.gate.alone(async () => {
      const cleared = this.world.store.clear(workspaceId);
      state.reset(real);
      await cleared;
    });
    state.happenings?.add('reset');
  }

  /** Forgets that there was such a workspace. */
  forget(workspaceId: string): void {
    this.#workspaces.get(workspaceId)?.happenings?.add('closed');
    this.#workspaces.delete(workspaceId);
    void this.world.store.clear(workspaceId);
  }

  async #answerCaller(
    request: ApiRequest,
    routed: Operated,
    caller: Caller,
    state: WorkspaceState,
    now: number,
  ): Promise<Answered> {
    const { id: workspaceId } = caller.workspace;
    const { operationId } = routed.route;
    const isAboutJob = operationId === 'getGenerationStatus' || operationId === 'sendGenerationMessage';
    const job = isAboutJob ? await this.world.store.job(workspaceId, routed.id) : undefined;
    const body = readBody(routed.route, request);

    const timeline = chooseScenario(
      {
        ofJob: job && this.world.library.byId(job.timelineId),
        header: request.header(SCENARIO_HEADER),
        start: operationId === 'startGeneration' ? body.value : undefined,
        active: state.active && this.world.library.latest(state.active),
      },
      this.world.library,
      state.settings.fallback ?? this.#options.defaultScenario,
    );
    if ('unknown' in timeline)
      return { result: refuseScenario(timeline, request.requestId), notes: { operationId, workspaceId } };
    const passage = { request, routed, caller, state, now, body, job, timeline };
    return state.armed.size === 0 ? this.#play(passage) : this.#meetArmed(passage);
  }

  /** Answers as the scenario has it, or as what somebody armed has it, which goes before everything else. */
  async #meetArmed(passage: Passage): Promise<Answered> {
    const { state, now, routed, request } = passage;
    const armed = state.armed.take(routed.route.operationId, now);
    if (!armed) return this.#play(passage);
    state.happenings?.add('faults');
    const { seed } = state.settings;
    const { requestId } = request;
    const { notes } = noted(NOTHING, passage);
    return meetArmed(armed, { seed, now, requestId, notes }, () => this.#play(passage));
  }

  /** Answers as the scenario in force would have it. */
  async #play(passage: Passage): Promise<Answered> {
    const { request, caller, timeline } = passage;
    const refusal =
      refuseAccess(caller.workspace, timeline, request.requestId) ?? (await this.#refuseRate(passage));
    if (refusal) return noted(refusal, passage);
    if (timeline.faults.length === 0) return noted(await this.#operate(passage), passage);

    const occasion = await this.#occasion(passage);
    const fault = findFault(timeline, occasion);
    if (!fault) return noted(await this.#operate(passage), passage);
    const output: OperationOutput = fault.connection
      ? NOTHING
      : fault.answer
        ? faultResult(fault.answer, request.requestId, passage.job?.id)
        : await this.#operate(passage);
    return {
      ...noted(output, passage, describeFault(fault)),
      delivery: deliveryOf(fault, occasion, passage.now),
      malformed: fault.corrupt === 'malformed',
    };
  }

  async #operate({ request, routed, caller, now, body, job, timeline }: Passage): Promise<OperationOutput> {
    if (body.refusal) return body.refusal;
    const { requestId } = request;
    const input = { caller, id: routed.id, body: body.value, timeline, job, requestId, now };
    return operations[routed.route.operationId](input, this.world);
  }

  async #refuseRate({ request, caller, timeline, state, now }: Passage): Promise<Result | undefined> {
    const rate = timeline.rateLimit ?? state.settings.rateLimit;
    if (!rate) return undefined;
    // A snapshot holds the bucket's name: the start of the hash tells keys apart and gives none away.
    const bucket = `${caller.keyHash.slice(0, 16)}:${rate.requests}/${rate.window}`;
    const wait = await this.world.store.take(caller.workspace.id, bucket, rate, now);
    return wait === 0 ? undefined : refuseRate(rate, wait, request.requestId);
  }

  async #occasion({ routed, caller, state, job, timeline, now }: Passage): Promise<FaultOccasion> {
    const operation = routed.route.operationId;
    let ordinal = 0;
    if (countsRequests(timeline, operation)) {
      const counter = job ? operation : `${operation}:${timeline.id}:${state.activation}`;
      ordinal = await this.world.store.count(caller.workspace.id, counter, job?.id);
    }
    const seed = job?.seed ?? timeline.seed ?? state.settings.seed;
    return { operation, ordinal, elapsed: job && now - job.startedAt, seed };
  }
}

/** A result with what the journal shall know of it. */
function noted(result: OperationOutput, { routed, caller, timeline }: Passage, fault?: string): Answered {
  const { job } = result;
  const notes = {
    operationId: routed.route.operationId,
    workspaceId: caller.workspace.id,
    scenario: timeline.name,
    generationId: job?.id,
    jobStatus: job?.status,
    fault,
  };
  return { result, notes };
}
