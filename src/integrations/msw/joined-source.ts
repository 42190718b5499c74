/**
 * Joins a stand-in to every set-up of msw in this process or page. msw gives a request to the set-up that started last; this
 * offers it to the stand-ins first, in any order of starting. It works for all set-ups that use the same copy of msw.
 */
import { NetworkSource } from 'msw/experimental';

/** What msw queues: a request, or a WebSocket connection. Versions of msw export its type under different names. */
export type Frame = Parameters<NetworkSource['queue']>[0];

/** The part of msw's request handlers that is needed here. */
interface Handler {
  test?(asked: { readonly request: Request }): Promise<boolean>;
}

/** The stand-ins that take requests, the newest last. */
const joined = new Set<JoinedSource>();

// eslint-disable-next-line @typescript-eslint/unbound-method -- both are called with a source
const { queue, on } = NetworkSource.prototype;

let attached = 0;

NetworkSource.prototype.queue = async function (this: NetworkSource, frame: Frame): Promise<void> {
  const { request } = frame.data as { readonly request?: Request };
  if (frame.protocol !== 'http' || !request) return queue.call(this, frame);
  for (const source of [...joined].reverse())
    if (await source.takes(request)) return queue.call(source, frame);
  return queue.call(this, frame);
};

NetworkSource.prototype.on = function (this: NetworkSource, ...listened: Parameters<typeof on>): void {
  if (!(this instanceof JoinedSource)) attached += 1;
  on.apply(this, listened);
} as typeof on;

/** The source of a stand-in's own network: the requests for which it has a handler. */
export class JoinedSource extends NetworkSource {
  readonly #handlers: () => readonly unknown[];

  /** @param handlers the current handlers of the network */
  constructor(handlers: () => readonly unknown[]) {
    super();
    this.#handlers = handlers;
  }

  enable(): void {
    joined.add(this);
  }

  override disable(): void {
    joined.delete(this);
    void super.disable();
  }

  async takes(request: Request): Promise<boolean> {
    for (const handler of this.#handlers() as readonly Handler[])
      if (await handler.test?.({ request })) return true;
    return false;
  }
}

/** How many set-ups of msw other than stand-ins have started since this module was loaded. */
export function attachedSetups(): number {
  return attached;
}

/** @param count those that have stopped, or that a stand-in started for itself */
export function forgetSetups(count: number): void {
  attached -= count;
}
