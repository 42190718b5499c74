/**
 * The response to a request that reads, while the store keeps no command: the current state, without the limits and faults of
 * scenarios, because they count requests.
 */
import { realNow } from '../base/real-time.js';
import type { ApiRequest } from '../service/api.js';
import { readClock } from '../service/clock.js';
import { refuseAccess } from '../service/play.js';
import { operations } from '../service/operations/table.js';
import { refuse } from '../service/refusal.js';
import type { RequestContext } from '../service/request-context.js';
import { serialise, type ApiResponse } from '../service/response.js';
import { matchRoute } from '../service/router.js';
import type { Service } from '../service/service.js';
import { RETRY_AFTER, type StoreAway, type StoreFull } from './store-error.js';

/** @param real the time of the store @returns undefined for other requests */
export function readOnly(service: Service, request: ApiRequest, real: number): ApiResponse | undefined {
  const { shared } = service;
  const { requestId } = request;
  const routed = matchRoute(request.method, request.path);
  const workspace = request.outside?.keyRefusal === undefined ? service.workspaceFor(request) : undefined;
  if (routed.kind !== 'operation' || request.method !== 'GET' || !workspace) return undefined;
  const { route, id } = routed;
  const state = service.workspace(workspace.id, real);
  const job = shared.store.job(workspace.id, id);
  const timeline =
    (job && shared.library.byId(job.timelineId)) ?? shared.library.need(shared.defaultScenario);
  const { operationId: operation } = route;
  const now = readClock(state.clock, real);
  const context: RequestContext = {
    requestId,
    key: undefined,
    newName: undefined,
    operation,
    id,
    workspace,
    state,
    now,
    job,
    timeline,
    body: undefined,
    isLenient: false,
  };
  const response = refuseAccess(workspace, timeline, requestId) ?? operations[operation](context, shared);
  response.startedAt = now;
  response.notes = { operationId: operation, workspaceId: workspace.id };
  serialise(response, requestId);
  return response;
}

/** The store does not answer, or is full. The exchange is in no journal. */
export function unavailable(error: StoreAway | StoreFull, { requestId }: ApiRequest): ApiResponse {
  const headers = { 'Retry-After': String(RETRY_AFTER) };
  const response = refuse('service_unavailable', error.message, requestId, { headers });
  response.notes = { problem: 'service_unavailable' };
  response.startedAt = realNow();
  serialise(response, requestId);
  return response;
}
