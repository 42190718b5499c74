/**
 * `deckhand/browser`: the mock server inside a page, with msw's service worker: in its own msw worker, or in yours.
 */
import { http } from 'msw';
import { setupWorker } from 'msw/browser';
import type { Exchange } from '../journal/exchange.js';
import type { JournalFilter } from '../generated/workspace-methods.js';
import type { WorkspaceClock } from '../service/control/bound-methods.js';
import type { ScenarioInput } from '../app/scenario-input.js';
import { Deckhand } from '../app/deckhand.js';
import {
  assertOptions,
  deckhandOptionValidators,
  acceptAnything,
  type DeckhandOptions,
} from '../app/options/deckhand-options.js';
import { parseBoolean, parseString } from '../app/options/option-parsers.js';
import { createConsoleApi } from './browser/console-api.js';
import { persistState, tabStorage } from './browser/persist-state.js';
import { handlePresentationLinks } from './browser/presentation-links.js';
import { startWorker } from './browser/start-worker.js';
import { getInterceptionProbe } from './msw/interception-probe.js';
import { createHandlers } from './msw/handlers.js';
import { addInitialHandlers, BYPASS_UNHANDLED } from './msw/user-setup.js';

export type { DeckhandConsole } from './browser/console-api.js';

/** msw's worker. Versions of msw export its type under different names. */
type Worker = ReturnType<typeof setupWorker>;

/** The options of `setupDeckhandWorker`. */
export interface SetupDeckhandWorkerOptions extends DeckhandOptions {
  /** The workspace of `useScenario`, `clock`, `journal` and `reset`. Default: `ws_dev`. */
  readonly workspace?: string;
  /** Whether the state survives a reload while the tab is open. Default: `true`. */
  readonly persist?: boolean;
  /** Exposes the workspace's methods on `window` for the console: `true` as `deckhand`, a string under that name. */
  readonly exposeOnWindow?: boolean | string;
  /** Your msw worker, which then also responds for Deckhand. You start and stop it. */
  readonly mswWorker?: Worker;
}

/** A mock server in a page, with the methods of one workspace. */
export interface DeckhandWorkerSetup {
  /** The mock server, with all workspaces. */
  readonly deckhand: Deckhand;
  /** The msw worker that responds: for your handlers, and for its events. */
  readonly mswWorker: Worker;
  /** The clock of job states, rate limits and timestamps. */
  readonly clock: WorkspaceClock;
  /** Sets the scenario of new jobs: its name, an object, or the text of a scenario file. */
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
   * Deletes jobs, presentations, the journal and your handlers, clears the scenario, and sets the clock to the real time.
   * @throws UserError when another msw worker intercepts the requests
   */
  readonly reset: () => Promise<void>;
  /**
   * Restores the state that the tab saved, and starts to respond to the requests of this page. Other requests pass through,
   * unless the msw options handle them. Start your own worker first.
   * @throws UserError when another msw worker intercepts the requests
   */
  readonly start: (options?: Parameters<Worker['start']>[0]) => Promise<void>;
  /** Stops responding. */
  readonly stop: () => Promise<void>;
}

/**
 * Creates a mock server in this page. `start` makes it respond.
 * @throws UserError when an option, a scenario or the recording is invalid
 */
export function setupDeckhandWorker(options: SetupDeckhandWorkerOptions = {}): DeckhandWorkerSetup {
  const {
    workspace: id = 'ws_dev',
    persist = true,
    exposeOnWindow = false,
    mswWorker: userWorker,
    ...rest
  } = options;
  assertOptions(options, {
    ...deckhandOptionValidators,
    workspace: parseString,
    persist: parseBoolean,
    exposeOnWindow: (value, label) => typeof value === 'boolean' || parseString(value, label),
    mswWorker: acceptAnything,
  });
  // The origin of a page from a file is `null`.
  const { origin: pageOrigin } = location;
  const deckhand = new Deckhand(
    {
      ...(pageOrigin !== 'null' && { publicUrl: pageOrigin }),
      // The app keeps its own key, which the recording does not contain.
      ...(rest.replay !== undefined && { apiKeys: 'optional' as const }),
      ...rest,
    },
    { idSalt: createIdSalt() },
  );
  const { requestMatcher } = deckhand;
  const workspace = deckhand.workspace(id);
  const unassigned = deckhand.workspace('');
  const storage = tabStorage();
  const item = `deckhand ${requestMatcher.origin ?? '*'}`;
  const persistence = persist && storage ? persistState(deckhand, storage, item) : undefined;
  const name = exposeOnWindow === true ? 'deckhand' : exposeOnWindow;
  const interceptionProbe = getInterceptionProbe(deckhand);
  let isResponding = false;
  const handlers = [
    ...createHandlers(deckhand, { isEnabled: () => isResponding }),
    http.get(`${pageOrigin}/view/:workspace/:id`, ({ params }) =>
      isResponding ? respondWithPresentationPage(deckhand, params) : undefined,
    ),
  ];
  const worker = userWorker ?? setupWorker(...handlers);
  let started: Promise<void> | undefined;
  let stopLinks: (() => void) | undefined;

  const startResponding = async (startOptions: Parameters<Worker['start']>[0]): Promise<void> => {
    if (persistence) persistence.start();
    else storage?.removeItem(item);
    isResponding = true;
    if (userWorker) addInitialHandlers(userWorker, handlers);
    else
      await startWorker(
        () => Promise.resolve(worker.start({ ...BYPASS_UNHANDLED, ...startOptions })),
        startOptions?.serviceWorker?.url ?? '/mockServiceWorker.js',
      );
    await interceptionProbe.assertIntercepted('setupWorker');
    if (!canServePages(worker)) stopLinks = handlePresentationLinks(deckhand);
    if (name !== false) Reflect.set(window, name, createConsoleApi(deckhand, workspace, name));
  };
  const stopResponding = async (): Promise<void> => {
    started = undefined;
    isResponding = false;
    stopLinks?.();
    persistence?.stop();
    if (name !== false) Reflect.deleteProperty(window, name);
  };
  return {
    deckhand,
    mswWorker: worker,
    clock: workspace.clock,
    useScenario: (scenario) => workspace.useScenario(scenario),
    clearScenario: () => workspace.clearScenario(),
    journal: (filter) =>
      [...unassigned.journal(filter), ...workspace.journal(filter)].sort(
        (one, other) => one.sequence - other.sequence,
      ),
    reset: async () => {
      worker.resetHandlers();
      workspace.reset();
      unassigned.reset();
      // A service worker of the app can take control of the page at any time.
      interceptionProbe.reset();
      if (isResponding) await interceptionProbe.assertIntercepted('setupWorker');
    },
    start: (startOptions) =>
      (started ??= startResponding(startOptions).catch(async (error: unknown) => {
        await stopResponding();
        throw error;
      })),
    stop: async () => {
      if (!started) return;
      await started;
      // A promise in msw 3.
      if (!userWorker) await Promise.resolve(worker.stop());
      await stopResponding();
    },
  };
}

/** Pages of another machine have no `randomUUID` without TLS. */
function createIdSalt(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join(' ');
}

/** Whether the worker can respond to navigations. Only that of msw 3 can. It has `readyState`. */
function canServePages(worker: Worker): boolean {
  return 'readyState' in worker && 'serviceWorker' in navigator;
}

/** The page of a presentation. Without such a presentation, the URL can belong to the app. */
async function respondWithPresentationPage(
  deckhand: Deckhand,
  { workspace, id }: Readonly<Record<string, string | readonly string[] | undefined>>,
): Promise<Response | undefined> {
  // Loaded on demand, because the styles are large and most pages never open a presentation.
  const { renderPresentationPage } = await import('../server/pages/presentation-page.js');
  const { status, html, headers } = renderPresentationPage(deckhand, String(workspace), String(id));
  return status === 200 ? new Response(html, { headers }) : undefined;
}
