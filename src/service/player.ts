/**
 * Plays a request in its workspace: scenario, access, rate, fault, body, operation. It is asynchronous only if the store is.
 */
import { andThen, type Awaitable } from '../base/awaitable.js';
import type { Route } from '../generated/routes.js';
import type { Timeline } from '../scenario/timeline.js';
import type { WorkspaceRow } from '../store/directory-rows.js';
import type { Job } from '../store/store.js';
import type { ApiRequest } from './api.js';
import { readBody } from './body.js';
import { chooseScenario, SCENARIO_HEADER } from './choose-scenario.js';
import {
  countsRequests,
  describeFault,
  faultResponse,
  findFault,
  playFault,
  type FaultOccasion,
} from './faults.js';
import { WITHOUT_KEY, type SentKey } from './keys.js';
import type { World } from './operations/operation.js';
import { operations } from './operations/table.js';
import { refuseAccess, refuseRate, refuseScenario } from './refusals.js';
import type { ApiResponse } from './response.js';
import type { WorkspaceState } from './workspace-state.js';

/** A request on its way through the service, after its path, its method and its key were accepted. */
export interface Passage {
  readonly request: ApiRequest;
  readonly sequence: number;
  /** Undefined if the service accepts requests without a key. */
  readonly key: SentKey | undefined;
  readonly route: Route;
  /** The path parameter, or empty. */
  readonly id: string;
  workspace: WorkspaceRow;
  readonly state: WorkspaceState;
  /** The current time on the workspace's clock. */
  now: number;
  isSteered: boolean;
  body: unknown;
  bodyRefusal: ApiResponse | undefined;
  /** Whether the operation also accepts an invalid body. */
  isLenient: boolean;
  job: Job | undefined;
  timeline: Timeline | undefined;
}

/** With the scenario for this request. */
type InForce = Passage & { readonly timeline: Timeline };

export class Player {
  readonly #world: World;
  /** The scenario of requests that have no other. */
  readonly #defaultScenario: string;

  constructor(world: World, defaultScenario: string) {
    this.#world = world;
    this.#defaultScenario = defaultScenario;
  }

  /** The scenario's response to the request. */
  play(passage: Passage): Awaitable<ApiResponse> {
    const { operationId } = passage.route;
    const isAboutJob = operationId === 'getGenerationStatus' || operationId === 'sendGenerationMessage';
    if (!isAboutJob) return this.#chooseScenario(passage);
    return andThen(this.#world.store.job(passage.workspace.id, passage.id), (job) => {
      passage.job = job;
      return this.#chooseScenario(passage);
    });
  }

  #chooseScenario(passage: Passage): Awaitable<ApiResponse> {
    const { request, route, state, job } = passage;
    const { library } = this.#world;
    const body = readBody(route, request);
    const choice =
      (job && library.byId(job.timelineId)) ??
      chooseScenario(
        {
          header: request.header(SCENARIO_HEADER),
          start: route.operationId === 'startGeneration' ? body.value : undefined,
          active: state.active && library.latest(state.active),
        },
        library,
        state.settings.fallback ?? this.#defaultScenario,
      );
    if ('unknown' in choice) return refuseScenario(choice, request.requestId);
    passage.body = body.value;
    passage.bodyRefusal = body.refusal;
    passage.timeline = choice;
    return state.armed.size === 0
      ? this.#playScenario(passage as InForce)
      : this.#playArmed(passage as InForce);
  }

  /** Plays an active fault, which overrides the scenario. */
  #playArmed(passage: InForce): Awaitable<ApiResponse> {
    const { state, now, route, request, id } = passage;
    const { seed } = state.settings;
    const armed = state.armed.take({ operation: route.operationId, id, now, seed });
    if (!armed) return this.#playScenario(passage);
    state.events?.emit('faults');
    const { fault, left: ordinal } = armed;
    const words = `active: ${describeFault(fault)}`;
    const { requestId } = request;
    const circumstances = {
      ordinal,
      seed,
      now,
      requestId,
      generationId: undefined,
      words,
    };
    return playFault(fault, circumstances, () => this.#playScenario(passage));
  }

  /** Responds as the scenario says. */
  #playScenario(passage: InForce): Awaitable<ApiResponse> {
    const { request, workspace, timeline, state, key, now } = passage;
    const refusal = refuseAccess(workspace, timeline, request.requestId);
    if (refusal) return refusal;
    const rate = timeline.rateLimit ?? state.settings.rateLimit;
    if (!rate) return this.#playScenarioFault(passage);
    return andThen(
      this.#world.store.take(workspace.id, (key ?? WITHOUT_KEY).bucketFor(rate), rate, now),
      (wait) => {
        if (wait === 0) return this.#playScenarioFault(passage);
        const { rateAnswer } = timeline;
        if (rateAnswer && rate === timeline.rateLimit) {
          const retry_after = String(Math.ceil(wait / 1000));
          return faultResponse(rateAnswer, request.requestId, { retry_after });
        }
        return refuseRate(rate, wait, request.requestId);
      },
    );
  }

  #playScenarioFault(passage: InForce): Awaitable<ApiResponse> {
    const { request, timeline, job, now } = passage;
    if (timeline.faults.length === 0) return this.#operate(passage);
    return andThen(this.#occasion(passage), (occasion) => {
      const fault = findFault(timeline, occasion);
      if (!fault) return this.#operate(passage);
      const { ordinal, seed } = occasion;
      const words = describeFault(fault);
      const circumstances = {
        ordinal,
        seed,
        now,
        requestId: request.requestId,
        generationId: job?.id,
        words,
      };
      passage.isLenient = fault.takesEffect;
      return playFault(fault, circumstances, () => this.#operate(passage));
    });
  }

  #operate(passage: InForce): Awaitable<ApiResponse> {
    const refusal = passage.isLenient ? undefined : passage.bodyRefusal;
    return refusal ?? operations[passage.route.operationId](passage, this.#world);
  }

  #occasion({ route, workspace, state, job, timeline, now }: InForce): Awaitable<FaultOccasion> {
    const operation = route.operationId;
    const elapsed = job && now - job.startedAt;
    const seed = job?.seed ?? timeline.seed ?? state.settings.seed;
    if (!countsRequests(timeline, operation)) return { operation, ordinal: 0, elapsed, seed };
    const counter = job ? operation : `${operation}:${timeline.id}:${state.activation}`;
    return andThen(this.#world.store.count(workspace.id, counter, job?.id), (ordinal) => ({
      operation,
      ordinal,
      elapsed,
      seed,
    }));
  }
}
