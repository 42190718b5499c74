/** `deckhand/server`: the whole of `deckhand serve` in a process of your own, with panel and control API, such as for a test. */
import { Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import {
  assertServerOptions,
  serverOptionValidators,
  acceptAnything,
  type OptionValidators,
} from '../app/options/deckhand-options.js';
import { parseHostname, assertList, parsePort, parseControlToken } from '../app/options/option-parsers.js';
import { UserError } from '../base/user-error.js';
import { BUNDLED_SCENARIOS } from '../files/bundled-folder.js';
import { ScenarioSourceFiles } from '../files/scenario-source-files.js';
import type { Exchange } from '../journal/exchange.js';
import { assertAccessOptions } from '../server/require-auth-options.js';
import { startServer, type CurrentOrigin, type RunningServer } from '../server/server.js';
import { assertTls, type Tls } from '../server/validate-tls.js';
import { resolveOptions, type ConfigOption } from '../app/config/resolve-options.js';
import { sha256Hex } from '../transports/sha256.js';

export { reachFetch, type ConnectionOptions } from '../proxy/http-client.js';

export interface CreateServerOptions
  extends Omit<DeckhandOptions, 'origin' | 'onUnhandledRequest'>, ConfigOption {
  /** Origins whose pages can read responses, besides those of this machine. */
  readonly allowOrigins?: readonly string[];
  /** Host names that clients can use, besides those of this machine and of `listen`. */
  readonly allowHosts?: readonly string[];
  /** The token that requests to the control API must have. Required, as `keys` are, if other machines can connect. */
  readonly controlToken?: string;
  /** Serves HTTPS: the certificate and its key, in PEM. */
  readonly tls?: Tls;
  /** Called with each finished exchange, and its duration in real milliseconds. */
  readonly onExchange?: (exchange: Exchange, took: number) => void;
}

const { onUnhandledRequest, ...withoutUnknownPaths } = serverOptionValidators;
const checks: OptionValidators<CreateServerOptions> = {
  ...withoutUnknownPaths,
  allowHosts: (value, where) => assertList(value, where, parseHostname, "['deckhand.internal']"),
  controlToken: parseControlToken,
  tls: acceptAnything,
  onExchange: acceptAnything,
};

export class DeckhandServer {
  /** The mock server, with all workspaces. */
  readonly deckhand: Deckhand;
  readonly #start: (port: number, host: string) => Promise<RunningServer>;
  #running: RunningServer | undefined;
  readonly #requested: CurrentOrigin = {};

  /** @throws UserError when an option, the configuration file or a scenario is wrong */
  constructor(options: CreateServerOptions = {}) {
    assertServerOptions(options, checks);
    const { options: configured, allowOrigins } = resolveOptions(options);
    const { allowHosts, controlToken, tls, onExchange, ...rest } = configured;
    if (tls) assertTls(tls);
    const folders = [rest.scenarios ?? []].flat().filter((one) => typeof one === 'string');
    this.deckhand = new Deckhand(
      { publicUrl: () => this.#requested.address ?? this.#running?.url ?? '', ...rest },
      { hash: sha256Hex, sources: new ScenarioSourceFiles(folders, BUNDLED_SCENARIOS) },
    );
    const { publicUrl, apiKeys } = rest;
    this.#start = (port, host) => {
      if (assertAccessOptions({ host, publicUrl, controlToken, keys: apiKeys }, ACCESS_HINTS))
        this.deckhand.requireConfiguredKeys();
      return startServer(this.deckhand, {
        port,
        host,
        allowOrigins,
        controlToken,
        ...(allowHosts && { allowHosts: allowHosts.map((name) => name.toLowerCase()) }),
        ...(tls && { tls }),
        ...(onExchange && { onExchange }),
        currentOrigin: this.#requested,
      });
    };
  }

  /**
   * Starts to listen.
   * @param port 0 for any free port
   * @returns scheme, host and port, such as `http://127.0.0.1:4010`
   * @throws UserError when the address is in use or not available, or when other machines can connect without a token or a decision
   * about keys
   */
  async listen(port = 4010, host = '127.0.0.1'): Promise<string> {
    if (this.#running)
      throw new UserError('invalid-option', `The server already listens at ${this.#running.url}.`);
    this.#running = await this.#start(parsePort(port, 'port'), host.replace(/^\[(.*)\]$/, '$1'));
    return this.#running.url;
  }

  /** Scheme, host and port. The panel is at `/_deckhand/`. @throws UserError before `listen` */
  get url(): string {
    if (this.#running) return this.#running.url;
    throw new UserError('invalid-option', 'The server has no address yet.', {
      hint: 'Await listen() first.',
    });
  }

  /** The base URL of the API, for clients. @throws UserError before `listen` */
  get baseUrl(): string {
    return this.url + this.deckhand.requestMatcher.basePath;
  }

  /** Stops listening, gives running responses a moment to finish, and closes all connections. */
  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.close();
  }
}

const ACCESS_HINTS = {
  token: "controlToken: 'TOKEN'",
  keys: "apiKeys: { KEY: 'ws_dev' }, apiKeys: 'any' or apiKeys: 'optional'",
};

/** @throws UserError when an option, the configuration file or a scenario is wrong */
export function createServer(options?: CreateServerOptions): DeckhandServer {
  return new DeckhandServer(options);
}
