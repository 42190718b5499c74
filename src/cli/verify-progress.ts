/**
 * Shows the plan of `verify` once the target has passed the first check, so that a refused target gets one error only. Then shows
 * the progress in one line at the bottom of a terminal.
 */
import type { ExploreEvent } from '../contract/index.js';
import { formatDuration } from '../scenario/duration.js';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

/** What the plan expects. */
interface Cost {
  readonly requests: number;
  /** 0 without a request rate: then the remaining time is unknown. */
  readonly minutes: number;
}

export class VerifyProgress {
  readonly #terminal: Terminal;
  readonly #cost: Cost;
  readonly #plan: string;
  readonly #jobs = new Map<string, string>();
  /** Whether the plan was shown. */
  isPastCheck = false;
  #phase = '';
  #sent = 0;
  #wait = '';

  constructor(terminal: Terminal, cost: Cost = { requests: 0, minutes: 0 }, plan = '') {
    this.#terminal = terminal;
    this.#cost = cost;
    this.#plan = plan;
  }

  show(event: ExploreEvent): void {
    if (event.kind === 'phase' && this.#phase !== '' && !this.isPastCheck) {
      this.isPastCheck = true;
      this.clear();
      this.#terminal.write(this.#plan);
    }
    if (event.kind === 'phase') this.#phase = event.title;
    if (!this.#terminal.isTTY) return;
    this.#wait = '';
    if (event.kind === 'request') this.#sent = event.sent;
    else if (event.kind === 'job') this.#jobs.set(event.id, event.status);
    else if (event.kind === 'wait')
      this.#wait = `waiting ${formatDuration(Math.round(event.ms / 1000) * 1000)} to keep to the rate`;
    const jobs = [...this.#jobs.values()].join(', ');
    const parts = [this.#phase, this.#requestsText(), this.#timeText(), jobs && `jobs: ${jobs}`, this.#wait];
    const text = parts.filter((part) => part !== '').join(' · ');
    this.#terminal.write(`\r\u001b[K${text.slice(0, (this.#terminal.columns ?? 80) - 1)}`);
  }

  /** The plan is an estimate, so a run can take more requests. */
  #requestsText(): string {
    const { requests } = this.#cost;
    return requests > this.#sent ? `${this.#sent} of about ${requests} requests` : `${this.#sent} requests`;
  }

  #timeText(): string {
    const { requests, minutes } = this.#cost;
    const left = requests - this.#sent;
    if (minutes === 0 || left <= 0) return '';
    const seconds = Math.ceil((minutes * 60 * left) / requests / 10) * 10;
    return `about ${seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)}m`} left`;
  }

  clear(): void {
    if (this.#terminal.isTTY) this.#terminal.write('\r\u001b[K');
  }
}
