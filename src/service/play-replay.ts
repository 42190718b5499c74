/** Responds as a recording does: with its bytes, its times, and its failures. */
import { basePath as documented } from '../generated/routes.js';
import type { ApiRequest } from './api.js';
import type { ServiceContext } from './service-context.js';
import { refuse } from './refusal.js';
import type { Replay, ReplayResponse } from './replay.js';
import type { RequestContext } from './request-context.js';
import { respond, type ApiResponse, type Delivery } from './response.js';

/** While the clock stands still, recorded times hold no response back, and a recorded stall does. */
export function playReplay(
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
