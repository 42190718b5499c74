/** Shows the progress of `verify` in one line at the bottom of a terminal. Without a terminal it shows nothing. */
import type { ExploreEvent } from '../contract/index.js';
import { formatDuration } from '../scenario/duration.js';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export class VerifyProgress {
  readonly #terminal: Terminal;
  readonly #jobs = new Map<string, string>();
  #phase = '';
  #sent = 0;
  #wait = '';

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(event: ExploreEvent): void {
    if (!this.#terminal.isTTY) return;
    this.#wait = '';
    if (event.kind === 'phase') this.#phase = event.title;
    else if (event.kind === 'request') this.#sent = event.sent;
    else if (event.kind === 'job') this.#jobs.set(event.id, event.status);
    else if (event.kind === 'wait')
      this.#wait = `waiting ${formatDuration(Math.round(event.ms / 1000) * 1000)} to keep to the rate`;
    const jobs = [...this.#jobs.values()].join(', ');
    const parts = [this.#phase, `${this.#sent} requests`, jobs && `jobs: ${jobs}`, this.#wait];
    const text = parts.filter((part) => part !== '').join(' · ');
    this.#terminal.write(`\r\u001b[K${text.slice(0, (this.#terminal.columns ?? 80) - 1)}`);
  }

  clear(): void {
    if (this.#terminal.isTTY) this.#terminal.write('\r\u001b[K');
  }
}
