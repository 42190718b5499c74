/** The errors of the control API as problem details (RFC 9457). */
import { pluralize } from '../../base/text/pluralize.js';
import type { ControlProblem, InputIssue } from '../../generated/control-api.js';
import { UserError } from '../../base/user-error.js';

export type ControlProblemCode = ControlProblem['code'];

const PROBLEM_BY_CODE: Readonly<Record<ControlProblemCode, readonly [status: number, title: string]>> = {
  invalid_input: [400, 'The input is invalid'],
  malformed_body: [400, 'The body cannot be read'],
  host_not_allowed: [403, 'Host not allowed'],
  origin_not_allowed: [403, 'Origin not allowed'],
  token_required: [403, 'Control token required'],
  not_found: [404, 'Not found'],
  unknown_path: [404, 'Unknown path'],
  method_not_allowed: [405, 'Method not allowed'],
  job_conflict: [409, 'Conflict with the state of the job'],
  scenario_conflict: [409, 'The file has another text'],
  not_writable: [403, 'The scenario cannot be saved'],
  content_too_large: [413, 'Content too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  internal_error: [500, 'The mock server failed'],
};

export function controlProblem(
  code: ControlProblemCode,
  detail: string,
  errors: readonly InputIssue[] = [],
): ControlProblem {
  const [status, title] = PROBLEM_BY_CODE[code];
  return {
    type: 'about:blank',
    title,
    status,
    detail,
    code,
    ...(errors.length > 0 && { errors: [...errors] }),
  };
}

/** The problem for a user error; `undefined` for other errors, which are bugs. */
export function toControlProblem(error: unknown): ControlProblem | undefined {
  if (!(error instanceof UserError)) return undefined;
  switch (error.code) {
    case 'invalid-input':
      return controlProblem('invalid_input', countIssues(error.issues), error.issues);
    case 'not-found':
      return controlProblem('not_found', error.message);
    case 'too-large':
      return controlProblem('content_too_large', error.message);
    case 'job-conflict':
      return controlProblem('job_conflict', error.message);
    case 'scenario-conflict':
      return controlProblem('scenario_conflict', error.message);
    case 'not-writable':
      return controlProblem('not_writable', error.message);
    default:
      return controlProblem('invalid_input', error.message, [{ pointer: '', detail: error.message }]);
  }
}

function countIssues({ length }: readonly InputIssue[]): string {
  return `The input has ${pluralize(length, 'error')}. Nothing was changed.`;
}
