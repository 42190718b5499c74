/** Builds problem responses (RFC 9457), which are values, not exceptions. */
import type { BodyIssue, Problem } from '../generated/presentation-api.js';
import { problems, type ProblemCode } from '../generated/problems.js';
import { type ApiResponse, createResponse } from './response.js';
import { basePath as documented } from '../generated/routes.js';
import type { CompiledRateLimit } from '../scenario/timeline.js';
import type { ScenarioSelection } from './select-scenario.js';
import type { ApiRequest } from './request.js';
import type { RequestKey } from './keys.js';
import { hasDoubleSlash, suggestOperation } from './nearest-operation.js';
import { matchRoute, type RouteMatch } from './router.js';

/** Without the keys themselves: no response contains a valid key (5.2). The log of a server names them. */
const DEVELOPMENT_HELP = 'The README of Deckhand names the development keys.';

/** A problem response with the status of its code. */
export function problemResponse(
  code: ProblemCode,
  detail: string,
  requestId: string,
  options: {
    headers?: Readonly<Record<string, string>>;
    errors?: readonly BodyIssue[];
    status?: number;
  } = {},
): ApiResponse {
  const { status, title } = problems[code];
  const body: Problem = {
    type: 'about:blank',
    title,
    status: options.status ?? status,
    detail,
    code,
    request_id: requestId,
    ...(options.errors && { errors: [...options.errors] }),
  };
  const response = createResponse(body.status, body, options.headers);
  response.problem = code;
  return response;
}

/** The problem code for a status, for a fault that has only the status of an error. */
export function problemCodeForStatus(status: number): ProblemCode {
  for (const [code, problem] of Object.entries(problems)) {
    if (problem.status === status) return code as ProblemCode;
  }
  return status >= 500 ? 'internal_error' : 'bad_request';
}

/**
 * The problem of a request without a key, or with an invalid one (5).
 * @param areDevelopmentKeysInvalid whether only the keys that the user named are valid
 */
export function keyProblem(
  key: RequestKey | undefined,
  requestId: string,
  areDevelopmentKeysInvalid: boolean,
): ApiResponse {
  const help = areDevelopmentKeysInvalid ? '' : ` ${DEVELOPMENT_HELP}`;
  if (key) return problemResponse('unknown_key', `No workspace has this key.${help}`, requestId);
  const detail = `Send the key as "Authorization: Bearer <key>" or as "x-api-key: <key>".${help}`;
  return problemResponse('missing_key', detail, requestId);
}

/** The problem of an unknown path or method, or the response to OPTIONS. */
export function routeProblem(
  routed: Exclude<RouteMatch, { kind: 'operation' }>,
  { method, path, requestId }: Pick<ApiRequest, 'method' | 'path' | 'requestId'>,
  basePath: string,
): ApiResponse {
  if (routed.kind === 'not-found')
    return problemResponse(
      'unknown_path',
      `No operation has this path. ${pathHint(path, method, basePath)}`,
      requestId,
    );
  const headers = { Allow: routed.allow.join(', ') };
  if (routed.kind === 'options') return createResponse(204, undefined, headers);
  // A misspelt `/presentations/generate` is the path of a presentation.
  const nearest = suggestOperation(
    path,
    method,
    (route) => route.method === method && !route.path.includes('{'),
  );
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  const detail = `This path supports ${routed.allow.join(', ')}.${hint}`;
  return problemResponse('method_not_allowed', detail, requestId, { headers });
}

/** A hint at the probable error in a path that no operation has. */
function pathHint(path: string, method: string, basePath: string): string {
  if (hasDoubleSlash(path))
    return `It contains a double slash. ${pathHint(path.replace(/\/{2,}/g, '/'), method, basePath)}`;
  if (path.startsWith(`${documented}/`))
    return `It contains ${documented} twice: a poll_url already starts with it, so add only the origin of the service.`;
  if (path.endsWith('/') && matchRoute('OPTIONS', path.slice(0, -1)).kind !== 'not-found')
    return 'Remove the trailing slash.';
  const nearest = suggestOperation(path, method);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return `The operations are those of the contract, below ${basePath}.`;
}

/** The problem of a request that names an unknown scenario. */
export function scenarioProblem(
  { unknown, at }: Extract<ScenarioSelection, { unknown: string }>,
  requestId: string,
): ApiResponse {
  if (at === 'header') return problemResponse('bad_request', `X-Deckhand-Scenario: ${unknown}`, requestId);
  return problemResponse('invalid_body', 'The body has 1 error.', requestId, {
    errors: [{ pointer: '/prompt', detail: unknown }],
  });
}

/**
 * The problem of a request over the rate limit (7).
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
