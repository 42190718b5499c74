/**
 * The memory store behind promises, like a store over a network. The test project `promised` uses it instead of the memory
 * store. Each promise takes a turn of the event loop, so that other requests and changes can run in between.
 */
// Written in an unusual way, so that the project does not replace this import, too.
import * as memory from '../../src/store/./memory.js';
import type { Store } from '../../src/store/store.js';

export type { MemoryLimits } from '../../src/store/./memory.js';

export const { DEFAULT_LIMITS } = memory;

export function createMemoryStore(...options: Parameters<typeof memory.createMemoryStore>): Store {
  return new Proxy(memory.createMemoryStore(...options), {
    get(store, name) {
      const method = Reflect.get(store, name) as (...given: unknown[]) => unknown;
      return async (...given: unknown[]) => {
        await new Promise((turn) => setImmediate(turn));
        return method(...given);
      };
    },
  });
}
