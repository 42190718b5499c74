/** Asks whether a set-up of msw listens to a source of requests. */
import { NetworkFrame, type NetworkSource } from 'msw/experimental';

class Probe extends NetworkFrame<'deckhand', object, Record<never, never>> {
  isTaken = false;

  constructor() {
    super('deckhand', {});
  }

  getHandlers(): [] {
    this.isTaken = true;
    return [];
  }

  resolve(): Promise<null> {
    return Promise.resolve(null);
  }

  passthrough(): void {}

  errorWith(): void {}

  getUnhandledMessage(): Promise<string> {
    return Promise.resolve('');
  }
}

/** Sends a frame of its own protocol. A set-up that listens resolves it at once, and nothing else happens. */
export function hasListener(source: NetworkSource): boolean {
  const probe = new Probe();
  void source.queue(probe);
  return probe.isTaken;
}
