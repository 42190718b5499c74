/**
 * Controls a mock server in another process, such as `deckhand serve`, over its control API. It has the same verbs as a
 * workspace in process, with promises. It needs only `fetch`.
 */
import type { WorkspaceInfo, ControlProblem } from '../generated/control-api.js';
import { controlPath } from '../generated/control-routes.js';
import { basePath } from '../generated/routes.js';
import { UserError } from '../base/user-error.js';
import { resolveWorkspaceId } from '../service/control/workspace-context.js';
import { inputError, notFound } from '../service/control/validate-input.js';
import { parseHttpUrl } from './options/urls.js';
import { assertKnownOptions } from './options/deckhand-options.js';
import { RemoteWorkspace, type SendControlRequest } from './remote-workspace.js';
import { setParser } from './lazy-scenario-parser.js';
import { isScenarioNameInput, parseScenarioInput, type ScenarioInput } from './scenario-input.js';
import { createControlClient, type ControlClientErrors } from './control-client.js';

export interface ConnectOptions {
  /** The `--control-token` of the server. */
  readonly controlToken?: string;
  /** Headers for a gateway in front of the server, sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Sends the requests. Default: the global `fetch`. In Node, `reachFetch` of `deckhand/server` uses the proxies of the
   * environment and your certificates.
   */
  readonly fetch?: typeof fetch;
}

export class RemoteDeckhand {
  /** Scheme, host and port of the server. */
  readonly origin: string;
  /** @internal */
  readonly sendControlRequest: SendControlRequest;

  constructor(address: string, { controlToken, headers, fetch }: ConnectOptions) {
    this.origin = address;
    const all = {
      ...headers,
      ...(controlToken !== undefined && { Authorization: `Bearer ${controlToken}` }),
    };
    this.sendControlRequest = createControlClient(address + controlPath, {
      headers: () => all,
      ...(fetch && { fetch }),
      errors: controlErrors(address),
    });
  }

  /**
   * A workspace, by its id or by a sandbox key, which opens its own workspace. If there is no such workspace, its verbs
   * throw.
   */
  workspace(id: string): RemoteWorkspace {
    return new RemoteWorkspace(this.sendControlRequest, resolveWorkspaceId(id), loadScenarioInput);
  }

  /** All workspaces; open sandboxes come last. */
  async workspaces(): Promise<readonly WorkspaceInfo[]> {
    const { workspaces } = (await this.sendControlRequest('listWorkspaces', {})) as {
      workspaces: WorkspaceInfo[];
    };
    return workspaces;
  }
}

/**
 * Sends no request. The first method call throws if the server is unreachable.
 * @param address the address that `deckhand serve` prints
 * @throws UserError when the address or an option is wrong
 */
export function connectDeckhand(
  address = 'http://127.0.0.1:4010',
  options: ConnectOptions = {},
): RemoteDeckhand {
  assertKnownOptions(options, ['controlToken', 'headers', 'fetch'] satisfies (keyof ConnectOptions)[]);
  const token = assertSendableToken(options.controlToken);
  assertFreeAuthorization(options);
  const server = parseHttpUrl(String(address).replace(new RegExp(`${basePath}/*$`), ''), 'address');
  return new RemoteDeckhand(server, { ...options, ...(token !== undefined && { controlToken: token }) });
}

/** Texts and files of scenarios are read here, so that their mistakes have a file, a line and a column. */
export async function loadScenarioInput(choice: ScenarioInput) {
  if (isScenarioNameInput(choice)) return choice;
  setParser((await import('../scenario/compile-text.js')).compileScenarioText);
  return parseScenarioInput(choice).document;
}

/** The control token occupies `Authorization`, so a gateway cannot use it. */
function assertFreeAuthorization({ controlToken, headers = {} }: ConnectOptions): void {
  const isTaken = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  if (controlToken === undefined || !isTaken) return;
  throw new UserError('invalid-option', 'The token and headers.Authorization need the same header.', {
    hint: 'Let the gateway use another header, or start the server without --control-token.',
  });
}

function assertSendableToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw new UserError('invalid-option', 'The token contains spaces or non-ASCII characters.');
}

/* Converts a failed control request to the error that the verb throws in process, or to an error about the connection. */

/** @param address scheme, host and port of the server */
function controlErrors(address: string): ControlClientErrors {
  return {
    unreachable: (cause) => unreachable(address, cause),
    refused: (response, body) => toUserError(address, response, body),
    notDeckhand: (response) => notDeckhand(address, response),
    notFound,
  };
}

/** Node's codes for certificates that it refuses. */
const CERTIFICATE_ERROR = /CERT|SIGNED|ISSUER|ALTNAME/;

function unreachable(address: string, error: unknown): UserError {
  const reason = connectionErrorReason(error);
  return new UserError('unreachable', `No Deckhand responds at ${address}: ${reason}.`, {
    hint: CERTIFICATE_ERROR.test(reason)
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
function toUserError(address: string, response: Response, body: unknown): Error {
  if (!isProblem(body)) return notDeckhand(address, response);
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
    case 'token_required':
      return new UserError('not-allowed', `${address} refuses control. ${detail}`, {
        hint: 'Pass the value of its --control-token as the token.',
      });
    case 'host_not_allowed':
      return new UserError('not-allowed', `${address} refuses control. ${detail}`, {
        hint: 'Start it with --control-token, and give the token to connectDeckhand.',
      });
    case 'origin_not_allowed':
      return new UserError('not-allowed', `${address} refuses control. ${detail}`, {
        hint: 'Call it from Node, or from a page of the same origin.',
      });
    case 'unknown_path':
    case 'method_not_allowed':
      return new UserError('not-deckhand', `The Deckhand at ${address} is of another version. ${detail}`);
    case 'internal_error':
      return new Error(`The Deckhand at ${address} failed: ${detail}`);
  }
}

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
