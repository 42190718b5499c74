/**
 * A stand-in that runs elsewhere, such as `deckhand serve`, steered over its control API: the verbs of a workspace in
 * process, every one asynchronous. Needs nothing but `fetch`.
 */
import type { Client } from 'openapi-fetch';
import type { paths, Workspace } from '../generated/control-api.js';
import { basePath } from '../generated/routes.js';
import { UserError } from '../base/user-error.js';
import { AsyncWorkspace } from './async-workspace.js';
import { checkNames, needAddress } from './options.js';
import { controlClient } from './remote/client.js';
import { httpLine } from './remote/http-line.js';

export interface ConnectOptions {
  /** What the server was started with as `--control-token`. */
  readonly token?: string;
}

export class RemoteDeckhand {
  /** Scheme, host and port of the server. */
  readonly address: string;
  /**
   * The control API as its document has it, such as `client.GET('/scenarios')`. It throws what the verbs throw, so its
   * `error` is never there.
   */
  readonly client: Client<paths>;

  constructor(address: string, token: string | undefined) {
    this.address = address;
    this.client = controlClient(address, token);
  }

  /** A workspace, by its id, or by a sandbox key, which opens one of its own. Whether it is there, its verbs will tell. */
  workspace(id: string): AsyncWorkspace {
    return new AsyncWorkspace(httpLine(this.client), id);
  }

  /** All workspaces, the sandboxes that are open last. */
  async workspaces(): Promise<readonly Workspace[]> {
    return (await httpLine(this.client).run('listWorkspaces')).workspaces;
  }
}

/**
 * Nothing is sent yet: the first verb finds out whether the server is there.
 * @param address as `deckhand serve` printed it
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
