/** Lines about removed data, fewer and fewer. */
import type { Evicted } from '../app/options/deckhand-options.js';

/** Reports evictions: the first, the 10th, the 100th and so on. */
export class EvictionLog {
  readonly #say: (text: string) => void;
  readonly #counts = new Map<string, number>();

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  note(kind: Evicted, workspaceId: string): void {
    const key = kind === 'sandboxes' ? kind : `${kind} of ${workspaceId}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (/^10*$/.test(String(count)))
      this.#say(`Removed the oldest ${key} to stay within the limits (${count} so far).`);
  }
}
