/** Long work takes turns, with a pause after each that is as long as the work: other clients get half of the time. */
import { realElapsed, setRealTimeout } from '../../base/real-time.js';

export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Does the work after all earlier work. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const { promise, resolve } = deferred();
    this.#last = promise;
    await before;
    const began = realElapsed();
    try {
      return await work();
    } finally {
      setRealTimeout(resolve, realElapsed() - began);
    }
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
