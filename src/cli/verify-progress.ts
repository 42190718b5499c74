/** Shows the progress of a run in one line of a terminal, and its plan once the target has passed the first check. */
import type { RunEvent } from '../verify/index.js';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export class VerifyProgress {
  readonly #terminal: Terminal;
  readonly #plan: string;
  /** The number of requests of the plan. */
  readonly #expected: number;
  /** Whether the plan was printed. */
  hasShownPlan = false;
  #phase = '';
  #sent = 0;

  constructor(terminal: Terminal, expected = 0, plan = '') {
    this.#terminal = terminal;
    this.#expected = expected;
    this.#plan = plan;
  }

  show(event: RunEvent): void {
    if (event.kind === 'phase' && this.#phase !== '' && !this.hasShownPlan) {
      this.hasShownPlan = true;
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
