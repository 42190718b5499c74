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
import { withConfig, type ConfigOption } from '../../app/config/with-config.js';
import { sentKey } from '../../service/keys.js';
import { respondToFetch } from '../../transports/fetch.js';
import { sandboxKey } from '../sandbox.js';
import { withKey } from '../sandbox.js';
import { arrivalsOf, arrived } from '../msw/arrivals.js';
import { addInitialHandlers, type OwnSetup } from '../msw/own-setup.js';
import { BYPASS } from '../msw/own-setup.js';
import { TestDeckhand } from './test-deckhand.js';

export interface FileOptions extends DeckhandOptions, ConfigOption {
  /** Your own msw server, which then also responds for Deckhand. You start and close it. */
  readonly server?: OwnSetup;
}

interface Started {
  readonly deckhand: Deckhand;
  readonly handlers: readonly HttpHandler[];
}

/**
 * The only msw server of this process that listens for a file without its own: that of the `test` which ran last. A file can
 * have several.
 */
let listening: { readonly by: FileMockServer; readonly server: ReturnType<typeof setupServer> } | undefined;

const NOWHERE = 'http://127.0.0.1:4010';

export class FileMockServer {
  readonly #options: FileOptions;
  readonly #keys = new Set<string>();
  /** The sandboxes of the tests that run now, by their keys. */
  readonly #running = new Map<string, TestDeckhand>();
  #started: Started | undefined;

  constructor(options: FileOptions) {
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
  unassigned(after: number): readonly Exchange[] {
    return ['', ...Object.keys(DEVELOPMENT_KEYS)]
      .flatMap((id) => this.deckhand.workspace(id).journal())
      .filter(({ sequence }) => sequence > after)
      .sort((one, other) => one.sequence - other.sequence);
  }

  /** A new sandbox for a test. The same test has the same sandbox key in every run, and so the same ids. */
  sandbox(title: string): TestDeckhand {
    const { deckhand, handlers } = this.#start();
    const { server } = this.#options;
    if (server) addInitialHandlers(server, handlers);
    else this.#listen(handlers);
    arrivalsOf(deckhand).forget();
    let key = sandboxKey(title);
    for (let count = 2; this.#keys.has(key); count += 1) key = sandboxKey(title, count);
    this.#keys.add(key);
    const sandbox = new TestDeckhand(deckhand, key, deckhand.reach.origin ?? NOWHERE);
    this.#running.set(key, sandbox);
    return sandbox;
  }

  /** Ends a sandbox's test: releases its delayed responses and timers. */
  async end(sandbox: TestDeckhand): Promise<void> {
    this.#running.delete(sandbox.key);
    sandbox.time.restore();
    sandbox.reset();
  }

  /** @throws UserError when requests do not reach Deckhand, because another msw set-up listens */
  async needRequests(): Promise<void> {
    await arrivalsOf(this.deckhand).need('setupServer');
  }

  /** Stops responding. */
  close(): void {
    this.#started = undefined;
    if (listening?.by !== this) return;
    listening.server.close();
    listening = undefined;
  }

  #start(): Started {
    if (this.#started) return this.#started;
    const { server, ...options } = withConfig(this.#options).options;
    const deckhand = createDeckhand(options);
    const arrivals = arrivalsOf(deckhand);
    const handler = http.all(
      ({ request: { url } }) =>
        this.#started !== undefined && (deckhand.reach.takes(url) || arrivals.isProbe(url)),
      ({ request }) => {
        arrivals.note();
        return arrivals.isProbe(request.url) ? arrived() : this.#respond(deckhand, request);
      },
    );
    this.#started = { deckhand, handlers: [handler] };
    if (!server) this.#listen([handler]);
    return this.#started;
  }

  #listen(handlers: readonly HttpHandler[]): void {
    if (listening?.by === this) return;
    listening?.server.close();
    listening = { by: this, server: setupServer(...handlers) };
    listening.server.listen(BYPASS);
  }

  #respond({ service }: Deckhand, request: Request): Promise<Response> {
    const sandbox = this.#sandboxFor(request);
    if (!sandbox) return Promise.resolve(respondToFetch(service, request));
    return sandbox.time.track(Promise.resolve(respondToFetch(service, withKey(request, sandbox.key))));
  }

  /**
   * The sandbox of the key. A key of the application's own code opens the default workspace: it then stands for the sandbox of
   * the running test, if one test runs.
   */
  #sandboxFor({ headers }: Request): TestDeckhand | undefined {
    const header = (name: string): string | undefined => headers.get(name) ?? undefined;
    const own = this.#running.get(sentKey({ header }) ?? '');
    const [only] = this.#running.values();
    if (own || !only || this.#running.size > 1) return own;
    return this.deckhand.service.workspaceFor({ header })?.id === DEFAULT_WORKSPACE ? only : undefined;
  }
}
