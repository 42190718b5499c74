/**
 * Keeps the requests of a page coming while a stand-in needs them: through the application's own msw worker if it has one, or
 * else through a worker without handlers. A page has one service worker.
 */
import { setupWorker } from 'msw/browser';
import { setRealTimeout } from '../../base/real-time.js';
import { attachedSetups, forgetSetups } from './joined-source.js';
import { isMarked, otherCopy, refuseOtherCopies } from './other-copy.js';

type Worker = ReturnType<typeof setupWorker>;
type StartOptions = Parameters<Worker['start']>[0];

/** Requests to other services pass through. The option has different names in msw 2 and msw 3. */
const BYPASS = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const;

/** Real milliseconds between two tries, and how many there are while the application's worker can still be starting. */
const PAUSE = 100;
const TRIES = 50;

/**
 * @param arrive whether a request of the page arrives at the stand-in
 * @returns a function that ends it, and leaves the application's own worker running
 * @throws UserError when a worker of another copy of msw runs
 */
export async function carryRequests(
  options: StartOptions,
  arrive: () => Promise<boolean>,
): Promise<() => Promise<void>> {
  let carrier: Worker | undefined;
  const carry = async (): Promise<void> => {
    const before = attachedSetups();
    carrier = setupWorker();
    await carrier.start({ ...BYPASS, ...options });
    forgetSetups(attachedSetups() - before);
    refuseOtherCopies('worker', () => attachedSetups() > 0);
  };
  const isShared = (): boolean => !carrier || attachedSetups() > 0;
  let isLeaving = false;
  const notice = (): void => {
    isLeaving = true;
    setRealTimeout(() => (isLeaving = false), 0);
  };
  // msw posts it when a worker stops, also before a page is left.
  const takeOver = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== window || (data as { type?: unknown } | null)?.type !== 'msw/worker:stop') return;
    if (isLeaving || !isShared()) return;
    forgetSetups(attachedSetups());
    void unregister().then(carry);
  };

  if (!(await isCarried(arrive))) await carry();
  addEventListener('beforeunload', notice);
  addEventListener('message', takeOver);
  return async () => {
    removeEventListener('beforeunload', notice);
    removeEventListener('message', takeOver);
    // A promise in msw 3.
    if (!isShared()) await Promise.resolve(carrier?.stop());
  };
}

/** msw's worker unregisters itself after it has stopped. A worker that starts in between fails. */
async function unregister(): Promise<void> {
  const registration = await (
    navigator.serviceWorker as ServiceWorkerContainer | undefined
  )?.getRegistration();
  await registration?.unregister();
}

/** Whether the application's own worker runs, or will run soon. */
async function isCarried(arrive: () => Promise<boolean>): Promise<boolean> {
  const isSure = isMarked() || attachedSetups() > 0;
  if (!isSure && !isWrapped(globalThis.WebSocket)) return false;
  for (let tries = isSure ? TRIES : 1; tries > 0; tries -= 1) {
    if (await arrive()) return true;
    if (tries > 1) await new Promise((resolve) => setRealTimeout(resolve, PAUSE));
  }
  if (isMarked() && attachedSetups() === 0) throw otherCopy('worker');
  return false;
}

/** Whether a native class has been replaced by a proxy, as msw does with WebSocket. */
function isWrapped(native: unknown): boolean {
  return typeof native === 'function' && !Function.prototype.toString.call(native).includes('WebSocket');
}
