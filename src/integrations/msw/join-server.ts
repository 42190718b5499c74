/** A server with the interface of msw's, that shares the process with the application's own msw server. */
import { defineNetwork } from 'msw/experimental';
import { AsyncHandlersController, type setupServer } from 'msw/node';
import { JoinedSource } from './joined-source.js';
import { hold, release, type Rest } from './process-network.js';

/** msw's server. Versions of msw export its type under different names. */
export type Server = ReturnType<typeof setupServer>;

type Handlers = Parameters<typeof setupServer>;
type Network = ReturnType<typeof defineNetwork<[JoinedSource]>>;
type Unhandled = Parameters<Network['configure']>[0]['onUnhandledFrame'];
type UnhandledCallback = Extract<Unhandled, (...all: never[]) => unknown>;

/** What `listen` takes in msw 2 and in msw 3. */
interface ListenOptions {
  readonly onUnhandledRequest?:
    'bypass' | 'warn' | 'error' | ((request: Request, print: { warning(): void; error(): void }) => void);
  readonly onUnhandledFrame?: Unhandled;
}

export function joinServer(...handlers: Handlers): Server {
  const controller = new AsyncHandlersController(handlers);
  const source = new JoinedSource(() => network.listHandlers());
  const network: Network = defineNetwork({
    sources: [source],
    handlers: controller,
    context: { quiet: true },
    onUnhandledFrame: 'bypass',
  });
  let rest: Rest | undefined;

  const { events, use, resetHandlers, restoreHandlers, listHandlers } = network;
  return {
    ...{ events, use, resetHandlers, restoreHandlers, listHandlers },
    boundary: controller.boundary.bind(controller),
    // Only msw 3 has it.
    get readyState() {
      return network.readyState;
    },
    listen(options: ListenOptions = {}) {
      if (rest) return;
      const unhandled = unhandledOf(options);
      const mine: Rest = ({ frame }) => frame.resolve([], unhandled, { quiet: true });
      hold(mine);
      rest = mine;
      network.configure({ onUnhandledFrame: unhandled });
      void network.enable();
    },
    close() {
      if (!rest) return;
      void network.disable();
      release(rest);
      rest = undefined;
    },
  };
}

/** By default, requests to other services pass through. */
function unhandledOf({ onUnhandledRequest, onUnhandledFrame }: ListenOptions): NonNullable<Unhandled> {
  if (typeof onUnhandledRequest !== 'function') return onUnhandledFrame ?? onUnhandledRequest ?? 'bypass';
  return (({ frame, defaults }) => {
    const { request } = frame.data as { readonly request: Request };
    onUnhandledRequest(request, { warning: defaults.warn, error: defaults.error });
  }) satisfies UnhandledCallback;
}
