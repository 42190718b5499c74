/** The mock server of one test file. It starts at its first use and responds until the file ends. */
import { http, type HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import type { Exchange } from '../../journal/exchange.js';
import {
  createDeckhand,
  DEFAULT_WORKSPACE,
  DEVELOPMENT_KEYS,
  type Deckhand,
  type DeckhandOptions,
} from '../../app/deckhand.js';
import { resolveOptions, type ConfigOption } from '../../app/config/resolve-options.js';
import { readKey } from '../../service/keys.js';
import { handleFetch } from '../../transports/fetch-handler.js';
import { sandboxKey } from '../sandbox-request.js';
import { withApiKey } from '../sandbox-request.js';
import { probeFor, probeResponse } from '../msw/interception-probe.js';
import { addInitialHandlers, type MswSetup } from '../msw/user-setup.js';
import { BYPASS_UNHANDLED } from '../msw/user-setup.js';
import { VitestSandbox } from './sandbox.js';

export interface VitestDeckhandOptions extends DeckhandOptions, ConfigOption {
  /** Your own msw server, which then also responds for Deckhand. You start and close it. */
  readonly mswServer?: MswSetup;
}

interface RunningMockServer {
  readonly deckhand: Deckhand;
  readonly handlers: readonly HttpHandler[];
}

/**
 * The active msw server of this process; the latest `test` owns it. A file can
 * have several.
 */
let activeMswServer:
  { readonly by: FileMockServer; readonly server: ReturnType<typeof setupServer> } | undefined;

const DEFAULT_ORIGIN = 'http://127.0.0.1:4010';

export class FileMockServer {
  readonly #options: VitestDeckhandOptions;
  readonly #keys = new Set<string>();
  /** The sandboxes of the tests that run now, by their keys. */
  readonly #running = new Map<string, VitestSandbox>();
  #started: RunningMockServer | undefined;

  constructor(options: VitestDeckhandOptions) {
    this.#options = options;
  }

  /**
   * The mock server.
   * @throws UserError when an option is wrong
   */
  get deckhand(): Deckhand {
    return this.#start().deckhand;
  }

  /** The exchanges without a sandbox key after a sequence number, in the order of their starts. */
  unassignedExchanges(after: number): readonly Exchange[] {
    return ['', ...Object.keys(DEVELOPMENT_KEYS)]
      .flatMap((id) => this.deckhand.workspace(id).journal())
      .filter(({ sequence }) => sequence > after)
      .sort((one, other) => one.sequence - other.sequence);
  }

  /** A new sandbox for a test. The same test has the same sandbox key in every run, and so the same ids. */
  sandbox(title: string): VitestSandbox {
    const { deckhand, handlers } = this.#start();
    const { mswServer } = this.#options;
    if (mswServer) addInitialHandlers(mswServer, handlers);
    else this.#listen(handlers);
    probeFor(deckhand).reset();
    let key = sandboxKey(title);
    for (let count = 2; this.#keys.has(key); count += 1) key = sandboxKey(title, count);
    this.#keys.add(key);
    const sandbox = new VitestSandbox(deckhand, key, deckhand.requestMatcher.origin ?? DEFAULT_ORIGIN);
    this.#running.set(key, sandbox);
    return sandbox;
  }

  /** Ends a sandbox's test: releases its delayed responses and timers. */
  async end(sandbox: VitestSandbox): Promise<void> {
    this.#running.delete(sandbox.apiKey);
    sandbox.time.restore();
    sandbox.reset();
  }

  /** @throws UserError when requests do not reach Deckhand, because another msw set-up listens */
  async assertIntercepted(): Promise<void> {
    await probeFor(this.deckhand).assertIntercepted('setupServer');
  }

  /** Stops responding. */
  close(): void {
    this.#started = undefined;
    if (activeMswServer?.by !== this) return;
    activeMswServer.server.close();
    activeMswServer = undefined;
  }

  #start(): RunningMockServer {
    if (this.#started) return this.#started;
    const { mswServer, ...options } = resolveOptions(this.#options).options;
    const deckhand = createDeckhand(options);
    const arrivals = probeFor(deckhand);
    const handler = http.all(
      ({ request: { url } }) =>
        this.#started !== undefined && (deckhand.requestMatcher.matches(url) || arrivals.isProbeRequest(url)),
      ({ request }) => {
        arrivals.recordRequest();
        return arrivals.isProbeRequest(request.url) ? probeResponse() : this.#respond(deckhand, request);
      },
    );
    this.#started = { deckhand, handlers: [handler] };
    if (!mswServer) this.#listen([handler]);
    return this.#started;
  }

  #listen(handlers: readonly HttpHandler[]): void {
    if (activeMswServer?.by === this) return;
    activeMswServer?.server.close();
    activeMswServer = { by: this, server: setupServer(...handlers) };
    activeMswServer.server.listen(BYPASS_UNHANDLED);
  }

  #respond({ service }: Deckhand, request: Request): Promise<Response> {
    const sandbox = this.#sandboxFor(request);
    if (!sandbox) return Promise.resolve(handleFetch(service, request));
    return sandbox.time.trackRequest(
      Promise.resolve(handleFetch(service, withApiKey(request, sandbox.apiKey))),
    );
  }

  /**
   * The sandbox of the key. A key of the application's own code opens the default workspace: it then stands for the sandbox of
   * the running test, if one test runs.
   */
  #sandboxFor({ headers }: Request): VitestSandbox | undefined {
    const header = (name: string): string | undefined => headers.get(name) ?? undefined;
    const own = this.#running.get(readKey({ header }) ?? '');
    const [only] = this.#running.values();
    if (own || !only || this.#running.size > 1) return own;
    return this.deckhand.service.authenticate({ header })?.id === DEFAULT_WORKSPACE ? only : undefined;
  }
}
