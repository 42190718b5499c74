/** The stand-in of one test file. It starts at its first use and responds until the file ends. */
import type { Exchange } from '../../journal/exchange.js';
import { UserError } from '../../base/user-error.js';
import { createDeckhand, DEVELOPMENT_KEYS, type Deckhand, type DeckhandOptions } from '../../app/deckhand.js';
import { withConfig, type ConfigOption } from '../../setup/with-config.js';
import { sandboxKey } from '../sandbox-key.js';
import { handlers, isTaken, join, leave, type Party } from './switchboard.js';
import { TestDeckhand } from './test-deckhand.js';

/** The methods of msw's server that add handlers. Their types differ between copies of msw. */
interface MswServer {
  readonly use: (...added: never[]) => void;
  readonly listHandlers: () => readonly unknown[];
}

export interface FileOptions extends DeckhandOptions, ConfigOption {
  /** A server of another copy of msw, which the stand-in cannot join by itself. It then also responds for the stand-in. */
  readonly server?: MswServer;
}

const NOWHERE = 'http://127.0.0.1:4010';

export class FileStandIn {
  readonly #options: FileOptions;
  readonly #keys = new Set<string>();
  readonly #running = new Map<string, TestDeckhand>();
  #party: Party | undefined;

  constructor(options: FileOptions) {
    this.#options = options;
  }

  /**
   * The stand-in.
   * @throws UserError when an option is wrong, or a server of another copy of msw listens that is not in the options
   */
  get deckhand(): Deckhand {
    return this.#start().deckhand;
  }

  /** The exchanges without a sandbox key after a sequence number, in the order of their starts. */
  strangers(after: number): readonly Exchange[] {
    return ['', ...Object.keys(DEVELOPMENT_KEYS)]
      .flatMap((id) => this.deckhand.workspace(id).journal())
      .filter(({ sequence }) => sequence > after)
      .sort((one, other) => one.sequence - other.sequence);
  }

  /** A new sandbox for a test. The same test has the same sandbox key in every run, and so the same ids. */
  sandbox(title: string): TestDeckhand {
    const { deckhand } = this.#start();
    const { server } = this.#options;
    // `server.resetHandlers()` between tests removes the handlers.
    if (server && !server.listHandlers().includes(handlers[0])) server.use(...(handlers as never[]));
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
    await sandbox.reset();
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
    try {
      join(party, server !== undefined);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const hint = "Hand it over: test.override('deckhandOptions', { server }).";
      throw new UserError(error.code, error.message, { hint });
    }
    this.#party = party;
    return party;
  }
}
