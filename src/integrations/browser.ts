/** `deckhand/browser`: the stand-in inside a page, over msw's service worker. There is no server at all. */
import { http } from 'msw';
import { setupWorker } from 'msw/browser';
import type { Scenario } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import { consoleVerbs } from './browser/console-verbs.js';
import { keepState } from './browser/keep-state.js';
import { openViews } from './browser/open-views.js';
import { openTabStorage } from './browser/tab-storage.js';
import type { ClockHandle } from '../app/clock-handle.js';
import { Deckhand, OPTION_NAMES, type DeckhandOptions } from '../app/deckhand.js';
import { deckhandHandlers } from './msw.js';
import { checkNames, needOrigin } from '../app/options.js';
import type { WorkspaceHandle } from '../app/workspace-handle.js';

export type { DeckhandConsole } from './browser/console-verbs.js';

/** msw's worker, by whatever name this version of msw exports its type. */
type Worker = ReturnType<typeof setupWorker>;

export interface SetupDeckhandWorkerOptions extends DeckhandOptions {
  /** Where the API under test stands, such as `https://api.example.com`. Any origin when left out. */
  readonly origin?: string;
  /** The workspace that `use`, `clock`, `journal` and `reset` speak of. `ws_dev` when left out. */
  readonly workspace?: string;
  /** Whether the state survives a reload, as long as the tab is open. `true` when left out. */
  readonly persist?: boolean;
  /** Puts the workspace's verbs on `window` for the console: as `deckhand` when `true`, or by a name of yours. */
  readonly expose?: boolean | string;
}

export interface DeckhandWorkerSetup {
  /** The stand-in itself, with all workspaces. */
  readonly deckhand: Deckhand;
  /** msw's worker: for handlers of your own, and its events. */
  readonly worker: Worker;
  /** The clock that job states, rate limits and timestamps follow. */
  readonly clock: ClockHandle;
  /** Makes a scenario the one that new jobs play: by its name, or given here. */
  readonly use: (scenario: string | Scenario) => void;
  /**
   * What was asked and answered so far, in the order it was asked, keys redacted: with this workspace's keys, and
   * without a key that opens one.
   */
  readonly journal: () => readonly Exchange[];
  /** Forgets jobs, presentations, journal and scenario; the clock shows the real time. Handlers of your own go, too. */
  readonly reset: () => Promise<void>;
  /** Every verb of a workspace: of that of the options, unless another is named. */
  readonly workspace: (id?: string) => WorkspaceHandle;
  /**
   * Puts back what the tab has kept, and begins to answer this page's requests. Others pass through, unless msw is told
   * otherwise.
   */
  readonly start: (options?: Parameters<Worker['start']>[0]) => Promise<void>;
  /** Stops answering. */
  readonly stop: () => Promise<void>;
}

/** Requests to elsewhere are none of ours: the option's name in msw 2, and in msw 3. */
const BYPASS = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const;

/** @throws UserError when an option is wrong */
export function setupDeckhandWorker(options: SetupDeckhandWorkerOptions = {}): DeckhandWorkerSetup {
  const { origin, workspace: id = 'ws_dev', persist = true, expose = false, ...rest } = options;
  checkNames(options, [...OPTION_NAMES, 'origin', 'workspace', 'persist', 'expose']);
  const base = origin === undefined ? undefined : needOrigin('origin', origin);
  // A page from a file has no origin to speak of.
  const { origin: here } = location;
  const deckhand = new Deckhand({ ...(here !== 'null' && { publicUrl: here }), ...rest });
  const workspace = deckhand.workspace(id);
  const strangers = deckhand.workspace('');
  const storage = openTabStorage(`deckhand ${base ?? '*'}`);
  const kept = persist && storage ? keepState(deckhand, storage, rest.speed ?? 1) : undefined;
  const name = expose === true ? 'deckhand' : expose;
  const api = `${base ?? '*'}${deckhand.service.world.basePath}/*`;
  const worker = setupWorker(
    // Says nothing, so the next one answers.
    ...(kept ? [http.all(api, () => kept.changed())] : []),
    ...deckhandHandlers(deckhand, base),
    http.get(`${here}/view/:workspace/:id`, ({ params }) => answerView(deckhand, params)),
  );
  let started: Promise<void> | undefined;
  let closeViews: (() => void) | undefined;

  const begin = async (startOptions: Parameters<Worker['start']>[0]): Promise<void> => {
    await (kept ? kept.begin() : storage?.clear());
    await worker.start({ ...BYPASS, ...startOptions });
    // Navigations are answered by a worker of msw 3 alone, which says how it is.
    if (!('readyState' in worker && 'serviceWorker' in navigator)) closeViews = openViews(deckhand);
    if (name !== false) Reflect.set(window, name, consoleVerbs(deckhand, workspace, name));
  };
  const end = async (): Promise<void> => {
    started = undefined;
    closeViews?.();
    await kept?.end();
    if (name !== false) Reflect.deleteProperty(window, name);
  };
  return {
    deckhand,
    worker,
    clock: workspace.clock,
    use: (scenario) => workspace.use(scenario),
    journal: () =>
      [...strangers.journal(), ...workspace.journal()].sort((one, other) => one.sequence - other.sequence),
    reset: async () => {
      worker.resetHandlers();
      await Promise.all([workspace.reset(), strangers.reset()]);
    },
    workspace: (other = id) => deckhand.workspace(other),
    start: (startOptions) =>
      (started ??= begin(startOptions).catch(async (error: unknown) => {
        await end();
        throw error;
      })),
    stop: async () => {
      if (!started) return;
      await started;
      // A promise in msw 3, which throws when there is nothing to stop.
      await Promise.resolve(worker.stop());
      await end();
    },
  };
}

/** The page behind a presentation's address; where there is none, the address may be the app's own. */
async function answerView(
  deckhand: Deckhand,
  { workspace, id }: Readonly<Record<string, string | readonly string[] | undefined>>,
): Promise<Response | undefined> {
  // Most pages never open a deck, and its looks weigh.
  const { presentationPage } = await import('../pages/presentation-page.js');
  const { status, html, headers } = await presentationPage(deckhand, String(workspace), String(id));
  return status === 200 ? new Response(html, { headers }) : undefined;
}
