/**
 * Judges traffic while it passes, and reports on all of it at the end. It works in small steps when the process is idle, so
 * that it does not slow down the traffic.
 */
import {
  LiveWindow,
  TrafficJudge,
  type LiveFinding,
  type Report,
  type TrafficJudgeOptions,
  type TrafficReportOptions,
} from '../contract/index.js';
import type { Exchange } from '../journal/exchange.js';
import { clearRealTimeout, realElapsed, setRealTimeout } from '../base/real-time.js';

/** The pause after a step is this multiple of the step's duration, up to MAX_PAUSE milliseconds. */
const PAUSE_FACTOR = 20;
const MAX_PAUSE = 1_000;

export class LiveJudge {
  readonly #report: (found: LiveFinding) => void;
  readonly #window: LiveWindow;
  readonly #traffic: TrafficJudge;
  #timer: ReturnType<typeof setRealTimeout> | undefined;
  #nextStep = 0;
  #isWindowNext = true;

  /** @param onFinding called with each violation when it is first found */
  constructor(options: TrafficJudgeOptions, onFinding: (found: LiveFinding) => void) {
    this.#report = onFinding;
    this.#window = new LiveWindow(options);
    this.#traffic = new TrafficJudge(options);
  }

  add(exchange: Exchange): void {
    this.#window.add(exchange);
    this.#traffic.add(exchange);
    this.#schedule();
  }

  /** The report on all traffic. No exchange can be added after it. */
  report(options: TrafficReportOptions): Report {
    clearRealTimeout(this.#timer);
    this.#window.flush();
    this.#judgeWindow();
    return this.#traffic.report(options);
  }

  #schedule(): void {
    if (this.#timer !== undefined || !(this.#window.isWaiting || this.#traffic.isWaiting)) return;
    this.#timer = setRealTimeout(() => this.#work(), Math.max(0, this.#nextStep - realElapsed()));
    this.#timer.unref();
  }

  #work(): void {
    this.#timer = undefined;
    const began = realElapsed();
    // The judge of complete segments and the window of recent traffic take turns.
    if (this.#traffic.isWaiting && !(this.#window.isWaiting && this.#isWindowNext)) this.#traffic.step();
    else this.#judgeWindow();
    this.#isWindowNext = !this.#isWindowNext;
    const ended = realElapsed();
    this.#nextStep = ended + Math.min((ended - began) * PAUSE_FACTOR, MAX_PAUSE);
    this.#schedule();
  }

  #judgeWindow(): void {
    for (const found of this.#window.judge()) this.#report(found);
  }
}
