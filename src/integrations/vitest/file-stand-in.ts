/** The stand-in of one test file, started when it is first asked for something: it answers until the file is over. */
import type { Exchange } from '../../journal/exchange.js';
import { UserError } from '../../base/user-error.js';
import { createDeckhand, DEVELOPMENT_KEYS, type Deckhand, type DeckhandOptions } from '../../app/deckhand.js';
import { needOrigin } from '../../app/options.js';
import { sandboxKey } from '../sandbox-key.js';
import { handlers, hasOtherServer, isTaken, join, leave, type Party } from './switchboard.js';
import { TestDeckhand } from './test-deckhand.js';

/** Of msw's server, as much as handlers are added by. What they are is between msw and its copies. */
interface MswServer {
  readonly use: (...added: never[]) => void;
  readonly listHandlers: () => readonly unknown[];
}

export interface FileOptions extends DeckhandOptions {
  /** Where the API under test stands, such as `https://api.example.com`. Any origin when left out. */
  readonly origin?: string;
  /** The msw server of your own that listens in this file, if there is one: it then answers for the stand-in, too. */
  readonly server?: MswServer;
}

const NOWHERE = 'http://127.0.0.1:4010';

export class FileStandIn {
  readonly #options: FileOptions;
  readonly #keys = new Set<string>();
  #party: Party | undefined;

  constructor(options: FileOptions) {
    this.#options = options;
  }

  /**
   * The stand-in itself.
   * @throws UserError when an option is wrong, or a server of msw listens that it was not told of
   */
  get deckhand(): Deckhand {
    return this.#start().deckhand;
  }

  /** What was asked without a key of a sandbox, after an exchange, in the order in which it was. */
  strangers(after: number): readonly Exchange[] {
    return ['', ...Object.keys(DEVELOPMENT_KEYS)]
      .flatMap((id) => this.deckhand.workspace(id).journal())
      .filter(({ sequence }) => sequence > after)
      .sort((one, other) => one.sequence - other.sequence);
  }

  /** A new sandbox for a test. The same test has the same one in every run, and so the same identifiers in it. */
  sandbox(title: string): TestDeckhand {
    const { deckhand, origin } = this.#start();
    const { server } = this.#options;
    // `server.resetHandlers()` between tests takes them away.
    if (server && !server.listHandlers().includes(handlers[0])) server.use(...(handlers as never[]));
    let key = sandboxKey(title);
    for (let count = 2; this.#keys.has(key) || isTaken(key); count += 1) key = sandboxKey(title, count);
    this.#keys.add(key);
    return new TestDeckhand(deckhand, key, origin ?? NOWHERE);
  }

  /** Stops answering. */
  close(): void {
    if (this.#party) leave(this.#party);
    this.#party = undefined;
  }

  #start(): Party {
    if (this.#party) return this.#party;
    const { origin: named, server, ...options } = this.#options;
    const origin = named === undefined ? undefined : needOrigin('origin', named);
    const deckhand = createDeckhand({ publicUrl: origin ?? NOWHERE, ...options });
    if (!server && hasOtherServer()) throw listensAlready();
    this.#party = { deckhand, origin, keys: this.#keys };
    join(this.#party, server !== undefined);
    return this.#party;
  }
}

function listensAlready(): UserError {
  return new UserError(
    'bad-option',
    'A server of msw listens already, and two would take each other’s requests.',
    { hint: "Hand it over: test.override('deckhandOptions', { server })." },
  );
}
