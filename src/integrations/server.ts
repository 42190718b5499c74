/** `deckhand/server`: the complete server of `deckhand serve`, with panel and control API, in your own process. */
import { Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import {
  assertServerOptions,
  serverOptionValidators,
  acceptAnything,
  type OptionValidators,
} from '../app/options/deckhand-options.js';
import { parseHostname, assertList, parsePort, parseControlToken } from '../app/options/option-parsers.js';
import { UserError } from '../base/user-error.js';
import { BUNDLED_SCENARIOS } from '../files/package-files.js';
import { ScenarioSourceFiles } from '../files/scenario-source-files.js';
import type { Exchange } from '../journal/exchange.js';
import { assertAccessOptions } from '../server/require-auth-options.js';
import { startServer, type CurrentOrigin, type RunningServer } from '../server/server.js';
import { assertTls, type Tls } from '../server/validate-tls.js';
import { resolveOptions, type ConfigOption } from '../app/config/resolve-options.js';
import { sha256Hex } from '../transports/sha256.js';

const { onUnhandledRequest, ...withoutUnhandledRequest } = serverOptionValidators;
const optionValidators: OptionValidators<DeckhandServerOptions> = {
  ...withoutUnhandledRequest,
  allowHosts: (value, label) => assertList(value, label, parseHostname, "['deckhand.internal']"),
  controlToken: parseControlToken,
  tls: acceptAnything,
  onExchange: acceptAnything,
};

const ACCESS_HINTS = {
  token: "controlToken: 'TOKEN'",
  keys: "apiKeys: { KEY: 'ws_dev' }, apiKeys: 'any' or apiKeys: 'optional'",
};

/** The options of `createDeckhandServer`. */
export interface DeckhandServerOptions
  extends Omit<DeckhandOptions, 'origin' | 'onUnhandledRequest'>, ConfigOption {
  /** Origins whose pages can read responses, in addition to those of this machine. */
  readonly allowOrigins?: readonly string[];
  /** Host names that clients can use, in addition to those of this machine and of `listen`. */
  readonly allowHosts?: readonly string[];
  /** The token that requests to the control API must have. Required, as is `apiKeys`, if other machines can connect. */
  readonly controlToken?: string;
  /** Serves HTTPS: the certificate and its key, in PEM. */
  readonly tls?: Tls;
  /** Called with each finished exchange, and its duration in real milliseconds. */
  readonly onExchange?: (exchange: Exchange, durationMs: number) => void;
}

/** A mock server with an HTTP port. */
class DeckhandServer {
  /** The mock server, with all workspaces. */
  readonly deckhand: Deckhand;
  readonly #start: (port: number, host: string) => Promise<RunningServer>;
  #running: RunningServer | undefined;
  readonly #requestOrigin: CurrentOrigin = {};

  /** @internal @throws UserError when an option, the configuration file or a scenario is invalid */
  constructor(options: DeckhandServerOptions = {}) {
    assertServerOptions(options, optionValidators);
    const { options: configured, allowOrigins } = resolveOptions(options);
    const { allowHosts, controlToken, tls, onExchange, ...rest } = configured;
    if (tls) assertTls(tls);
    const folders = [rest.scenarios ?? []].flat().filter((one) => typeof one === 'string');
    this.deckhand = new Deckhand(
      { publicUrl: () => this.#requestOrigin.origin ?? this.#running?.url ?? '', ...rest },
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
        currentOrigin: this.#requestOrigin,
      });
    };
  }

  /**
   * Starts to listen.
   * @param port 0 for any free port
   * @returns the origin, such as `http://127.0.0.1:4010`
   * @throws UserError when the address is in use or not available, or when other machines can connect without `controlToken` and
   * `apiKeys`
   */
  async listen(port = 4010, host = '127.0.0.1'): Promise<string> {
    if (this.#running)
      throw new UserError('invalid-option', `The server already listens at ${this.#running.url}.`);
    this.#running = await this.#start(parsePort(port, 'port'), host.replace(/^\[(.*)\]$/, '$1'));
    return this.#running.url;
  }

  /** Scheme, host and port. The panel is at `/_deckhand/`. @throws UserError before `listen` */
  get origin(): string {
    if (this.#running) return this.#running.url;
    throw new UserError('invalid-option', 'The server does not listen yet.', {
      hint: 'Await listen() first.',
    });
  }

  /** The base URL of the API, for clients. @throws UserError before `listen` */
  get baseUrl(): string {
    return this.origin + this.deckhand.requestMatcher.basePath;
  }

  /** Stops listening, gives running responses some time to finish, and closes all connections. */
  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.close();
  }
}

export type { DeckhandServer };

/**
 * Creates a mock server with an HTTP port. `listen` starts it.
 * @throws UserError when an option, the configuration file or a scenario is invalid
 */
export function createDeckhandServer(options?: DeckhandServerOptions): DeckhandServer {
  return new DeckhandServer(options);
}
