/**
 * The response to a request that changes nothing, while the store keeps no command: a refusal, or the current state, without the
 * limits and faults of scenarios, because they count requests.
 */
import { realNow } from '../base/real-time.js';
import type { ApiRequest } from '../service/api.js';
import { readClock } from '../service/clock.js';
import { refuseAccess } from '../service/play.js';
import type { SentKey } from '../service/keys.js';
import { operations } from '../service/operations/table.js';
import { refuse } from '../service/refusal.js';
import { refuseKey, refuseRoute } from '../service/refusals.js';
import type { RequestContext } from '../service/request-context.js';
import { serialise, type ApiResponse } from '../service/response.js';
import { matchRoute } from '../service/router.js';
import type { Service } from '../service/service.js';
import { sandboxIdOf } from '../service/store/sandboxes.js';
import { RETRY_AFTER, type StoreAway, type StoreFull } from './store-error.js';

/** @param real the time of the store @returns undefined for a request that changes something */
export function readOnly(
  service: Service,
  request: ApiRequest,
  key: SentKey | undefined,
  real: number,
): ApiResponse | undefined {
  const { shared } = service;
  const { requestId, method, outside } = request;
  const routed = matchRoute(method, request.path);
  if (routed.kind !== 'operation')
    return finish(refuseRoute(routed, request, shared.basePath), requestId, real);
  const workspace = outside?.keyRefusal === undefined ? service.workspaceFor(request) : undefined;
  // Only a command can open a sandbox.
  const opensSandbox = outside?.keyRefusal === undefined && sandboxIdOf(key?.value ?? '') !== undefined;
  if (!workspace) return opensSandbox ? undefined : finish(refuseKey(key, request), requestId, real);
  if (method !== 'GET' && method !== 'HEAD') return undefined;
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
  return finish(response, requestId, now, { operationId: operation, workspaceId: workspace.id });
}

/** The store does not respond, or is full. The exchange is in no journal. */
export function unavailable(error: StoreAway | StoreFull, { requestId }: ApiRequest): ApiResponse {
  const headers = { 'Retry-After': String(RETRY_AFTER) };
  const response = refuse('service_unavailable', error.message, requestId, { headers });
  return finish(response, requestId, realNow());
}

function finish(
  response: ApiResponse,
  requestId: string,
  startedAt: number,
  notes: ApiResponse['notes'] = {},
): ApiResponse {
  const { problem } = response;
  response.startedAt = startedAt;
  response.notes = { ...notes, ...(problem !== undefined && { problem }) };
  serialise(response, requestId);
  return response;
}
