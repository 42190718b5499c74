/** Converts a failed control request to the error that the method throws in process, or to an error about the connection. */
import type { ControlProblem } from '../generated/control-api.js';
import { UserError } from '../base/user-error.js';
import { inputError, notFound } from '../service/control/validate-input.js';
import type { ControlClientErrors } from './control-client.js';

/** Node's error codes of certificates that it rejects. */
const CERTIFICATE_ERROR = /CERT|SIGNED|ISSUER|ALTNAME/;

const PROBLEM_CODES: Readonly<Record<ControlProblem['code'], true>> = {
  invalid_input: true,
  malformed_body: true,
  host_not_allowed: true,
  origin_not_allowed: true,
  token_required: true,
  not_found: true,
  unknown_path: true,
  method_not_allowed: true,
  job_conflict: true,
  scenario_conflict: true,
  not_writable: true,
  content_too_large: true,
  unsupported_media_type: true,
  internal_error: true,
};

/** @param origin scheme, host and port of the server */
export function controlErrors(origin: string): ControlClientErrors {
  return {
    unreachable: (cause) => unreachable(origin, cause),
    rejected: (response, body) => toUserError(origin, response, body),
    notDeckhand: (response) => notDeckhand(origin, response),
    notFound,
  };
}

function unreachable(origin: string, error: unknown): UserError {
  const reason = connectionErrorReason(error);
  return new UserError('unreachable', `No Deckhand server responds at ${origin}: ${reason}.`, {
    hint: CERTIFICATE_ERROR.test(reason)
      ? 'Its certificate is not trusted. Set NODE_EXTRA_CA_CERTS to the file of its authority.'
      : 'Start one with "npx --no deckhand serve", or pass the origin that it printed.',
    cause: error,
  });
}

function notDeckhand(origin: string, { status, headers }: Response): UserError {
  const type = headers.get('content-type') ?? 'no content type';
  return new UserError('not-deckhand', `The server at ${origin} is not Deckhand (${status}, ${type}).`, {
    hint: 'Pass the origin that "npx --no deckhand serve" printed.',
  });
}

/** @param body the body of the response, if it is JSON */
function toUserError(origin: string, response: Response, body: unknown): Error {
  if (!isProblem(body)) return notDeckhand(origin, response);
  const { code, detail, errors = [] } = body;
  switch (code) {
    case 'invalid_input':
    case 'malformed_body':
      return inputError(errors);
    case 'content_too_large':
    case 'unsupported_media_type':
      return inputError([{ pointer: '', detail }]);
    case 'not_found':
      return new UserError('not-found', detail);
    case 'job_conflict':
      return new UserError('job-conflict', detail);
    case 'scenario_conflict':
      return new UserError('scenario-conflict', detail);
    case 'not_writable':
      return new UserError('not-writable', detail);
    case 'token_required':
      return new UserError('not-allowed', `${origin} rejected the control request. ${detail}`, {
        hint: 'Pass the value of its --control-token as controlToken.',
      });
    case 'host_not_allowed':
      return new UserError('not-allowed', `${origin} rejected the control request. ${detail}`, {
        hint: 'Start it with --control-token, and pass controlToken to connectDeckhand.',
      });
    case 'origin_not_allowed':
      return new UserError('not-allowed', `${origin} rejected the control request. ${detail}`, {
        hint: 'Call it from Node, or from a page of the same origin.',
      });
    case 'unknown_path':
    case 'method_not_allowed':
      return new UserError('not-deckhand', `The Deckhand server at ${origin} has another version. ${detail}`);
    case 'internal_error':
      return new Error(`The Deckhand server at ${origin} failed: ${detail}`);
  }
}

/** Problems of the mocked API look similar, but they have a request id. */
function isProblem(body: unknown): body is ControlProblem {
  if (typeof body !== 'object' || body === null || 'request_id' in body) return false;
  const { code, detail, errors = [] } = body as Partial<Record<keyof ControlProblem, unknown>>;
  return (
    typeof code === 'string' &&
    Object.hasOwn(PROBLEM_CODES, code) &&
    typeof detail === 'string' &&
    Array.isArray(errors)
  );
}

/** Node has the reason in `cause`. A browser gives no reason, and hides responses of other origins from the page. */
function connectionErrorReason(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: unknown; message?: string }; message?: string };
  if (cause === undefined) return message?.replace(/\.$/, '') ?? 'no response';
  return typeof cause.code === 'string' ? cause.code : (cause.message ?? 'no response');
}
