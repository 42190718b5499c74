/** Converts a failed control request to the error that the verb throws in process, or to an error about the connection. */
import type { ControlProblem } from '../generated/control-api.js';
import { badInput, notFound } from '../service/control/refuse.js';
import { UserError } from '../base/user-error.js';
import type { SendErrors } from './send.js';

/** @param address scheme, host and port of the server */
export function errorsAt(address: string): SendErrors {
  return {
    unreachable: (cause) => unreachable(address, cause),
    refused: (response, body) => refusalOf(address, response, body),
    notDeckhand: (response) => notDeckhand(address, response),
    notFound,
  };
}

/** Node's codes for certificates that it refuses. */
const CERTIFICATE = /CERT|SIGNED|ISSUER|ALTNAME/;

function unreachable(address: string, error: unknown): UserError {
  const reason = reasonOf(error);
  return new UserError('unreachable', `No Deckhand responds at ${address}: ${reason}.`, {
    hint: CERTIFICATE.test(reason)
      ? 'Its certificate is not trusted here. Set NODE_EXTRA_CA_CERTS to the file of its authority, or pass fetch: reachFetch({ ca }) of deckhand/server.'
      : 'Start one with "npx --no deckhand serve", or give the address that it printed.',
    cause: error,
  });
}

function notDeckhand(address: string, { status, headers }: Response): UserError {
  const type = headers.get('content-type') ?? 'no content type';
  return new UserError('not-deckhand', `The server at ${address} is not Deckhand (${status}, ${type}).`, {
    hint: 'Give the address that "npx --no deckhand serve" printed.',
  });
}

/** @param body the body of the refusal, if it is JSON */
function refusalOf(address: string, response: Response, body: unknown): Error {
  if (!isProblem(body)) return notDeckhand(address, response);
  const { code, detail, errors = [] } = body;
  switch (code) {
    case 'bad_input':
    case 'malformed_body':
      return badInput(errors);
    case 'content_too_large':
    case 'unsupported_media_type':
      return badInput([{ pointer: '', detail }]);
    case 'not_found':
      return new UserError('not-found', detail);
    case 'job_conflict':
      return new UserError('job-conflict', detail);
    case 'token_required':
      return new UserError('not-allowed', `${address} does not let itself be steered. ${detail}`, {
        hint: 'Pass the value of its --control-token as the token.',
      });
    case 'foreign_host':
      return new UserError('not-allowed', `${address} does not let itself be steered. ${detail}`, {
        hint: 'Start it with --control-token, and give the token to connectDeckhand.',
      });
    case 'foreign_origin':
      return new UserError('not-allowed', `${address} does not let itself be steered. ${detail}`, {
        hint: 'Call it from Node, or from a page of the same origin.',
      });
    case 'unknown_path':
    case 'method_not_allowed':
      return new UserError('not-deckhand', `The Deckhand at ${address} is of another version. ${detail}`);
    case 'internal_error':
      return new Error(`The Deckhand at ${address} failed: ${detail}`);
  }
}

const CODES: Readonly<Record<ControlProblem['code'], true>> = {
  bad_input: true,
  malformed_body: true,
  foreign_host: true,
  foreign_origin: true,
  token_required: true,
  not_found: true,
  unknown_path: true,
  method_not_allowed: true,
  job_conflict: true,
  content_too_large: true,
  unsupported_media_type: true,
  internal_error: true,
};

/** Problems of the mocked API look similar, but they have a request id. */
function isProblem(body: unknown): body is ControlProblem {
  if (typeof body !== 'object' || body === null || 'request_id' in body) return false;
  const { code, detail, errors = [] } = body as Partial<Record<keyof ControlProblem, unknown>>;
  return (
    typeof code === 'string' &&
    Object.hasOwn(CODES, code) &&
    typeof detail === 'string' &&
    Array.isArray(errors)
  );
}

/** Node has the reason in `cause`. A browser gives no reason, and hides responses of other origins from the page. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: unknown; message?: string }; message?: string };
  if (cause === undefined) return message?.replace(/\.$/, '') ?? 'no response';
  return typeof cause.code === 'string' ? cause.code : (cause.message ?? 'no response');
}
