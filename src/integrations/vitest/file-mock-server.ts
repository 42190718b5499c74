/** The mock server of one test file. It starts at its first use and responds until the file ends. */
import type { Exchange } from '../../journal/exchange.js';
import { createDeckhand, DEVELOPMENT_KEYS, type Deckhand, type DeckhandOptions } from '../../app/deckhand.js';
import { withConfig, type ConfigOption } from '../../app/config/with-config.js';
import { sandboxKey } from '../sandbox-key.js';
import { addInitialHandlers, type OwnSetup } from '../msw/own-setup.js';
import { arrivals, handlers, isTaken, join, leave, type Party } from './switchboard.js';
import { TestDeckhand } from './test-deckhand.js';

export interface FileOptions extends DeckhandOptions, ConfigOption {
  /** Your own msw server, which then also responds for Deckhand. You start and close it. */
  readonly server?: OwnSetup;
}

const NOWHERE = 'http://127.0.0.1:4010';

export class FileMockServer {
  readonly #options: FileOptions;
  readonly #keys = new Set<string>();
  readonly #running = new Map<string, TestDeckhand>();
  #party: Party | undefined;

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
    const { deckhand } = this.#start();
    const { server } = this.#options;
    if (server) addInitialHandlers(server, handlers);
    arrivals.forget();
    let key = sandboxKey(title);
    for (let count = 2; this.#keys.has(key) || isTaken(key); count += 1) key = sandboxKey(title, count);
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
    await arrivals.need('setupServer');
  }

  /** Stops responding. */
  close(): void {
    if (this.#party) leave(this.#party);
    this.#party = undefined;
  }

  #start(): Party {
    if (this.#party) return this.#party;
    const { server, ...options } = withConfig(this.#options).options;
    const deckhand = createDeckhand(options);
    const party = { deckhand, keys: this.#keys, running: this.#running };
    join(party, server !== undefined);
    this.#party = party;
    return party;
  }
}
