/**
 * Controls a mock server in another process, such as `deckhand serve`, over its control API. It has the same verbs as a
 * workspace in process, with promises. It needs only `fetch`.
 */
import type { Workspace } from '../generated/control-api.js';
import { controlPath } from '../generated/control-routes.js';
import { basePath } from '../generated/routes.js';
import { refuseGoneProperties } from '../base/gone.js';
import { UserError } from '../base/user-error.js';
import { workspaceIdOf } from '../service/control/verb-context.js';
import { needAddress } from './options/address.js';
import { checkNames } from './options/deckhand-options.js';
import { errorsAt } from './refusal.js';
import { RemoteWorkspace, type Send } from './remote-workspace.js';
import { setParser } from './scenario-parser.js';
import { isName, readChoice, type ScenarioChoice } from './scenario-source.js';
import { sender } from './send.js';

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
  /** @internal */
  readonly send: Send;

  constructor(address: string, { token, headers, fetch }: ConnectOptions) {
    this.address = address;
    const all = { ...headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
    this.send = sender(address + controlPath, {
      headers: () => all,
      ...(fetch && { fetch }),
      errors: errorsAt(address),
    });
    refuseGoneProperties(this);
  }

  /**
   * A workspace, by its id or by a sandbox key, which opens its own workspace. If there is no such workspace, its verbs
   * throw.
   */
  workspace(id: string): RemoteWorkspace {
    return new RemoteWorkspace(this.send, workspaceIdOf(id), readChosen);
  }

  /** All workspaces; open sandboxes come last. */
  async workspaces(): Promise<readonly Workspace[]> {
    const { workspaces } = (await this.send('listWorkspaces', {})) as { workspaces: Workspace[] };
    return workspaces;
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

/** Texts and files of scenarios are read here, so that their mistakes have a file, a line and a column. */
export async function readChosen(choice: ScenarioChoice) {
  if (isName(choice)) return choice;
  setParser((await import('../scenario/parse.js')).parseScenario);
  return readChoice(choice).document;
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
