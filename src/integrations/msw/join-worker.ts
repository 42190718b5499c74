/** A worker with the interface of msw's, that shares the page with the application's own msw worker. */
import { http } from 'msw';
import { setupWorker } from 'msw/browser';
import { defineNetwork } from 'msw/experimental';
import { carryRequests } from './carry-requests.js';
import { JoinedSource } from './joined-source.js';

/** msw's worker. Versions of msw export its type under different names. */
export type Worker = ReturnType<typeof setupWorker>;

type Handlers = Parameters<typeof setupWorker>;

/** A request that only a joined stand-in answers. */
const PROBE = '/.deckhand-joined';

async function arrives(): Promise<boolean> {
  return (await fetch(PROBE, { method: 'HEAD' })).status === 204;
}

export function joinWorker(...handlers: Handlers): Worker {
  const source: JoinedSource = new JoinedSource(() => network.listHandlers());
  const probed = http.head(`${location.origin}${PROBE}`, () => new Response(null, { status: 204 }));
  const network = defineNetwork<[JoinedSource]>({
    sources: [source],
    handlers: [...handlers, probed],
    context: { quiet: true },
    onUnhandledFrame: 'bypass',
  });
  let leave: (() => Promise<void>) | undefined;

  const start = async (options?: Parameters<Worker['start']>[0]): Promise<void> => {
    if (leave) return;
    void network.enable();
    try {
      leave = await carryRequests(options, arrives);
    } catch (error) {
      void network.disable();
      throw error;
    }
  };
  const stop = async (): Promise<void> => {
    void network.disable();
    await leave?.();
    leave = undefined;
  };
  const { events, use, restoreHandlers, listHandlers } = network;
  const resetHandlers = (...next: Handlers): void =>
    network.resetHandlers(...(next.length > 0 ? [...next, probed] : next));
  return { events, use, restoreHandlers, listHandlers, resetHandlers, start, stop } as unknown as Worker;
}

/** Whether the worker can respond to navigations. Only that of msw 3 can. It has `readyState`. */
export function opensPages(): boolean {
  return 'readyState' in setupWorker() && 'serviceWorker' in navigator;
}
