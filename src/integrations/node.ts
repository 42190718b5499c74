/** `deckhand/node`: the stand-in in a Node test, with msw. It joins the application's own msw server. */
import type { ConductReport } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import { Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import { conductQuestion, judgeClients, type ConductAsked } from '../app/judge-clients.js';
import { deckhandHandlers } from './msw.js';
import { joinServer, type Server } from './msw/join-server.js';
import type { ClockHandle } from '../app/clock-handle.js';
import type { ScenarioChoice } from '../app/scenario-source.js';
import { checkNames } from '../app/options/check.js';
import { OPTION_NAMES } from '../app/options/deckhand-options.js';
import { withConfig, type ConfigOption } from '../setup/with-config.js';

export interface SetupDeckhandOptions extends DeckhandOptions, ConfigOption {
  /** The workspace of `use`, `clock`, `journal` and `reset`. Default: `ws_dev`. */
  readonly workspace?: string;
}

export interface DeckhandSetup {
  /** The stand-in, with all workspaces. */
  readonly deckhand: Deckhand;
  /** A server with the interface of msw's: for your own handlers, and for its events. */
  readonly server: Server;
  /** The clock of job states, rate limits and timestamps. */
  readonly clock: ClockHandle;
  /**
   * Starts to respond to the requests of this process. Other requests go to your own msw server, if one listens, now or later;
   * or else pass through, unless the msw options say otherwise.
   * @throws UserError when a server of another copy of msw listens
   */
  readonly listen: (options?: Parameters<Server['listen']>[0]) => void;
  /** Sets the scenario that new jobs play: its name, an object, the text of a scenario file, or, in Node, the path of one. */
  readonly use: (scenario: ScenarioChoice | null) => void;
  /**
   * The exchanges so far, in the order of their starts, keys redacted: requests with this workspace's keys, and requests
   * without a key that opens a workspace.
   */
  readonly journal: () => readonly Exchange[];
  /**
   * How the clients behaved, by the rules that the interface gives to clients (3, 4.5, 5, 7). It judges all exchanges of
   * `journal`.
   * @throws UserError when an option is wrong
   */
  readonly conduct: (asked?: ConductAsked) => Promise<ConductReport>;
  /**
   * Deletes jobs, presentations, the journal and your own handlers, clears the scenario, and sets the clock to the real
   * time.
   */
  readonly reset: () => Promise<void>;
  /** Stops responding. */
  readonly close: () => void;
}

/** @throws UserError when an option is wrong */
export function setupDeckhand(options: SetupDeckhandOptions = {}): DeckhandSetup {
  checkNames(options, [...OPTION_NAMES, 'workspace', 'config']);
  const { workspace: id = 'ws_dev', ...rest } = withConfig(options).options;
  const deckhand = new Deckhand(rest);
  const workspace = deckhand.workspace(id);
  const strangers = deckhand.workspace('');
  const server = joinServer(...deckhandHandlers(deckhand));
  const journal = (): readonly Exchange[] =>
    [...strangers.journal(), ...workspace.journal()].sort((one, other) => one.sequence - other.sequence);
  return {
    deckhand,
    server,
    clock: workspace.clock,
    listen: (listenOptions) => server.listen(listenOptions),
    use: (scenario) => workspace.use(scenario),
    journal,
    conduct: async (asked = {}) =>
      judgeClients(journal(), { dropped: 0, basePath: deckhand.reach.basePath, ...conductQuestion(asked) }),
    reset: async () => {
      server.resetHandlers();
      await Promise.all([workspace.reset(), strangers.reset()]);
    },
    close: () => server.close(),
  };
}
