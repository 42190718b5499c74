/** `deckhand/node`: the stand-in in a Node test, over msw's `setupServer`. */
import { setupServer } from 'msw/node';
import type { ConductReport, Scenario } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import { Deckhand, OPTION_NAMES, type DeckhandOptions } from '../app/deckhand.js';
import { conductQuestion, judgeClients, type ConductAsked } from '../app/judge-clients.js';
import { deckhandHandlers } from './msw.js';
import type { ClockHandle } from '../app/clock-handle.js';
import { checkNames, needOrigin } from '../app/options.js';

/** msw's server, by whatever name this version of msw exports its type. */
type Server = ReturnType<typeof setupServer>;

export interface SetupDeckhandOptions extends DeckhandOptions {
  /** Where the API under test stands, such as `https://api.example.com`. Any origin when left out. */
  readonly origin?: string;
  /** The workspace that `use`, `clock`, `journal` and `reset` speak of. `ws_dev` when left out. */
  readonly workspace?: string;
}

export interface DeckhandSetup {
  /** The stand-in itself, with all workspaces. */
  readonly deckhand: Deckhand;
  /** msw's server: for handlers of your own, and its events. */
  readonly server: Server;
  /** The clock that job states, rate limits and timestamps follow. */
  readonly clock: ClockHandle;
  /** Begins to answer this process's requests. Others pass through, unless msw is told otherwise. */
  readonly listen: (options?: Parameters<Server['listen']>[0]) => void;
  /** Makes a scenario the one that new jobs play: by its name, or given here. */
  readonly use: (scenario: string | Scenario) => void;
  /**
   * What was asked and answered so far, in the order it was asked, keys redacted: with this workspace's keys, and
   * without a key that opens one.
   */
  readonly journal: () => readonly Exchange[];
  /**
   * How the clients behaved, by the rules the interface gives to clients (3, 4.5, 5, 7): all that `journal` has.
   * @throws UserError when an option is wrong
   */
  readonly conduct: (asked?: ConductAsked) => Promise<ConductReport>;
  /** Forgets jobs, presentations, journal and scenario; the clock shows the real time. Handlers of your own go, too. */
  readonly reset: () => Promise<void>;
  /** Stops answering. */
  readonly close: () => void;
}

/** Requests to elsewhere are none of ours: the option's name in msw 2, and in msw 3. */
const BYPASS = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const;

/** @throws UserError when an option is wrong */
export function setupDeckhand(options: SetupDeckhandOptions = {}): DeckhandSetup {
  const { origin, workspace: id = 'ws_dev', ...rest } = options;
  checkNames(rest, OPTION_NAMES);
  const base = origin === undefined ? undefined : needOrigin('origin', origin);
  const deckhand = new Deckhand({ ...(base !== undefined && { publicUrl: base }), ...rest });
  const workspace = deckhand.workspace(id);
  const strangers = deckhand.workspace('');
  const server = setupServer(...deckhandHandlers(deckhand, base));
  const journal = (): readonly Exchange[] =>
    [...strangers.journal(), ...workspace.journal()].sort((one, other) => one.sequence - other.sequence);
  let isListening = false;
  return {
    deckhand,
    server,
    clock: workspace.clock,
    listen: (listenOptions) => {
      server.listen(listenOptions ?? BYPASS);
      isListening = true;
    },
    use: (scenario) => workspace.use(scenario),
    journal,
    conduct: async (asked = {}) => judgeClients(journal(), { dropped: 0, ...conductQuestion(asked) }),
    reset: async () => {
      server.resetHandlers();
      await Promise.all([workspace.reset(), strangers.reset()]);
    },
    close: () => {
      // msw 3 throws when there is nothing to close.
      if (isListening) server.close();
      isListening = false;
    },
  };
}
