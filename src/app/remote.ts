/**
 * Controls a mock server in another process, such as `deckhand serve`, over its control API. It has the same verbs as a
 * workspace in process, all asynchronous. It needs only `fetch`.
 */
import type { Client } from 'openapi-fetch';
import type { paths, Workspace } from '../generated/control-api.js';
import { controlPath } from '../generated/control-routes.js';
import { basePath } from '../generated/routes.js';
import { UserError } from '../base/user-error.js';
import { AsyncWorkspace } from './async-workspace.js';
import { needAddress } from './options/address.js';
import { checkNames } from './options/deckhand-options.js';
import { controlClient } from '../control/client.js';
import { httpLine } from '../control/http-line.js';
import type { ControlLine } from '../control/line.js';
import { errorsAt } from './refusal.js';

export interface ConnectOptions {
  /** The `--control-token` of the server. */
  readonly token?: string;
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
  readonly address: string;
  /**
   * The control API as its document defines it, such as `client.GET('/scenarios')`. It throws the same errors as the verbs,
   * so `error` is never set in its result.
   */
  readonly client: Client<paths>;
  readonly #line: ControlLine;

  constructor(address: string, options: ConnectOptions) {
    this.address = address;
    const { token, headers, fetch } = options;
    const errors = errorsAt(address);
    this.client = controlClient(address + controlPath, {
      headers: { ...headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
      ...(fetch && { fetch }),
      errors,
    });
    this.#line = httpLine(this.client, errors);
  }

  /**
   * A workspace, by its id or by a sandbox key, which opens its own workspace. If there is no such workspace, its verbs
   * throw.
   */
  workspace(id: string): AsyncWorkspace {
    return new AsyncWorkspace(this.#line, id);
  }

  /** All workspaces; open sandboxes come last. */
  async workspaces(): Promise<readonly Workspace[]> {
    return (await this.#line.run('listWorkspaces')).workspaces;
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
  checkNames(options, ['token', 'headers', 'fetch'] satisfies (keyof ConnectOptions)[]);
  const token = needToken(options.token);
  needFreeAuthorization(options);
  const server = needAddress(String(address).replace(new RegExp(`${basePath}/*$`), ''), 'address');
  return new RemoteDeckhand(server, { ...options, ...(token !== undefined && { token }) });
}

/** The token is in `Authorization`, which a gateway can then not have. */
function needFreeAuthorization({ token, headers = {} }: ConnectOptions): void {
  const isTaken = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  if (token === undefined || !isTaken) return;
  throw new UserError('bad-option', 'The token and headers.Authorization need the same header.', {
    hint: 'Let the gateway use another header, or start the server without --control-token.',
  });
}

function needToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw new UserError('bad-option', 'The token cannot be sent: it has blanks, or letters beyond ASCII.');
}
