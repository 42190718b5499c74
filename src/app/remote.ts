/**
 * Controls a stand-in in another process, such as `deckhand serve`, over its control API. It has the same verbs as a
 * workspace in process, all asynchronous. It needs only `fetch`.
 */
import type { Client } from 'openapi-fetch';
import type { paths, Workspace } from '../generated/control-api.js';
import { basePath } from '../generated/routes.js';
import { UserError } from '../base/user-error.js';
import { AsyncWorkspace } from './async-workspace.js';
import { needAddress } from './options/address.js';
import { checkNames } from './options/check.js';
import { controlClient } from './remote/client.js';
import { httpLine } from './remote/http-line.js';

export interface ConnectOptions {
  /** The `--control-token` of the server. */
  readonly token?: string;
}

export class RemoteDeckhand {
  /** Scheme, host and port of the server. */
  readonly address: string;
  /**
   * The control API as its document defines it, such as `client.GET('/scenarios')`. It throws the same errors as the verbs,
   * so `error` is never set in its result.
   */
  readonly client: Client<paths>;

  constructor(address: string, token: string | undefined) {
    this.address = address;
    this.client = controlClient(address, token);
  }

  /**
   * A workspace, by its id or by a sandbox key, which opens its own workspace. If there is no such workspace, its verbs
   * throw.
   */
  workspace(id: string): AsyncWorkspace {
    return new AsyncWorkspace(httpLine(this.client), id);
  }

  /** All workspaces; open sandboxes come last. */
  async workspaces(): Promise<readonly Workspace[]> {
    return (await httpLine(this.client).run('listWorkspaces')).workspaces;
  }
}

/**
 * Sends nothing yet. If the server is not reachable, the first verb throws.
 * @param address the address that `deckhand serve` prints
 * @throws UserError when the address or an option is wrong
 */
export function connectDeckhand(
  address = 'http://127.0.0.1:4010',
  options: ConnectOptions = {},
): RemoteDeckhand {
  checkNames(options, ['token'] satisfies (keyof ConnectOptions)[]);
  const server = needAddress('address', String(address).replace(new RegExp(`${basePath}/*$`), ''));
  return new RemoteDeckhand(server, needToken(options.token));
}

function needToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw new UserError('bad-option', 'The token cannot be sent: it has blanks, or letters beyond ASCII.');
}
