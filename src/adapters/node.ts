/** `deckhand/node`: the stand-in in a Node test, over msw's `setupServer`. */
import { setupServer } from 'msw/node';
import type { Scenario } from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import { createDeckhand, type Deckhand, type DeckhandOptions } from './deckhand.js';
import { deckhandHandlers } from './msw.js';
import type { ClockHandle } from './clock-handle.js';

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
  listen(options?: Parameters<Server['listen']>[0]): void;
  /** Makes a scenario the one that new jobs play: by its name, or given here. */
  use(scenario: string | Scenario): void;
  /** What was asked and answered so far, the oldest first, keys redacted. */
  journal(): readonly Exchange[];
  /** Forgets jobs, presentations, journal and scenario; the clock shows the real time. Handlers of your own go, too. */
  reset(): Promise<void>;
  /** Stops answering. */
  close(): void;
}

/** Requests to elsewhere are none of ours: the option's name in msw 2, and in msw 3. */
const BYPASS = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const;

/** @throws UserError when an option is wrong */
export function setupDeckhand(options: SetupDeckhandOptions = {}): DeckhandSetup {
  const { origin, workspace: id = 'ws_dev', ...rest } = options;
  const deckhand = createDeckhand({ ...(origin !== undefined && { publicUrl: origin }), ...rest });
  const workspace = deckhand.workspace(id);
  const server = setupServer(...deckhandHandlers(deckhand, origin));
  return {
    deckhand,
    server,
    clock: workspace.clock,
    listen: (listenOptions) => server.listen(listenOptions ?? BYPASS),
    use: (scenario) => workspace.use(scenario),
    journal: () => workspace.journal(),
    async reset() {
      server.resetHandlers();
      await workspace.reset();
    },
    close: () => server.close(),
  };
}
