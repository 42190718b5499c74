/**
 * The service: takes a request, gives the answer. Every transport calls this and nothing below it. The order in which a
 * request is looked at: path and method, key, scenario, access, rate, fault, body, operation.
 */
import type { Exchange } from '../journal/exchange.js';
import type { RingLimits } from '../journal/ring.js';
import type { Timeline, RateLimit } from '../scenario/timeline.js';
import type { Job } from '../store/store.js';
import type { Answer, ApiRequest, Caller, Delivery, Result } from './api.js';
import { readBody, type ReadBody } from './body.js';
import { chooseScenario, SCENARIO_HEADER } from './choose-scenario.js';
import { readClock, startClock } from './clock.js';
import {
  countsRequests,
  deliveryOf,
  describeFault,
  faultResult,
  findFault,
  malform,
  type FaultOccasion,
} from './faults.js';
import { journalEntry, type FinishedExchange } from './journal-entry.js';
import { findKey, hashKey, sentKey } from './keys.js';
import type { OperationOutput, World } from './operations/operation.js';
import { operations } from './operations/table.js';
import { refuseAccess, refuseKey, refuseRate, refuseRoute, refuseScenario } from './refusals.js';
import { matchRoute, type Routed } from './router.js';
import { WorkspaceState } from './workspace-state.js';

export interface ServiceOptions extends World {
  /** The scenario of requests that nothing else gives one. */
  readonly defaultScenario: string;
  /** For every key, unless the scenario has its own. */
  readonly rateLimit: RateLimit | undefined;
  /** How many seconds pass on new workspaces' clocks in a real one. */
  readonly speed: number;
  readonly journal?: RingLimits;
  /** Makes SHA-256 in hex, as `hashKey` does, if the platform has something faster. */
  readonly hashKey?: ((key: string) => string) | undefined;
}

type Operated = Extract<Routed, { kind: 'operation' }>;

/** What came of a request, before it is an answer. */
interface Answered {
  readonly result: Result;
  readonly notes: Answer['notes'];
  readonly delivery?: Delivery | undefined;
  readonly malformed?: boolean;
}

/** The result of a request whose connection is cut or left waiting. */
const NOTHING: Result = { status: 0, headers: {}, body: undefined };

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
    this.world = options;
    this.#hashKey = options.hashKey ?? hashKey;
  }

  /** The clock, scenario and journal of a workspace. The empty id stands for requests that no key opened a workspace for. */
  workspace(id: string, real: number): WorkspaceState {
    let state = this.#workspaces.get(id);
    if (!state) {
      state = new WorkspaceState(id, startClock(real, this.#options.speed), this.#options.journal);
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
    if (routed.kind !== 'operation') {
      return finish(request, sequence, { result: refuseRoute(routed, request.requestId), notes: {} }, key);
    }
    const { operationId } = routed.route;
    const workspaceId = key && findKey(this.world.directory, key.hash)?.workspaceId;
    const workspace = workspaceId === undefined ? undefined : this.world.directory.workspace(workspaceId);
    if (!key || !workspace) {
      return finish(
        request,
        sequence,
        { result: refuseKey(key, request.requestId), notes: { operationId } },
        key,
      );
    }
    const state = this.workspace(workspace.id, request.at);
    const now = readClock(state.clock, request.at);
    const answered = await this.#answerCaller(request, routed, { workspace, keyHash: key.hash }, state, now);
    return finish(request, sequence, answered, key, now);
  }

  /** Enters a finished exchange into the journal of its workspace, without its key. */
  record(wire: FinishedExchange, answer: Answer): Exchange {
    const state = this.workspace(answer.notes.workspaceId ?? '', wire.endedAt);
    const exchange = journalEntry(wire, answer, state.clock);
    state.journal.add(exchange);
    return exchange;
  }

  /** Forgets what a workspace's clients did: jobs, presentations, journal, active scenario; the clock starts anew. */
  async reset(workspaceId: string, real: number): Promise<void> {
    await this.world.store.clear(workspaceId);
    this.workspace(workspaceId, real).reset(real);
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
        active: state.active,
      },
      this.world.library,
      this.#options.defaultScenario,
    );
    if ('unknown' in timeline)
      return { result: refuseScenario(timeline, request.requestId), notes: { operationId, workspaceId } };
    return this.#play({ request, routed, caller, state, now, body, job, timeline });
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
        ? faultResult(fault.answer, request.requestId)
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

  async #refuseRate({ request, caller, timeline, now }: Passage): Promise<Result | undefined> {
    const rate = timeline.rateLimit ?? this.#options.rateLimit;
    if (!rate) return undefined;
    const bucket = `${caller.keyHash}:${rate.requests}/${rate.window}`;
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
    const seed = job?.seed ?? timeline.seed ?? this.world.seed;
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

/** What came of a request as an answer: serialised, with the headers every answer has. */
function finish(
  request: ApiRequest,
  sequence: number,
  { result, notes, delivery, malformed }: Answered,
  key: Answer['key'],
  startedAt = request.at,
): Answer {
  const { status, body, mediaType = 'application/json' } = result;
  const headers: Record<string, string> =
    body === undefined
      ? { 'X-Request-Id': request.requestId }
      : { 'X-Request-Id': request.requestId, 'Content-Type': mediaType, 'Cache-Control': 'no-store' };
  for (const name in result.headers) headers[name] = result.headers[name] as string;
  const text =
    body === undefined ? '' : result.isText && typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    headers,
    body: malformed ? malform(text) : text,
    delivery,
    sequence,
    startedAt,
    key,
    notes: result.problem === undefined ? notes : { ...notes, problem: result.problem },
  };
}
