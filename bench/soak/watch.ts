/** Watches the server during an attack: its memory, and how long a request of a tenant takes. */
import type { Client } from './client.js';
import { TENANTS, type Server } from './server.js';

/** Milliseconds between two looks. */
const INTERVAL = 500;

export class Watch {
  peak = 0;
  /** Resident memory in MB at the last look. */
  now = 0;
  readonly #server: Server;
  readonly #client: Client;
  readonly #took: number[] = [];
  #isOver = false;
  readonly #running: Promise<void>;

  constructor(server: Server, client: Client) {
    this.#server = server;
    this.#client = client;
    this.#running = this.#watch();
  }

  get latency(): { readonly median: number; readonly worst: number } {
    const sorted = [...this.#took].sort((one, other) => one - other);
    return { median: sorted[Math.floor(sorted.length / 2)] ?? NaN, worst: sorted.at(-1) ?? NaN };
  }

  stop(): Promise<void> {
    this.#isOver = true;
    return this.#running;
  }

  async #watch(): Promise<void> {
    for (let look = 0; !this.#isOver && this.#server.isAlive; look += 1) {
      const { key } = TENANTS[look % TENANTS.length] as (typeof TENANTS)[number];
      const began = performance.now();
      await this.#client.read({ method: 'GET', path: '/api/v1/templates', headers: { 'x-api-key': key } });
      this.#took.push(performance.now() - began);
      this.now = (await this.#server.memory()) ?? 0;
      this.peak = Math.max(this.peak, this.now);
      await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    }
  }
}
