/** Refusals of the service: values, not exceptions. One table (generated from the contract) maps each code to its status. */
import type { BodyFault, Problem } from '../generated/presentation-api.js';
import { problems } from '../generated/problems.js';
import { respond, type ApiResponse } from './response.js';

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
