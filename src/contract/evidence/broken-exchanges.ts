/** Counts what went wrong below HTTP: exchanges without a complete response, and connections that had to be replaced. */
import { counted } from '../../base/text/counted.js';
import type { Exchange } from '../../journal/exchange.js';
import { failureText } from '../../trace/status-text.js';

/** The number of exchanges that a note names. */
const MAX_NAMED = 5;

interface Tally {
  count: number;
  readonly first: number[];
}

export class BrokenExchanges {
  /** By what happened, and whether the head of the response had arrived. */
  readonly #failures = new Map<string, Tally>();
  readonly #renewed: Tally = { count: 0, first: [] };

  add({ sequence, failure, renewed, response }: Exchange): void {
    if (failure) {
      const what = failureText(failure, response?.status);
      const tally = this.#failures.get(what) ?? { count: 0, first: [] };
      this.#failures.set(what, tally);
      addTo(tally, sequence);
    }
    if (renewed) addTo(this.#renewed, sequence);
  }

  /** One note for each kind of failure. */
  notes(): readonly string[] {
    const { count } = this.#renewed;
    return [
      ...[...this.#failures].map(
        ([what, tally]) =>
          `${counted(tally.count, 'request')} without a complete response: ${what} (${named(tally)})`,
      ),
      ...(count > 0
        ? [
            `${counted(count, 'request')} sent on a new connection, because the kept one had been closed (${named(this.#renewed)})`,
          ]
        : []),
    ];
  }
}

function addTo(tally: Tally, sequence: number): void {
  tally.count++;
  if (tally.first.length < MAX_NAMED) tally.first.push(sequence);
}

function named({ count, first }: Tally): string {
  return `${first.map((sequence) => `#${sequence}`).join(', ')}${count > first.length ? ', …' : ''}`;
}
