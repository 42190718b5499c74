/**
 * Judges traffic while it passes, service and clients, and reports on all of it in the end. What a single job shows is told
 * as soon as there is time to look, which is never so often that the traffic would notice.
 */
import {
  LiveRules,
  TrafficJudge,
  type LiveFinding,
  type Report,
  type TrafficJudgeOptions,
  type TrafficReportOptions,
} from '../contract/index.js';
import type { Exchange } from '../journal/exchange.js';
import { InOrder } from '../journal/in-order.js';
import { clearRealTimeout, realElapsed, setRealTimeout } from './real-time.js';

/** After a look, as many times its length goes by before the next; at most so many milliseconds. */
const REST = 100;
const LONGEST_REST = 1_000;

/** How many calls are held to be judged together: fewer make for shorter pauses. */
const LIMITS = { calls: 2_000, characters: 33_554_432 };

export class LiveJudge {
  readonly #tell: (found: LiveFinding) => void;
  readonly #order = new InOrder((exchange) => this.#take(exchange));
  readonly #live: LiveRules;
  readonly #whole: TrafficJudge;
  #timer: ReturnType<typeof setRealTimeout> | undefined;
  #nextLook = 0;

  /** @param tell has each violation, the first time that it is seen */
  constructor(options: TrafficJudgeOptions, tell: (found: LiveFinding) => void) {
    this.#tell = tell;
    this.#live = new LiveRules(options);
    this.#whole = new TrafficJudge({ limits: LIMITS, ...options });
  }

  add(exchange: Exchange): void {
    this.#order.add(exchange);
    this.#schedule();
  }

  /** The report on everything. Nothing can be added after it. */
  report(options: TrafficReportOptions): Report {
    clearRealTimeout(this.#timer);
    this.#order.flush();
    while (this.#live.isWaiting) for (const found of this.#live.next()) this.#tell(found);
    return this.#whole.report(options);
  }

  #take(exchange: Exchange): void {
    this.#live.add(exchange);
    for (const { rule, finding } of this.#whole.add(exchange)) this.#tell({ rule, finding, exchange });
  }

  #schedule(): void {
    if (this.#timer !== undefined || !this.#live.isWaiting) return;
    this.#timer = setRealTimeout(() => this.#look(), Math.max(0, this.#nextLook - realElapsed()));
    this.#timer.unref();
  }

  #look(): void {
    this.#timer = undefined;
    const began = realElapsed();
    for (const found of this.#live.next()) this.#tell(found);
    const ended = realElapsed();
    this.#nextLook = ended + Math.min((ended - began) * REST, LONGEST_REST);
    this.#schedule();
  }
}
