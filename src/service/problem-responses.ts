/** Builds RFC 9457 problem responses. They are values, not exceptions. One table (generated from the contract) maps each code to its status. */
import type { BodyFault, Problem } from '../generated/presentation-api.js';
import { problems } from '../generated/problems.js';
import { type ApiResponse, createResponse } from './response.js';
import { basePath as documented } from '../generated/routes.js';
import type { CompiledRateLimit } from '../scenario/timeline.js';
import type { ScenarioSelection } from './select-scenario.js';
import type { ApiRequest } from './request.js';
import { DEVELOPMENT_KEYS } from './default-registry.js';
import type { RequestKey } from './keys.js';
import { suggestOperation } from './nearest-operation.js';
import type { RouteMatch } from './router.js';

export type ProblemCode = Problem['code'];

/** A problem body (RFC 9457) with the status of its code. */
export function problemResponse(
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
  const response = createResponse(body.status, body, more.headers);
  response.problem = code;
  return response;
}

/** The best code for a status, for a scenario that gives only the status of an error. */
export function problemCodeForStatus(status: number): ProblemCode {
  for (const [code, problem] of Object.entries(problems)) {
    if (problem.status === status) return code as ProblemCode;
  }
  return status >= 500 ? 'internal_error' : 'bad_request';
}

/**
 * Refuses a request without a key, or with a key that opens no workspace (5).
 * @param areNamedOnly whether development keys are not valid
 */
export function keyProblem(
  key: RequestKey | undefined,
  requestId: string,
  areNamedOnly: boolean,
): ApiResponse {
  const help = areNamedOnly ? '' : ` ${DEVELOPMENT_HELP}`;
  if (key) return problemResponse('unknown_key', `No workspace has this key.${help}`, requestId);
  const detail = `Send the key as "Authorization: Bearer <key>" or as "x-api-key: <key>".${help}`;
  return problemResponse('missing_key', detail, requestId);
}

const DEVELOPMENT_HELP = `The development keys are ${Object.entries(DEVELOPMENT_KEYS)
  .map(([workspace, key]) => `${key} (workspace ${workspace})`)
  .join(' and ')}.`;

/** Refuses an unknown path or method, and responds to OPTIONS. */
export function routeProblem(
  routed: Exclude<RouteMatch, { kind: 'operation' }>,
  { path, requestId }: Pick<ApiRequest, 'path' | 'requestId'>,
  basePath: string,
): ApiResponse {
  if (routed.kind === 'not-found')
    return problemResponse(
      'unknown_path',
      `No operation has this path. ${pathHint(path, basePath)}`,
      requestId,
    );
  const headers = { Allow: routed.allow.join(', ') };
  if (routed.kind === 'options') return createResponse(204, undefined, headers);
  return problemResponse('method_not_allowed', `This path takes ${routed.allow.join(', ')}.`, requestId, {
    headers,
  });
}

/** What is probably wrong with a path that no operation has. */
function pathHint(path: string, basePath: string): string {
  if (path.startsWith(`${documented}/`))
    return `It has ${documented} twice: a poll_url already begins with it, so add the origin of the service only.`;
  if (path.length > 1 && path.endsWith('/')) return 'Leave out the slash at its end.';
  const nearest = suggestOperation(path);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return `The operations are those of the contract, below ${basePath}.`;
}

/** Refuses a request that names an unknown scenario. */
export function scenarioProblem(
  { unknown, at }: Extract<ScenarioSelection, { unknown: string }>,
  requestId: string,
): ApiResponse {
  if (at === 'header') return problemResponse('bad_request', `X-Deckhand-Scenario: ${unknown}`, requestId);
  return problemResponse('invalid_body', 'The body has 1 fault.', requestId, {
    errors: [{ pointer: '/prompt', detail: unknown }],
  });
}

/**
 * Refuses a request over the rate limit (7).
 * @param wait the milliseconds until the next request is accepted
 */
export function rateLimitProblem(
  { requests, windowMs }: CompiledRateLimit,
  wait: number,
  requestId: string,
): ApiResponse {
  const seconds = Math.ceil(wait / 1000);
  const detail = `The key may send ${requests} requests in ${windowMs / 1000} seconds. Try again in ${seconds} seconds.`;
  return problemResponse('rate_limited', detail, requestId, { headers: { 'Retry-After': String(seconds) } });
}
