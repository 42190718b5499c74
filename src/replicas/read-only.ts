/**
 * The response to a request that reads, while the store keeps no command: the current state, without the limits and faults of
 * scenarios, because they count requests.
 */
import { realNow } from '../base/real-time.js';
import type { ApiRequest } from '../service/api.js';
import { readClock } from '../service/clock.js';
import { operations } from '../service/operations/table.js';
import { refuse } from '../service/refusal.js';
import { refuseAccess } from '../service/refusals.js';
import { serialise, type ApiResponse } from '../service/response.js';
import { matchRoute } from '../service/router.js';
import type { Service } from '../service/service.js';
import type { Job } from '../store/store.js';
import { RETRY_AFTER, type StoreAway, type StoreFull } from './store-error.js';

/** @param real the time of the store @returns undefined for other requests */
export async function readOnly(
  service: Service,
  request: ApiRequest,
  real: number,
): Promise<ApiResponse | undefined> {
  const { world } = service;
  const routed = matchRoute(request.method, request.path);
  const workspace = service.workspaceFor(request);
  if (routed.kind !== 'operation' || request.method !== 'GET' || !workspace) return undefined;
  const { route, id } = routed;
  const state = service.workspace(workspace.id, real);
  const job: Job | undefined = await world.store.job(workspace.id, id);
  const timeline = (job && world.library.byId(job.timelineId)) ?? world.library.need(service.defaultScenario);
  const { operationId } = route;
  const now = readClock(state.clock, real);
  const call = { request, workspace, id, body: undefined, isLenient: false, timeline, state, job, now };
  const response =
    refuseAccess(workspace, timeline, request.requestId) ?? (await operations[operationId](call, world));
  response.startedAt = now;
  response.notes = { operationId, workspaceId: workspace.id };
  serialise(response, request.requestId, operationId, undefined);
  return response;
}

/** The store does not answer, or is full. The exchange is in no journal. */
export function unavailable(error: StoreAway | StoreFull, { requestId }: ApiRequest): ApiResponse {
  const headers = { 'Retry-After': String(RETRY_AFTER) };
  const response = refuse('service_unavailable', error.message, requestId, { headers });
  response.notes = { problem: 'service_unavailable' };
  response.startedAt = realNow();
  serialise(response, requestId, undefined, undefined);
  return response;
}
