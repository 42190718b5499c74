/** `deckhand/node`: the mock server in a Node test, with msw: in an msw server of its own, or in the application's. */
import { AssertionError } from 'node:assert';
import { setupServer } from 'msw/node';
import type { ClientReport } from '../judge/report/report.js';
import type { OperationId } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';
import { Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import type { ClientReportOptions } from '../service/control/client-report.js';
import { probeFor } from './msw/interception-probe.js';
import { createHandlers } from './msw/handlers.js';
import { addInitialHandlers } from './msw/user-setup.js';
import { matchReceived, type ReceivedRequestOptions } from './received-assertion.js';
import { assertNotProduction } from './assert-not-production.js';
import { formatUnusedFaults } from './sandbox-request.js';
import { BYPASS_UNHANDLED } from './msw/user-setup.js';
import type { JournalFilter } from '../service/control/journals.js';
import type { WorkspaceClock } from '../service/control/clocks.js';
import type { ScenarioInput } from '../app/scenario-input.js';
import {
  assertOptions,
  validateConfigOption,
  deckhandOptionValidators,
  acceptAnything,
  type OptionValidators,
} from '../app/options/deckhand-options.js';
import { parseBoolean, parseString } from '../app/options/option-parsers.js';
import { resolveOptions, type ConfigOption } from '../app/config/resolve-options.js';

/** msw's server. Versions of msw export its type under different names. */
type Server = ReturnType<typeof setupServer>;

export interface SetupDeckhandOptions extends DeckhandOptions, ConfigOption {
  /** The workspace of `useScenario`, `clock`, `journal` and `reset`. Default: `ws_dev`. */
  readonly workspace?: string;
  /** Your own msw server, which then also responds for Deckhand. You start and close it. */
  readonly mswServer?: Server;
  /** Responds also where `NODE_ENV` is `production`. */
  readonly allowProduction?: boolean;
}

export interface DeckhandSetup {
  /** The mock server, with all workspaces. */
  readonly deckhand: Deckhand;
  /** The msw server that responds: for your own handlers, and for its events. */
  readonly mswServer: Server;
  /** The clock of job states, rate limits and timestamps. */
  readonly clock: WorkspaceClock;
  /**
   * Starts to respond to the requests of this process. Other requests pass through, unless the msw options say otherwise. Your
   * own server gets the handlers of Deckhand, and its own options apply.
   * @throws UserError where `NODE_ENV` is `production`, without `allowProduction`
   */
  readonly listen: (options?: Parameters<Server['listen']>[0]) => void;
  /** Sets the scenario that new jobs play: its name, an object, the text of a scenario file, or, in Node, the path of one. */
  readonly useScenario: (scenario: ScenarioInput) => void;
  /** Clears the active scenario: new jobs play the default again. */
  readonly clearScenario: () => void;
  /**
   * The exchanges so far, in the order of their starts, keys redacted: requests with this workspace's keys, and requests
   * without a key that opens a workspace.
   * @throws UserError when the filter is wrong
   */
  readonly journal: (filter?: JournalFilter) => readonly Exchange[];
  /**
   * Checks that Deckhand received requests of an operation: how many (`times`), with which status, job and fields of the body.
   * @throws AssertionError when it did not, with all requests
   * @throws UserError when the operation or an option is unknown
   */
  readonly assertReceived: (operation: OperationId, options?: ReceivedRequestOptions) => void;
  /**
   * How the clients behaved, by the rules that the interface gives to clients (3, 4.5, 5, 7). It judges all exchanges of
   * `journal`.
   * @throws UserError when an option is wrong, or requests do not reach Deckhand
   */
  readonly clientReport: (options?: ClientReportOptions) => Promise<ClientReport>;
  /**
   * Deletes jobs, presentations, the journal and your own handlers, clears the scenario, and sets the clock to the real
   * time.
   * @throws UserError when requests do not reach Deckhand, because another msw set-up listens
   */
  readonly reset: () => Promise<void>;
  /** Stops responding. */
  readonly close: () => void;
}

const checks: OptionValidators<SetupDeckhandOptions> = {
  ...deckhandOptionValidators,
  config: validateConfigOption,
  workspace: parseString,
  mswServer: acceptAnything,
  allowProduction: parseBoolean,
};

/** @throws UserError when an option is wrong */
export function setupDeckhand(options: SetupDeckhandOptions = {}): DeckhandSetup {
  assertOptions(options, checks);
  const {
    workspace: id = 'ws_dev',
    mswServer: userServer,
    allowProduction,
    ...rest
  } = resolveOptions(options).options;
  const deckhand = new Deckhand(rest);
  const workspace = deckhand.workspace(id);
  const unassigned = deckhand.workspace('');
  let isListening = false;
  const handlers = createHandlers(deckhand, { isEnabled: () => isListening });
  const server = userServer ?? setupServer(...handlers);
  const assertIntercepted = async (): Promise<void> => {
    if (isListening) await probeFor(deckhand).assertIntercepted('setupServer');
  };
  const journal = (filter?: JournalFilter): readonly Exchange[] =>
    [...unassigned.journal(filter), ...workspace.journal(filter)].sort(
      (one, other) => one.sequence - other.sequence,
    );
  return {
    deckhand,
    mswServer: server,
    clock: workspace.clock,
    listen: (listenOptions) => {
      if (isListening) return;
      assertNotProduction(allowProduction);
      if (userServer) addInitialHandlers(userServer, handlers);
      else server.listen({ ...BYPASS_UNHANDLED, ...listenOptions });
      isListening = true;
    },
    useScenario: (scenario) => workspace.useScenario(scenario),
    clearScenario: () => workspace.clearScenario(),
    journal,
    assertReceived: (operation, receivedOptions = {}) => {
      const { pass, message, expected, actual } = matchReceived(journal, operation, receivedOptions);
      if (!pass) throw new AssertionError({ message, expected, actual, operator: 'toHaveReceived' });
    },
    clientReport: async (options = {}) => {
      const exchanges = journal();
      if (exchanges.length === 0) await assertIntercepted();
      return workspace.clientReport({ ...options, includeUnassigned: true });
    },
    reset: async () => {
      server.resetHandlers();
      const unmet = formatUnusedFaults(workspace.faults());
      if (unmet !== undefined) console.warn(unmet);
      workspace.reset();
      unassigned.reset();
      await assertIntercepted();
    },
    close: () => {
      if (isListening && !userServer) server.close();
      isListening = false;
    },
  };
}
