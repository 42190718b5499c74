/** Lines about removed data: the first at once, then at most one every ten seconds, which adds up the evictions since. */
import { counted } from '../../base/text/counted.js';
import type { Evicted } from '../../app/options/deckhand-options.js';
import { setRealTimeout } from '../../base/real-time.js';

/** Real milliseconds from one line to the next. */
const INTERVAL = 10_000;

/** An attack can use any number of workspaces. */
const MOST_WORKSPACES = 1000;

const NAMES: Readonly<Record<Evicted, readonly [one: string, many: string]>> = {
  exchanges: ['exchange', 'exchanges'],
  faults: ['active fault', 'active faults'],
  jobs: ['job', 'jobs'],
  presentations: ['presentation', 'presentations'],
  scenarios: ['scenario sent by a client', 'scenarios sent by clients'],
  sandboxes: ['sandbox', 'sandboxes'],
};

export class EvictionLog {
  readonly #say: (text: string) => void;
  readonly #later: (run: () => void, delay: number) => void;
  #kinds = new Map<Evicted, number>();
  #workspaces = new Map<string, number>();
  #isQuiet = false;

  /** @param later calls back after real milliseconds */
  constructor(
    say: (text: string) => void,
    later: (run: () => void, delay: number) => void = (run, delay) => setRealTimeout(run, delay).unref(),
  ) {
    this.#say = say;
    this.#later = later;
  }

  note(kind: Evicted, workspaceId: string): void {
    add(this.#kinds, kind);
    if (this.#workspaces.size < MOST_WORKSPACES || this.#workspaces.has(workspaceId))
      add(this.#workspaces, workspaceId);
    if (!this.#isQuiet) this.#write();
  }

  #write(): void {
    this.#isQuiet = this.#kinds.size > 0;
    if (!this.#isQuiet) return;
    const counts = [...this.#kinds].map(([kind, count]) => counted(count, ...NAMES[kind]));
    const [[most] = ['']] = [...this.#workspaces].sort(([, one], [, other]) => other - one);
    const whose = this.#workspaces.size > 1 ? `most of ${most}` : `of ${most}`;
    this.#say(
      `Removed the oldest to stay within the limits: ${counts.join(', ')}, ${whose}. ` +
        '(--max-jobs and the heap of Node set the limits.)',
    );
    this.#kinds = new Map();
    this.#workspaces = new Map();
    this.#later(() => this.#write(), INTERVAL);
  }
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
