/** Controls a mock server in another process, such as `deckhand serve`, over its control API. It needs only `fetch`. */
import type { WorkspaceInfo } from '../generated/control-api.js';
import { controlPath } from '../generated/control-routes.js';
import { basePath } from '../generated/routes.js';
import { UserError } from '../base/user-error.js';
import { resolveWorkspaceId } from '../service/control/workspace-context.js';
import type { SendableScenario } from '../service/workspace.js';
import { parseHttpUrl } from './options/urls.js';
import { assertKnownOptions } from './options/deckhand-options.js';
import { RemoteWorkspace, type SendControlRequest } from './remote-workspace.js';
import { isScenarioNameInput, parseScenarioDefinition, type ScenarioInput } from './scenario-input.js';
import { createControlClient } from './control-client.js';
import { controlErrors } from './control-errors.js';

/** The options of `connectDeckhand`. */
export interface ConnectOptions {
  /** The `--control-token` of the server. */
  readonly controlToken?: string;
  /** Headers for a gateway in front of the server, sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the requests, such as through a proxy. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** A mock server in another process. */
export class RemoteDeckhand {
  /** Scheme, host and port of the server. */
  readonly origin: string;
  /** @internal */
  readonly sendControlRequest: SendControlRequest;

  /** @internal */
  constructor(origin: string, { controlToken, headers, fetch }: ConnectOptions) {
    this.origin = origin;
    const allHeaders = {
      ...headers,
      ...(controlToken !== undefined && { Authorization: `Bearer ${controlToken}` }),
    };
    this.sendControlRequest = createControlClient(origin + controlPath, {
      headers: () => allHeaders,
      ...(fetch && { fetch }),
      errors: controlErrors(origin),
    });
  }

  /**
   * A workspace, by its id or by a sandbox key, which opens its own workspace. If there is no such workspace, its
   * methods reject.
   */
  workspace(id: string): RemoteWorkspace {
    return new RemoteWorkspace(this.sendControlRequest, resolveWorkspaceId(id), readScenarioInput);
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
 * @param url the origin or the base URL that `deckhand serve` prints
 * @throws UserError when the URL or an option is invalid
 */
export function connectDeckhand(url = 'http://127.0.0.1:4010', options: ConnectOptions = {}): RemoteDeckhand {
  assertKnownOptions(options, ['controlToken', 'headers', 'fetch'] satisfies (keyof ConnectOptions)[]);
  const token = assertSendableToken(options.controlToken);
  assertFreeAuthorization(options);
  const origin = parseHttpUrl(String(url), 'url').replace(new RegExp(`${basePath}$`), '');
  return new RemoteDeckhand(origin, { ...options, ...(token !== undefined && { controlToken: token }) });
}

/** @internal Reads texts and files of scenarios in this process, so that errors have a file, a line and a column. */
export function readScenarioInput(input: ScenarioInput): SendableScenario {
  return isScenarioNameInput(input) ? input : parseScenarioDefinition(input).document;
}

/** The control token occupies `Authorization`, so a gateway cannot use it. */
function assertFreeAuthorization({ controlToken, headers = {} }: ConnectOptions): void {
  const isTaken = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  if (controlToken === undefined || !isTaken) return;
  throw new UserError('invalid-option', 'controlToken and headers.Authorization need the same header.', {
    hint: 'Let the gateway use another header, or start the server without --control-token.',
  });
}

function assertSendableToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw new UserError('invalid-option', 'controlToken contains spaces or non-ASCII characters.');
}
