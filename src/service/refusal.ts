/** Refusals of the service: values, not exceptions. One table (generated from the contract) maps each code to its status. */
import type { BodyFault, Problem } from '../generated/presentation-api.js';
import { problems } from '../generated/problems.js';
import { type ApiResponse, respond } from './response.js';
import { basePath as documented } from '../generated/routes.js';
import type { RateLimit } from '../scenario/timeline.js';
import type { Choice } from './choose-scenario.js';
import type { ApiRequest } from './api.js';
import { DEVELOPMENT_KEYS } from './default-directory.js';
import type { SentKey } from './keys.js';
import { nearestOperation } from './nearest-operation.js';
import type { Routed } from './router.js';

export type ProblemCode = Problem['code'];

/** A problem body (RFC 9457) with the status of its code. */
export function refuse(
  code: ProblemCode,
  detail: string,
  requestId: string,
  more: { headers?: Readonly<Record<string, string>>; errors?: readonly BodyFault[]; status?: number } = {},
): ApiResponse {
  const { status, title } = problems[code];
  const body: Problem = {
    type: 'about:blank',
    title,
    status: more.status ?? status,
    detail,
    code,
    request_id: requestId,
    ...(more.errors && { errors: [...more.errors] }),
  };
  const response = respond(body.status, body, more.headers);
  response.problem = code;
  return response;
}

/** The best code for a status, for a scenario that gives only the status of an error. */
export function codeForStatus(status: number): ProblemCode {
  for (const [code, problem] of Object.entries(problems)) {
    if (problem.status === status) return code as ProblemCode;
  }
  return status >= 500 ? 'internal_error' : 'bad_request';
}

/**
 * Refuses a request without a key, or with a key that opens no workspace (5).
 * @param areNamedOnly whether development keys are not valid
 */
export function refuseKey(key: SentKey | undefined, requestId: string, areNamedOnly: boolean): ApiResponse {
  const help = areNamedOnly ? '' : ` ${DEVELOPMENT_HELP}`;
  if (key) return refuse('unknown_key', `No workspace has this key.${help}`, requestId);
  const detail = `Send the key as "Authorization: Bearer <key>" or as "x-api-key: <key>".${help}`;
  return refuse('missing_key', detail, requestId);
}

const DEVELOPMENT_HELP = `The development keys are ${Object.entries(DEVELOPMENT_KEYS)
  .map(([workspace, key]) => `${key} (workspace ${workspace})`)
  .join(' and ')}.`;

/** Refuses an unknown path or method, and responds to OPTIONS. */
export function refuseRoute(
  routed: Exclude<Routed, { kind: 'operation' }>,
  { path, requestId }: Pick<ApiRequest, 'path' | 'requestId'>,
  basePath: string,
): ApiResponse {
  if (routed.kind === 'unknown-path')
    return refuse('unknown_path', `No operation has this path. ${slipIn(path, basePath)}`, requestId);
  const headers = { Allow: routed.allow.join(', ') };
  if (routed.kind === 'options') return respond(204, undefined, headers);
  return refuse('method_not_allowed', `This path takes ${routed.allow.join(', ')}.`, requestId, { headers });
}

/** What is probably wrong with a path that no operation has. */
function slipIn(path: string, basePath: string): string {
  if (path.startsWith(`${documented}/`))
    return `It has ${documented} twice: a poll_url already begins with it, so add the origin of the service only.`;
  if (path.length > 1 && path.endsWith('/')) return 'Leave out the slash at its end.';
  const nearest = nearestOperation(path);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return `The operations are those of the contract, below ${basePath}.`;
}

/** Refuses a request that names an unknown scenario. */
export function refuseScenario(
  { unknown, at }: Extract<Choice, { unknown: string }>,
  requestId: string,
): ApiResponse {
  if (at === 'header') return refuse('bad_request', `X-Deckhand-Scenario: ${unknown}`, requestId);
  return refuse('invalid_body', 'The body has 1 fault.', requestId, {
    errors: [{ pointer: '/prompt', detail: unknown }],
  });
}

/**
 * Refuses a request over the rate limit (7).
 * @param wait the milliseconds until the next request is accepted
 */
export function refuseRate({ requests, window }: RateLimit, wait: number, requestId: string): ApiResponse {
  const seconds = Math.ceil(wait / 1000);
  const detail = `The key may send ${requests} requests in ${window / 1000} seconds. Try again in ${seconds} seconds.`;
  return refuse('rate_limited', detail, requestId, { headers: { 'Retry-After': String(seconds) } });
}
