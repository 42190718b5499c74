/**
 * The way of one request through the service. Each step can end it: route, key, recording, scenario, active fault, access, rate,
 * fault, body, operation.
 */
import { basePath as documented } from '../generated/routes.js';
import { API_PLANS } from '../scenario/plans.js';
import type { Timeline } from '../scenario/timeline.js';
import type { ApiRequest } from './api.js';
import type { OpenContext, RequestContext, ServiceContext } from './context.js';
import { NO_BODY, readBody } from './body.js';
import { type Choice, chooseScenario, SCENARIO_HEADER } from './choose-scenario.js';
import { readClock } from './clock.js';
import { DEFAULT_WORKSPACE, isPublicKey } from './default-directory.js';
import { countsRequests, describeFault, faultResponse, findFault, playFault, takeFault } from './faults.js';
import { rateBucket, type SentKey, workspaceOfKey } from './keys.js';
import { operations } from './operations/table.js';
import { matchRoute } from './router.js';
import { refuse, refuseKey, refuseRate, refuseRoute, refuseScenario } from './refusal.js';
import type { Replay, ReplayResponse } from './replay.js';
import { type ApiResponse, type Delivery, respond } from './response.js';
import type { WorkspaceRow } from './store/directory-rows.js';
import type { Job } from './store/store.js';

/** @param open gets what the steps find out, also if one of them refuses the request */
export function play(request: ApiRequest, open: OpenContext, shared: ServiceContext): ApiResponse {
  const { requestId } = request;

  const routed = matchRoute(request.method, request.path);
  if (routed.kind !== 'operation') return refuseRoute(routed, request, shared.basePath);
  open.operation = routed.route.operationId;
  open.id = routed.id;

  const workspace = workspaceOf(open.key, shared);
  if (!workspace)
    return (
      replayWithoutWorkspace(request, open, shared) ??
      refuseKey(open.key, requestId, shared.namedKeys !== undefined)
    );
  const context = enter(open, workspace, request.at, shared);

  const { replay } = context.state;
  if (replay) return withActiveFault(context, () => playReplay(replay, request, context, shared));

  open.job = jobOf(context, shared);
  const { requestSchema } = routed.route;
  const body = requestSchema ? readBody(requestSchema, request) : NO_BODY;
  const scenario = scenarioOf(request, context, body.value, shared);
  if ('unknown' in scenario) return refuseScenario(scenario, requestId);
  open.timeline = scenario;
  open.body = body.value;

  return withActiveFault(context, () => {
    const refusal = refuseAccess(workspace, scenario, requestId) ?? refuseOverRate(context, shared);
    if (refusal) return refusal;

    return withScenarioFault(open, context, shared, () => {
      if (body.refusal && !context.isLenient) return body.refusal;
      return operations[context.operation](context, shared);
    });
  });
}

/** The workspace that a key opens; `undefined` if the request is refused. */
export function workspaceOf(
  key: SentKey | undefined,
  { directory, keyCheck, namedKeys }: ServiceContext,
): WorkspaceRow | undefined {
  const isOff = key && namedKeys && isPublicKey(key.value) && !namedKeys.has(key.value);
  const own = key && !isOff ? workspaceOfKey(directory, key) : undefined;
  if (own) return own;
  const isAccepted = keyCheck === 'none' || (keyCheck === 'any' && key !== undefined);
  return isAccepted ? directory.workspace(DEFAULT_WORKSPACE) : undefined;
}

/** The recorded response to a request without a key, or with one that opens no workspace. */
function replayWithoutWorkspace(
  request: ApiRequest,
  { operation, id }: OpenContext,
  shared: ServiceContext,
): ApiResponse | undefined {
  const state = shared.stateOf('', request.at);
  if (!state.replay || !operation) return undefined;
  const now = readClock(state.clock, request.at);
  const played = playReplay(state.replay, request, { operation, id: id ?? '', state, now }, shared);
  return played.problem === undefined ? played : undefined;
}

/**
 * Responds as a recording does: with its bytes, its times, and its failures. While the clock stands still, recorded times hold no response back, and a recorded stall does.
 */
function playReplay(
  replay: Replay,
  request: ApiRequest,
  { operation, id, now, state }: Pick<RequestContext, 'operation' | 'id' | 'now' | 'state'>,
  { publicUrl, basePath }: ServiceContext,
): ApiResponse {
  const sent = request.body;
  const recorded = replay.respond({
    operation,
    isHead: request.method === 'HEAD',
    id,
    body: typeof sent === 'string' ? sent : undefined,
    header: (name) => request.header(name),
    now,
    address: publicUrl() + basePath.slice(0, -documented.length),
  });
  if ('beyond' in recorded)
    return refuse('not_recorded', `Not in the recording: ${recorded.beyond}.`, request.requestId);
  const { status, reason, headers, body, announced, job } = recorded;
  const response = respond(status);
  response.wire = { reason, headers, body, announced };
  response.job = job;
  response.delivery = deliveryOf(recorded, now, state.clock.paused);
  if (recorded.failure !== undefined) response.fault = `recorded: ${recorded.failure}`;
  else if (status === 429 || status >= 500) response.fault = `recorded: ${status}`;
  return response;
}

function deliveryOf(
  { status, wait, drip, failure }: ReplayResponse,
  now: number,
  isPaused: boolean,
): Delivery | undefined {
  const hold = isPaused ? 0 : wait;
  const slow = isPaused ? 0 : drip;
  if (hold === 0 && slow === 0 && failure === undefined) return undefined;
  return {
    ...(hold > 0 && { holdUntil: now + hold }),
    ...(slow > 0 && { drip: slow }),
    ...(failure !== undefined && status === 0 && { connection: failure === 'stall' ? 'stall' : 'reset' }),
    ...(failure !== undefined && status > 0 && { breaksOff: failure }),
  };
}

/** Adds the workspace and its time. From here on, the context misses only what the scenario and the body add. */
function enter(
  open: OpenContext,
  workspace: WorkspaceRow,
  real: number,
  shared: ServiceContext,
): RequestContext {
  const state = shared.stateOf(workspace.id, real);
  open.workspace = workspace;
  open.state = state;
  open.now = readClock(state.clock, real);
  return open as RequestContext;
}

function jobOf({ operation, workspace, id }: RequestContext, { store }: ServiceContext): Job | undefined {
  const isAboutJob = operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';
  return isAboutJob ? store.job(workspace.id, id) : undefined;
}

/** The scenario of the job, if the request is about one, else the one that the request chooses. */
function scenarioOf(
  request: ApiRequest,
  { operation, state, job }: RequestContext,
  body: unknown,
  { library, defaultScenario }: ServiceContext,
): Choice {
  const ofJob = job && library.byId(job.timelineId);
  if (ofJob) return ofJob;
  const wish = {
    header: request.header(SCENARIO_HEADER),
    start: operation === 'startGeneration' ? body : undefined,
    active: state.active && library.latest(state.active),
  };
  return chooseScenario(wish, library, state.settings.fallback ?? defaultScenario);
}

/** An active fault overrides the scenario, and a recording. */
function withActiveFault(context: RequestContext, next: () => ApiResponse): ApiResponse {
  const { state, operation, id, now, requestId } = context;
  if (state.armed.length === 0) return next();
  const { seed } = state.settings;
  const { met, armed } = takeFault(state.armed, { operation, id, now, seed });
  state.armed = armed;
  if (!met) return next();
  state.changes.note('faults');
  const { fault, left: ordinal } = met;
  const words = `active: ${describeFault(fault)}`;
  return playFault(fault, { ordinal, seed, now, requestId, generationId: undefined, words }, next);
}

/** Refuses a workspace whose plan or switch excludes the API. A scenario can change both. */
function refuseAccess(
  { id, plan: ownPlan, apiEnabled }: WorkspaceRow,
  { access }: Timeline,
  requestId: string,
): ApiResponse | undefined {
  const plan = access?.plan ?? ownPlan;
  if (!API_PLANS.includes(plan)) {
    const detail = `The workspace ${id} has the plan "${plan}"; the API is part of max and business.`;
    return refuse('api_not_in_plan', detail, requestId);
  }
  if (access?.apiEnabled ?? apiEnabled) return undefined;
  return refuse('api_disabled', `Switch the API on in the settings of the workspace ${id}.`, requestId);
}

/** Counts the request for its key, and refuses it over the limit. A scenario can have its own limit, and its own refusal. */
function refuseOverRate(
  { timeline, state, key, workspace, now, requestId }: RequestContext,
  { store }: ServiceContext,
): ApiResponse | undefined {
  const rate = timeline.rateLimit ?? state.settings.rateLimit;
  if (!rate) return undefined;
  const wait = store.take(workspace.id, rateBucket(key, rate), rate, now);
  if (wait === 0) return undefined;
  const { rateResponse } = timeline;
  if (!rateResponse || rate !== timeline.rateLimit) return refuseRate(rate, wait, requestId);
  return faultResponse(rateResponse, requestId, { retry_after: String(Math.ceil(wait / 1000)) });
}

/** Plays the fault of the scenario that applies to the request, if there is one. */
function withScenarioFault(
  open: OpenContext,
  context: RequestContext,
  { store }: ServiceContext,
  next: () => ApiResponse,
): ApiResponse {
  const { timeline, operation, workspace, state, job, now, requestId } = context;
  if (timeline.faults.length === 0) return next();
  const counter = job ? operation : `${operation}:${timeline.id}:${state.activation}`;
  const ordinal = countsRequests(timeline, operation) ? store.count(workspace.id, counter, job?.id) : 0;
  const seed = job?.seed ?? timeline.seed ?? state.settings.seed;
  const fault = findFault(timeline, { operation, ordinal, elapsed: job && now - job.startedAt, seed });
  if (!fault) return next();
  open.isLenient = fault.takesEffect;
  const words = describeFault(fault);
  return playFault(fault, { ordinal, seed, now, requestId, generationId: job?.id, words }, next);
}
