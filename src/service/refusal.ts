/** Refusals of the service: values, not exceptions. One table (generated from the contract) maps each code to its status. */
import type { BodyFault, Problem } from '../generated/presentation-api.js';
import { problems } from '../generated/problems.js';
import type { Result } from './api.js';

export type ProblemCode = Problem['code'];

/** A problem body (RFC 9457) with the status of its code. */
export function refuse(
  code: ProblemCode,
  detail: string,
  requestId: string,
  more: { headers?: Readonly<Record<string, string>>; errors?: readonly BodyFault[]; status?: number } = {},
): Result {
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
  return {
    status: body.status,
    headers: more.headers ?? {},
    body,
    mediaType: 'application/problem+json',
    problem: code,
  };
}

/** The code that fits a status best, for answers that a scenario asks for by status alone. */
export function codeForStatus(status: number): ProblemCode {
  for (const [code, problem] of Object.entries(problems)) {
    if (problem.status === status) return code as ProblemCode;
  }
  return status >= 500 ? 'internal_error' : 'bad_request';
}
