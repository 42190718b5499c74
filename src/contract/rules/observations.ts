/** Counts the behaviours of a service at one open point, each with the first exchange that shows it. */
import type { Judgement } from '../rule.js';
import type { Call } from '../../trace/call.js';

export class Observations {
  readonly #found = new Map<string, { message: string; times: number; exchange: number }>();
  #checked = 0;

  add(observation: string | ((call: Call) => string), call: Call): void {
    this.#checked++;
    const message = typeof observation === 'string' ? observation : observation(call);
    const { sequence } = call.exchange;
    const known = this.#found.get(message);
    if (known) {
      known.times++;
      known.exchange = Math.min(known.exchange, sequence);
    } else this.#found.set(message, { message, times: 1, exchange: sequence });
  }

  judgement(notReached: string): Judgement {
    return { checked: this.#checked, findings: [], observations: [...this.#found.values()], notReached };
  }
}
