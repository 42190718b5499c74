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
import { buildSandboxKey } from '../sandbox-key.js';
import { withApiKey } from '../sandbox-request.js';
import { getInterceptionProbe, createProbeResponse } from '../msw/interception-probe.js';
import { addInitialHandlers, BYPASS_UNHANDLED, type MswSetup } from '../msw/user-setup.js';
import { VitestSandbox } from './sandbox.js';

const DEFAULT_ORIGIN = 'http://127.0.0.1:4010';

/** The options of the fixture `deckhandOptions`. */
export interface VitestDeckhandOptions extends DeckhandOptions, ConfigOption {
  /** Your msw server, which then also responds for Deckhand. You start and close it. */
  readonly mswServer?: MswSetup;
}

interface RunningMockServer {
  readonly deckhand: Deckhand;
  readonly handlers: readonly HttpHandler[];
}

/** The active msw server of this process; the latest `test` owns it, because a file can have several. */
let activeMswServer:
  { readonly owner: FileMockServer; readonly server: ReturnType<typeof setupServer> } | undefined;

/** @internal */
export class FileMockServer {
  readonly #options: VitestDeckhandOptions;
  readonly #keys = new Set<string>();
  /** The sandboxes of running tests, by their keys. */
  readonly #running = new Map<string, VitestSandbox>();
  #started: RunningMockServer | undefined;

  constructor(options: VitestDeckhandOptions) {
    this.#options = options;
  }

  /**
   * Starts the mock server at the first access.
   * @throws UserError when an option is invalid
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

  /** Opens a sandbox for a test. A test has the same sandbox key in every run, and so the same ids. */
  sandbox(title: string): VitestSandbox {
    const { deckhand, handlers } = this.#start();
    const { mswServer } = this.#options;
    if (mswServer) addInitialHandlers(mswServer, handlers);
    else this.#listen(handlers);
    getInterceptionProbe(deckhand).reset();
    let key = buildSandboxKey(title);
    for (let count = 2; this.#keys.has(key); count += 1) key = buildSandboxKey(title, count);
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

  /** @throws UserError when another msw server intercepts the requests */
  async assertIntercepted(): Promise<void> {
    await getInterceptionProbe(this.deckhand).assertIntercepted('setupServer');
  }

  /** Stops responding. */
  close(): void {
    this.#started = undefined;
    if (activeMswServer?.owner !== this) return;
    activeMswServer.server.close();
    activeMswServer = undefined;
  }

  #start(): RunningMockServer {
    if (this.#started) return this.#started;
    const { mswServer, ...options } = resolveOptions(this.#options).options;
    const deckhand = createDeckhand(options);
    const probe = getInterceptionProbe(deckhand);
    const handler = http.all(
      ({ request: { url } }) =>
        this.#started !== undefined && (deckhand.requestMatcher.matches(url) || probe.isProbeRequest(url)),
      ({ request }) => {
        probe.recordRequest();
        return probe.isProbeRequest(request.url) ? createProbeResponse() : this.#respond(deckhand, request);
      },
    );
    this.#started = { deckhand, handlers: [handler] };
    if (!mswServer) this.#listen([handler]);
    return this.#started;
  }

  #listen(handlers: readonly HttpHandler[]): void {
    if (activeMswServer?.owner === this) return;
    activeMswServer?.server.close();
    activeMswServer = { owner: this, server: setupServer(...handlers) };
    activeMswServer.server.listen(BYPASS_UNHANDLED);
  }

  #respond({ service }: Deckhand, request: Request): Promise<Response> {
    const sandbox = this.#findSandbox(request);
    if (!sandbox) return Promise.resolve(handleFetch(service, request));
    return sandbox.track(request, handleFetch(service, withApiKey(request, sandbox.apiKey)));
  }

  /**
   * The sandbox of the key. A key of the application's code opens the default workspace; while only one test runs, it means the
   * sandbox of that test.
   */
  #findSandbox({ headers }: Request): VitestSandbox | undefined {
    const header = (name: string): string | undefined => headers.get(name) ?? undefined;
    const sandbox = this.#running.get(readKey({ header }) ?? '');
    const [only] = this.#running.values();
    if (sandbox || !only || this.#running.size > 1) return sandbox;
    return this.deckhand.service.authenticate({ header })?.id === DEFAULT_WORKSPACE ? only : undefined;
  }
}
