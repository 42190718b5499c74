/** `deckhand/node`: the mock server in a Node test, in its own msw server or in yours. */
import { AssertionError } from 'node:assert';
import { setupServer } from 'msw/node';
import type { ClientReport } from '../judge/report/report.js';
import type { OperationId } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';
import { Deckhand, type DeckhandOptions } from '../app/deckhand.js';
import type { ClientReportOptions, JournalFilter } from '../generated/workspace-methods.js';
import { getInterceptionProbe } from './msw/interception-probe.js';
import { createHandlers } from './msw/handlers.js';
import { matchReceived, type ReceivedRequestOptions } from './received-assertion.js';
import { assertNotProduction } from './assert-not-production.js';
import { FakeTimerPolls } from './fake-timer-polls.js';
import { findUnusedFaults } from './unused-faults.js';
import { addInitialHandlers, BYPASS_UNHANDLED } from './msw/user-setup.js';
import type { WorkspaceClock } from '../service/control/bound-methods.js';
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

/** The options of `setupDeckhand`. */
export interface SetupDeckhandOptions extends DeckhandOptions, ConfigOption {
  /** The workspace of `useScenario`, `clock`, `journal` and `reset`. Default: `ws_dev`. */
  readonly workspace?: string;
  /** Your msw server, which then also responds for Deckhand. You start and close it. */
  readonly mswServer?: Server;
  /** Also responds where `NODE_ENV` is `production`. */
  readonly allowProduction?: boolean;
}

/** A mock server in this process, with the methods of one workspace. */
export interface DeckhandSetup {
  /** The mock server, with all workspaces. */
  readonly deckhand: Deckhand;
  /** The msw server that responds: for your handlers, and for its events. */
  readonly mswServer: Server;
  /** The clock of job states, rate limits and timestamps. */
  readonly clock: WorkspaceClock;
  /**
   * Starts to respond to the requests of this process. Other requests pass through, unless the msw options handle them. With
   * `mswServer`, adds Deckhand's handlers to it; its own options apply.
   * @throws UserError where `NODE_ENV` is `production`, without `allowProduction`
   */
  readonly listen: (options?: Parameters<Server['listen']>[0]) => void;
  /** Sets the scenario of new jobs: its name, an object, the text of a scenario file, or the path of one. */
  readonly useScenario: (scenario: ScenarioInput) => void;
  /** Clears the active scenario: new jobs use the default again. */
  readonly clearScenario: () => void;
  /**
   * The exchanges so far, in the order of their starts, keys redacted: requests with this workspace's keys, and requests
   * without a key that opens a workspace.
   * @throws UserError when the filter is invalid
   */
  readonly journal: (filter?: JournalFilter) => readonly Exchange[];
  /**
   * Asserts that Deckhand received requests of an operation: how many (`times`), with which status, job and body fields.
   * @throws AssertionError with all requests if it did not
   * @throws UserError when the operation or an option is unknown
   */
  readonly assertReceived: (operation: OperationId, options?: ReceivedRequestOptions) => void;
  /**
   * Reports how the clients in `journal` follow the client rules of the specification (3, 4.5, 5, 7).
   * @throws UserError when an option is invalid, or another msw server intercepts the requests
   */
  readonly clientReport: (options?: ClientReportOptions) => Promise<ClientReport>;
  /**
   * Deletes jobs, presentations, the journal and your handlers, clears the scenario, and sets the clock to the real time.
   * @throws UserError when another msw server intercepts the requests
   */
  readonly reset: () => Promise<void>;
  /** Stops responding. */
  readonly close: () => void;
}

const optionValidators: OptionValidators<SetupDeckhandOptions> = {
  ...deckhandOptionValidators,
  config: validateConfigOption,
  workspace: parseString,
  mswServer: acceptAnything,
  allowProduction: parseBoolean,
};

/**
 * Creates a mock server for the tests of a file. `listen` makes it respond.
 * @throws UserError when an option is invalid
 */
export function setupDeckhand(options: SetupDeckhandOptions = {}): DeckhandSetup {
  assertOptions(options, optionValidators);
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
  const polls = new FakeTimerPolls(deckhand);
  const handlers = createHandlers(deckhand, {
    isEnabled: () => isListening,
    watch: (request, response) => polls.watch(request, findWorkspaceId(deckhand, request), response),
  });
  const server = userServer ?? setupServer(...handlers);
  const assertIntercepted = async (): Promise<void> => {
    if (isListening) await getInterceptionProbe(deckhand).assertIntercepted('setupServer');
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
      if (!pass) throw new AssertionError({ message, expected, actual, operator: 'assertReceived' });
    },
    clientReport: async (options = {}) => {
      const exchanges = journal();
      if (exchanges.length === 0) await assertIntercepted();
      return workspace.clientReport({ ...options, includeUnassigned: true });
    },
    reset: async () => {
      server.resetHandlers();
      warnAboutPolls(polls);
      const warning = findUnusedFaults(deckhand.control, workspace.id);
      if (warning !== undefined) console.warn(warning);
      workspace.reset();
      unassigned.reset();
      await assertIntercepted();
    },
    close: () => {
      warnAboutPolls(polls);
      if (isListening && !userServer) server.close();
      isListening = false;
    },
  };
}

const findWorkspaceId = ({ service }: Deckhand, { headers }: Request): string =>
  service.authenticate({ header: (name) => headers.get(name) ?? undefined })?.id ?? '';

function warnAboutPolls(polls: FakeTimerPolls): void {
  const hint = polls.end('whenever the test advances its timers, call clock.advance(…) with the same time');
  if (hint !== undefined) console.warn(hint);
}
