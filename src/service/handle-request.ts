/** The request pipeline: route, key, recording, scenario, access, rate limit, active fault, scenario fault, body, operation. */
import { basePath as documented } from '../generated/routes.js';
import { BORROWED_BODY_FAULT } from '../journal/exchange.js';
import { PLANS_WITH_API, type Timeline } from '../scenario/timeline.js';
import type { ApiRequest } from './request.js';
import type { PartialRequestContext, RequestContext, ServiceContext } from './context.js';
import { NO_BODY, parseBody } from './request-body.js';
import { type ScenarioSelection, selectScenario, SCENARIO_HEADER } from './select-scenario.js';
import { readClock } from './clock.js';
import { DEFAULT_WORKSPACE, isWellKnownKey } from './default-registry.js';
import {
  needsRequestCount,
  describeFault,
  createFaultResponse,
  findFault,
  applyFault,
  consumeFault,
} from './apply-fault.js';
import { rateLimitBucket, type RequestKey, findWorkspaceByKey } from './keys.js';
import { operationHandlers } from './operations/operations.js';
import { matchRoute } from './router.js';
import {
  problemResponse,
  keyProblem,
  rateLimitProblem,
  routeProblem,
  scenarioProblem,
} from './problem-responses.js';
import type { Replay, ReplayResponse, ReplaySource } from './replay-source.js';
import { type ApiResponse, type Delivery, createResponse } from './response.js';
import type { WorkspaceRecord } from './store/registry-records.js';
import type { Job } from './store/store.js';

/** @param partial completed by each step, also if a later step rejects the request */
export function handleRequest(
  request: ApiRequest,
  partial: PartialRequestContext,
  shared: ServiceContext,
): ApiResponse {
  const { requestId } = request;
  if (shared.replay) return handleReplayedRequest(request, partial, shared, shared.replay);

  const routed = matchRoute(request.method, request.path);
  if (routed.kind !== 'operation') return routeProblem(routed, request, shared.basePath);
  partial.operation = routed.route.operationId;
  partial.id = routed.id;

  const workspace = authenticate(partial.key, shared);
  if (!workspace) return keyProblem(partial.key, requestId, shared.allowedKeys !== undefined);
  const context = attachWorkspace(partial, workspace, request.receivedAt, shared);

  partial.job = findJob(context, shared);
  const { requestSchema } = routed.route;
  const body = requestSchema ? parseBody(requestSchema, request) : NO_BODY;
  const scenario = resolveScenario(request, context, body.value, shared);
  if ('unknown' in scenario) return scenarioProblem(scenario, requestId);
  partial.timeline = scenario;
  partial.body = body.value;

  const rejection = validateAccess(workspace, scenario, requestId) ?? enforceRateLimit(context, shared);
  if (rejection) return rejection;

  return withActiveFault(context, () =>
    withScenarioFault(partial, context, shared, () => {
      if (body.problem && !context.skipsValidation) return body.problem;
      return operationHandlers[context.operation](context, shared);
    }),
  );
}

/** The workspace of a key; `undefined` if the request is rejected. */
export function authenticate(
  key: RequestKey | undefined,
  { directory, keyPolicy, allowedKeys }: ServiceContext,
): WorkspaceRecord | undefined {
  const isDisabled = key && allowedKeys && isWellKnownKey(key.value) && !allowedKeys.has(key.value);
  const workspace = key && !isDisabled ? findWorkspaceByKey(directory, key) : undefined;
  if (workspace) return workspace;
  const isAccepted = keyPolicy === 'optional' || (keyPolicy === 'any' && key !== undefined);
  return isAccepted ? directory.workspace(DEFAULT_WORKSPACE) : undefined;
}

/** Responds from a recording, also to requests that the interface does not document. */
function handleReplayedRequest(
  request: ApiRequest,
  partial: PartialRequestContext,
  shared: ServiceContext,
  source: ReplaySource,
): ApiResponse {
  const routed = matchRoute(request.method, request.path);
  const match =
    source.matchOperation(request.method, request.path) ??
    (routed.kind === 'operation' ? { operation: routed.route.operationId, id: routed.id } : undefined);
  partial.operation = match?.operation;
  partial.id = match?.id ?? '';
  const workspace = authenticate(partial.key, shared);
  const unplayed = (): ApiResponse =>
    routed.kind === 'operation' || match
      ? keyProblem(partial.key, request.requestId, shared.allowedKeys !== undefined)
      : routeProblem(routed, request, shared.basePath);
  if (!workspace) return replayWithoutProblem(request, partial, shared, '') ?? unplayed();
  if (!match) {
    const response = replayWithoutProblem(request, partial, shared, workspace.id);
    if (!response) return unplayed();
    attachWorkspace(partial, workspace, request.receivedAt, shared);
    return response;
  }
  const context = attachWorkspace(partial, workspace, request.receivedAt, shared);
  const { replay } = context.state;
  if (!replay) return unplayed();
  return withActiveFault(context, () => replayRequest(replay, request, context, shared));
}

/**
 * The recorded response to a request that the service would reject; `undefined` if there is none.
 * @param workspaceId empty for a request without a key, or with one that opens no workspace
 */
function replayWithoutProblem(
  request: ApiRequest,
  { operation, id = '' }: PartialRequestContext,
  shared: ServiceContext,
  workspaceId: string,
): ApiResponse | undefined {
  const state = shared.getState(workspaceId, request.receivedAt);
  if (!state.replay) return undefined;
  const now = readClock(state.clock, request.receivedAt);
  const response = replayRequest(state.replay, request, { operation, id, state, now }, shared);
  return response.problem === undefined ? response : undefined;
}

/**
 * Replays the recorded response with its bytes, timing and connection failures. While the clock is paused, recorded delays are
 * skipped, but a recorded timeout is not.
 */
function replayRequest(
  replay: Replay,
  request: ApiRequest,
  {
    operation,
    id,
    now,
    state,
  }: Pick<RequestContext, 'id' | 'now' | 'state'> & Pick<PartialRequestContext, 'operation'>,
  { publicUrl, basePath }: ServiceContext,
): ApiResponse {
  const { body: requestBody } = request;
  const recorded = replay.respond({
    operation,
    method: request.method,
    path: request.path,
    query: request.query ?? '',
    id,
    body: typeof requestBody === 'string' ? requestBody : undefined,
    header: (name) => request.header(name),
    now,
    baseUrl: publicUrl() + basePath.slice(0, -documented.length),
  });
  if ('reason' in recorded)
    return problemResponse('not_recorded', `Not in the recording: ${recorded.reason}.`, request.requestId);
  const { status, statusText, headers, body, declaredLength, job } = recorded;
  const response = createResponse(status);
  response.raw = { statusText, headers, body, declaredLength };
  response.job = job;
  response.delivery = replayDelivery(recorded, now, state.clock.paused);
  if (recorded.isBodyBorrowed) response.fault = BORROWED_BODY_FAULT;
  if (recorded.failure !== undefined) response.fault = `recorded: ${recorded.failure}`;
  else if (status === 429 || status >= 500) response.fault = `recorded: ${status}`;
  return response;
}

function replayDelivery(
  { status, timeToFirstByte, drip, failure }: ReplayResponse,
  now: number,
  isPaused: boolean,
): Delivery | undefined {
  const delay = isPaused ? 0 : timeToFirstByte;
  const dripTime = isPaused ? 0 : drip;
  if (delay === 0 && dripTime === 0 && failure === undefined) return undefined;
  return {
    ...(delay > 0 && { notBefore: now + delay }),
    ...(dripTime > 0 && { drip: dripTime }),
    ...(failure !== undefined && status === 0 && { connection: failure === 'timeout' ? 'timeout' : 'reset' }),
    ...(failure !== undefined && status > 0 && { endsWith: failure }),
  };
}

/** Adds the workspace and its time. The returned context still lacks the job, the scenario and the body. */
function attachWorkspace(
  partial: PartialRequestContext,
  workspace: WorkspaceRecord,
  real: number,
  shared: ServiceContext,
): RequestContext {
  const state = shared.getState(workspace.id, real);
  partial.workspace = workspace;
  partial.state = state;
  partial.now = readClock(state.clock, real);
  return partial as RequestContext;
}

function findJob({ operation, workspace, id }: RequestContext, { store }: ServiceContext): Job | undefined {
  const isAboutJob = operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';
  return isAboutJob ? store.job(workspace.id, id) : undefined;
}

/** The scenario of the request's job, or else the one that the request selects. */
function resolveScenario(
  request: ApiRequest,
  { operation, state, job }: RequestContext,
  body: unknown,
  { library, defaultScenario }: ServiceContext,
): ScenarioSelection {
  const jobTimeline = job && library.byId(job.timelineId);
  if (jobTimeline) return jobTimeline;
  const selectors = {
    header: request.header(SCENARIO_HEADER),
    start: operation === 'startGeneration' ? body : undefined,
    active: state.active && library.latestVersion(state.active),
  };
  return selectScenario(selectors, library, state.settings.defaultScenario ?? defaultScenario);
}

/** The maximum number of expired faults that a workspace remembers. */
const MAX_EXPIRED_FAULTS = 100;

/** An active fault overrides the faults and the jobs of the scenario, and a recording. */
function withActiveFault(context: RequestContext, next: () => ApiResponse): ApiResponse {
  const { state, operation, id, now, requestId } = context;
  if (state.activeFaults.length === 0) return next();
  const { seed } = state.settings;
  const { matched, faults, expired } = consumeFault(state.activeFaults, { operation, id, now, seed });
  state.activeFaults = faults;
  if (expired.length > 0)
    state.expiredFaults = [...state.expiredFaults, ...expired].slice(-MAX_EXPIRED_FAULTS);
  if (!matched) return next();
  state.changes.markChanged('faults');
  const { fault, remaining: ordinal } = matched;
  const description = `active: ${describeFault(fault)}`;
  return applyFault(fault, { ordinal, seed, now, requestId, generationId: undefined, description }, next);
}

/** Rejects requests of a workspace whose plan or switch excludes the API. A scenario can override both. */
function validateAccess(
  { id, plan: workspacePlan, apiEnabled }: WorkspaceRecord,
  { access }: Timeline,
  requestId: string,
): ApiResponse | undefined {
  const plan = access?.plan ?? workspacePlan;
  if (!PLANS_WITH_API.includes(plan)) {
    const detail = `The workspace ${id} has the plan "${plan}"; the API is part of max and business.`;
    return problemResponse('api_not_in_plan', detail, requestId);
  }
  if (access?.apiEnabled ?? apiEnabled) return undefined;
  return problemResponse('api_disabled', `Enable the API in the settings of the workspace ${id}.`, requestId);
}

/** Counts the request for its key, and rejects it over the limit. A scenario can override the limit and the response. */
function enforceRateLimit(
  { timeline, state, key, workspace, now, requestId }: RequestContext,
  { store }: ServiceContext,
): ApiResponse | undefined {
  const rateLimit = timeline.rateLimit ?? state.settings.rateLimit;
  if (!rateLimit) return undefined;
  const wait = store.consumeRateLimit(workspace.id, rateLimitBucket(key, rateLimit), rateLimit, now);
  if (wait === 0) return undefined;
  const { rateLimitResponse } = timeline;
  if (!rateLimitResponse || rateLimit !== timeline.rateLimit)
    return rateLimitProblem(rateLimit, wait, requestId);
  return createFaultResponse(rateLimitResponse, requestId, { retry_after: String(Math.ceil(wait / 1000)) });
}

/** Applies the fault of the scenario that matches the request, if there is one. */
function withScenarioFault(
  partial: PartialRequestContext,
  context: RequestContext,
  { store }: ServiceContext,
  next: () => ApiResponse,
): ApiResponse {
  const { timeline, operation, workspace, state, job, now, requestId } = context;
  if (timeline.faults.length === 0) return next();
  const counter = job ? operation : `${operation}:${timeline.id}:${state.activationCount}`;
  const ordinal = needsRequestCount(timeline, operation)
    ? store.incrementCounter(workspace.id, counter, job?.id)
    : 0;
  const seed = job?.seed ?? timeline.seed ?? state.settings.seed;
  const fault = findFault(timeline, { operation, ordinal, elapsed: job && now - job.startedAt, seed });
  if (!fault) return next();
  partial.skipsValidation = fault.takesEffect;
  const description = describeFault(fault);
  return applyFault(fault, { ordinal, seed, now, requestId, generationId: job?.id, description }, next);
}
