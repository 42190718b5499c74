/**
 * `deckhand/browser`: the mock server inside a page, with msw's service worker: in its own msw worker, or in yours. It needs no server.
 */
import { http } from 'msw';
import { setupWorker } from 'msw/browser';
import type { Exchange } from '../journal/exchange.js';
import type { JournalFilter } from '../service/control/journals.js';
import type { WorkspaceClock } from '../service/control/clocks.js';
import type { ScenarioInput } from '../app/scenario-input.js';
import { DeckhandCore } from '../app/deckhand-core.js';
import type { Deckhand } from '../app/deckhand.js';
import {
  assertOptions,
  deckhandOptionValidators,
  acceptAnything,
  type DeckhandOptions,
} from '../app/options/deckhand-options.js';
import { parseBoolean, parseString } from '../app/options/option-parsers.js';
import type { Workspace } from '../service/workspace.js';
import { clearRealTimeout, setRealTimeout } from '../base/real-time.js';
import { UserError } from '../base/user-error.js';
import { createConsoleApi } from './browser/console-api.js';
import { persistState, tabStorage } from './browser/persist-state.js';
import { lazyReplay } from './browser/lazy-replay.js';
import { loadScenarioTexts, withPlaceholders } from './browser/lazy-scenario-texts.js';
import { probeFor } from './msw/interception-probe.js';
import { createHandlers } from './msw/handlers.js';
import { addInitialHandlers } from './msw/user-setup.js';
import { BYPASS_UNHANDLED } from './msw/user-setup.js';

export type { DeckhandConsole } from './browser/console-api.js';

/** msw's worker. Versions of msw export its type under different names. */
type Worker = ReturnType<typeof setupWorker>;

export interface SetupDeckhandWorkerOptions extends DeckhandOptions {
  /** The workspace of `useScenario`, `clock`, `journal` and `reset`. Default: `ws_dev`. */
  readonly workspace?: string;
  /** Whether the state survives a reload while the tab is open. Default: `true`. */
  readonly persist?: boolean;
  /** Puts the verbs of the workspace on `window` for the console: `true` as `deckhand`, a string under that name. */
  readonly exposeOnWindow?: boolean | string;
  /** Your own msw worker, which then also responds for Deckhand. You start and stop it. */
  readonly mswWorker?: Worker;
}

export interface DeckhandWorkerSetup {
  /** The mock server, with all workspaces. */
  readonly deckhand: Deckhand;
  /** The msw worker that responds: for your own handlers, and for its events. */
  readonly mswWorker: Worker;
  /** The clock of job states, rate limits and timestamps. */
  readonly clock: WorkspaceClock;
  /** Sets the scenario that new jobs play: its name, an object, or the text of a scenario file. */
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
   * Deletes jobs, presentations, the journal and your own handlers, clears the scenario, and sets the clock to the real
   * time.
   * @throws UserError when requests do not reach Deckhand, because another msw set-up listens
   */
  readonly reset: () => Promise<void>;
  /** The handle on a workspace. Default: the workspace of the options. */
  readonly workspace: (id?: string) => Workspace<ScenarioInput>;
  /**
   * Loads the state that the tab saved, and starts to respond to the requests of this page. Other requests pass through,
   * unless the msw options say otherwise. Start your own worker first.
   * @throws UserError when requests do not reach Deckhand
   */
  readonly start: (options?: Parameters<Worker['start']>[0]) => Promise<void>;
  /** Stops responding. */
  readonly stop: () => Promise<void>;
}

/** @throws UserError when an option is wrong */
export function setupDeckhandWorker(options: SetupDeckhandWorkerOptions = {}): DeckhandWorkerSetup {
  const {
    workspace: id = 'ws_dev',
    persist = true,
    exposeOnWindow = false,
    mswWorker: own,
    ...rest
  } = options;
  assertOptions(options, {
    ...deckhandOptionValidators,
    workspace: parseString,
    persist: parseBoolean,
    exposeOnWindow: (value, where) => typeof value === 'boolean' || parseString(value, where),
    mswWorker: acceptAnything,
  });
  // The origin of a page from a file is `null`.
  const { origin: here } = location;
  const replay = rest.replay === undefined ? undefined : lazyReplay(rest.replay, rest.apiKeys);
  const deckhand = new DeckhandCore(
    {
      ...(here !== 'null' && { publicUrl: here }),
      ...rest,
      ...withPlaceholders(rest),
    },
    { replay: replay?.assigned, idSalt: createIdSalt() },
  );
  const { requestMatcher } = deckhand;
  const workspace = deckhand.workspace(id);
  const unassigned = deckhand.workspace('');
  const storage = tabStorage();
  const item = `deckhand ${requestMatcher.origin ?? '*'}`;
  const kept = persist && storage ? persistState(deckhand, storage, item) : undefined;
  const name = exposeOnWindow === true ? 'deckhand' : exposeOnWindow;
  const interceptionProbe = probeFor(deckhand);
  let isOn = false;
  const handlers = [
    ...createHandlers(deckhand, { isEnabled: () => isOn }),
    http.get(`${here}/view/:workspace/:id`, ({ params }) =>
      isOn ? respondWithDeck(deckhand, params) : undefined,
    ),
  ];
  const worker = own ?? setupWorker(...handlers);
  let started: Promise<void> | undefined;
  let closeViews: (() => void) | undefined;

  const startResponding = async (startOptions: Parameters<Worker['start']>[0]): Promise<void> => {
    await Promise.all([loadScenarioTexts(deckhand, rest), replay?.load()]);
    await (kept ? kept.start() : storage?.removeItem(item));
    isOn = true;
    if (own) addInitialHandlers(own, handlers);
    else
      await startWorker(
        () => Promise.resolve(worker.start({ ...BYPASS_UNHANDLED, ...startOptions })),
        startOptions?.serviceWorker?.url ?? '/mockServiceWorker.js',
      );
    await interceptionProbe.assertIntercepted('setupWorker');
    if (!canServePages(worker)) closeViews = openDeckLinks(deckhand);
    if (name !== false) Reflect.set(window, name, createConsoleApi(deckhand, workspace, name));
  };
  const stopResponding = async (): Promise<void> => {
    started = undefined;
    isOn = false;
    closeViews?.();
    kept?.stop();
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
      // A service worker of the app can take the page at any time.
      interceptionProbe.reset();
      if (isOn) await interceptionProbe.assertIntercepted('setupWorker');
    },
    workspace: (other = id) => deckhand.workspace(other),
    start: (startOptions) =>
      (started ??= startResponding(startOptions).catch(async (error: unknown) => {
        await stopResponding();
        throw error;
      })),
    stop: async () => {
      if (!started) return;
      await started;
      // A promise in msw 3.
      if (!own) await Promise.resolve(worker.stop());
      await stopResponding();
    },
  };
}

/** Pages of another machine without TLS have no `randomUUID`. */
function createIdSalt(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join(' ');
}

/** Whether the worker can respond to navigations. Only that of msw 3 can. It has `readyState`. */
function canServePages(worker: Worker): boolean {
  return 'readyState' in worker && 'serviceWorker' in navigator;
}

/** The page of a presentation. Without such a presentation, the URL can belong to the app. */
async function respondWithDeck(
  deckhand: Deckhand,
  { workspace, id }: Readonly<Record<string, string | readonly string[] | undefined>>,
): Promise<Response | undefined> {
  // Loaded on demand, because the styles are large and most pages never open a deck.
  const { renderPresentationPage: presentationPage } = await import('../server/pages/presentation-page.js');
  const { status, html, headers } = presentationPage(deckhand, String(workspace), String(id));
  return status === 200 ? new Response(html, { headers }) : undefined;
}

/* Starts msw's worker, and explains a missing, wrong or outdated worker file. */

/** Real milliseconds. A worker of another protocol never reports that it is ready. */
const WORKER_START_TIMEOUT_MS = 10_000;

/**
 * @param start starts the worker
 * @param url of the worker's file
 * @throws UserError when the file is the reason that the worker does not start; otherwise the error of `start`
 */
async function startWorker(start: () => Promise<unknown>, url: string | URL): Promise<void> {
  let timer: ReturnType<typeof setRealTimeout> | undefined;
  let isLate = false;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setRealTimeout(() => {
      isLate = true;
      reject(new Error(`msw's worker at ${url} does not start.`));
    }, WORKER_START_TIMEOUT_MS);
  });
  try {
    await Promise.race([start(), late]);
  } catch (error) {
    const wrong = await workerFileIssue(url, isLate);
    if (wrong === undefined) throw error;
    throw new UserError('invalid-option', wrong, {
      hint:
        'Write it with "npx msw init public/", with the folder that your server serves files from, and reload the page. ' +
        "For another address, use start({ serviceWorker: { url: '/app/mockServiceWorker.js' } }).",
    });
  } finally {
    clearRealTimeout(timer);
  }
}

/**
 * @param isLate whether the worker did not say that it is ready
 * @returns what is wrong with the file; undefined if nothing is known to be wrong
 */
async function workerFileIssue(url: string | URL, isLate: boolean): Promise<string | undefined> {
  const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
  if (!response) return `The page cannot load msw's worker from ${url}.`;
  if (!response.ok) return `There is no msw worker at ${url}: the server responds with ${response.status}.`;
  const type = response.headers.get('content-type') ?? 'no content type';
  const text = await response.text();
  if (!/javascript/.test(type) || !text.includes('INTEGRITY_CHECK'))
    return `There is no msw worker at ${url}: the server responds with another file (${type}).`;
  if (!isLate) return undefined;
  const [, version] = /(?:PACKAGE_VERSION = '|Service Worker \()([\d.]+)/.exec(text) ?? [];
  const known = version === undefined ? 'another version' : `version ${version.replace(/\.$/, '')}`;
  return `msw's worker at ${url} is of ${known}, and does not respond to the msw of this page.`;
}

/* Opens links to presentations. The worker of msw 2 cannot respond to navigations, so this code handles the clicks. */

/** @returns a function that stops it */
function openDeckLinks(deckhand: Deckhand): () => void {
  const listen = (event: MouseEvent): void => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    const named = link && presentationAt(deckhand, link);
    if (!named || event.defaultPrevented) return;
    event.preventDefault();
    const isNew = event.ctrlKey || event.metaKey || event.shiftKey;
    void addressOf(deckhand, named).then((address) => {
      // Without a presentation, the URL can belong to the app.
      open(address ?? link.href, isNew ? '_blank' : link.target || '_self');
    });
  };
  document.addEventListener('click', listen);
  return () => document.removeEventListener('click', listen);
}

interface PresentationRef {
  readonly workspace: string;
  readonly id: string;
}

function presentationAt(
  { directory }: Deckhand,
  { origin, pathname }: HTMLAnchorElement,
): PresentationRef | undefined {
  const [, encoded, id = ''] = /^\/view\/([^/]+)\/([\w-]+)$/.exec(pathname) ?? [];
  if (encoded === undefined || origin !== location.origin) return undefined;
  const row = directory.workspaces().find((one) => encodeURIComponent(one.id) === encoded);
  return row && { workspace: row.id, id };
}

async function addressOf(
  deckhand: Deckhand,
  { workspace, id }: PresentationRef,
): Promise<string | undefined> {
  const { renderPresentationPage: presentationPage } = await import('../server/pages/presentation-page.js');
  const { status, html } = presentationPage(deckhand, workspace, id);
  if (status !== 200) return undefined;
  return URL.createObjectURL(new Blob([html], { type: 'text/html; charset=utf-8' }));
}
