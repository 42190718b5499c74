/**
 * Shows the plan of `verify` once the target has passed the first check, so that a refused target gets one error only. Then shows
 * the progress in one line at the bottom of a terminal.
 */
import type { ExploreEvent } from '../contract/index.js';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export class VerifyProgress {
  readonly #terminal: Terminal;
  readonly #plan: string;
  /** The requests that the plan expects. */
  readonly #expected: number;
  /** Whether the plan was shown. */
  isPastCheck = false;
  #phase = '';
  #sent = 0;

  constructor(terminal: Terminal, expected = 0, plan = '') {
    this.#terminal = terminal;
    this.#expected = expected;
    this.#plan = plan;
  }

  show(event: ExploreEvent): void {
    if (event.kind === 'phase' && this.#phase !== '' && !this.isPastCheck) {
      this.isPastCheck = true;
      this.clear();
      this.#terminal.write(this.#plan);
    }
    if (event.kind === 'phase') this.#phase = event.title;
    else if (event.kind === 'request') this.#sent = event.sent;
    if (!this.#terminal.isTTY) return;
    // The plan is an estimate, so a run can take more requests.
    const expected = this.#expected > this.#sent ? ` of about ${this.#expected}` : '';
    const text = `${this.#phase} · ${this.#sent}${expected} requests`;
    this.#terminal.write(`\r\u001b[K${text.slice(0, (this.#terminal.columns ?? 80) - 1)}`);
  }

  clear(): void {
    if (this.#terminal.isTTY) this.#terminal.write('\r\u001b[K');
  }
}
