/** Sends hostile requests to a server with a small heap, and judges what is left of it. */
import { Client } from './client.js';
import { FAULTY, KINDS } from './hostile-requests.js';
import { Random } from './random.js';
import { RAW_KINDS, RawAttacks } from './raw-attacks.js';
import { Server } from './server.js';
import { lostJobs, startTenants, TENANT_JOBS } from './tenants.js';
import { Watch } from './watch.js';

export interface SoakOptions {
  /** The path of `dist/cli/main.js`. */
  readonly cli: string;
  /** The run ends after this many requests, or after this time in ms, whichever comes last. */
  readonly requests: number;
  readonly time: number;
  readonly seed: number;
  /** The limit of the server's heap, in MB. */
  readonly heap: number;
  /** Ends the attack early. What was sent until then is judged. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (sent: number, memory: number) => void;
}

export interface SoakResult {
  readonly sent: number;
  readonly seconds: number;
  /** How many requests of each kind were sent. */
  readonly kinds: ReadonlyMap<string, number>;
  /** How many responses had each status; 0 for none. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Resident memory of the server in MB. */
  readonly peak: number;
  readonly end: number;
  /** Milliseconds that a request of a tenant took during the attack. */
  readonly latency: { readonly median: number; readonly worst: number };
  readonly tenantJobs: number;
  readonly lost: number;
  /** What is wrong with the server; empty if all is well. */
  readonly failures: readonly string[];
}

/** Requests that are under way at the same time. */
const CONNECTIONS = 64;

/** The share of attacks below HTTP. */
const RAW_SHARE = 0.03;

/** Resident memory beyond the heap, in MB: code, buffers and bodies under way. */
const BEYOND_HEAP = 256;

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const server = await Server.start(options.cli, options.heap);
  const honest = new Client(server.url, 4);
  const hostile = new Client(server.url, CONNECTIONS);
  const raw = new RawAttacks(server.url);
  try {
    const tenants = await startTenants(honest);
    const watch = new Watch(server, honest);
    const attack = new Attack(options, server, hostile, raw, watch);
    await attack.run();
    raw.close();
    hostile.close();
    await watch.stop();
    const lost = server.isAlive ? await lostJobs(honest, tenants) : TENANT_JOBS;
    const end = (await server.memory()) ?? 0;
    const { peak, latency } = watch;
    const answered = hostile.statuses;
    const failures = [
      ...(server.isAlive ? [] : [`The server died with ${server.end}`]),
      ...(lost > 0 ? [`Tenants lost ${lost} of ${TENANT_JOBS} jobs.`] : []),
      ...(peak > options.heap + BEYOND_HEAP ? [`The server used ${Math.round(peak)} MB.`] : []),
      ...(attack.errors > 0 ? [`${attack.errors} requests got status 500 without a fault.`] : []),
      ...server.bugs.slice(0, 5).map((line) => `The server reported: ${line}`),
    ];
    const { sent, seconds, kinds } = attack;
    return {
      sent,
      seconds,
      kinds,
      statuses: answered,
      peak,
      end,
      latency,
      tenantJobs: TENANT_JOBS,
      lost,
      failures,
    };
  } finally {
    raw.close();
    hostile.close();
    honest.close();
    await server.stop();
  }
}

class Attack {
  sent = 0;
  readonly kinds = new Map<string, number>();
  /** Responses with status 500 that no fault explains. */
  errors = 0;
  readonly #options: SoakOptions;
  readonly #random: Random;
  readonly #shares = KINDS.reduce((sum, [share]) => sum + share, 0);
  readonly #began = performance.now();

  constructor(
    options: SoakOptions,
    readonly server: Server,
    readonly hostile: Client,
    readonly raw: RawAttacks,
    readonly watch: Watch,
  ) {
    this.#options = options;
    this.#random = new Random(options.seed);
  }

  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  async run(): Promise<void> {
    const ticker = setInterval(() => this.#options.onProgress?.(this.sent, this.watch.now), 10_000);
    await Promise.all(Array.from({ length: CONNECTIONS }, () => this.#worker()));
    clearInterval(ticker);
  }

  get #isOver(): boolean | undefined {
    const { requests, time, signal } = this.#options;
    return !this.server.isAlive || signal?.aborted || (this.sent >= requests && this.seconds * 1000 >= time);
  }

  async #worker(): Promise<void> {
    while (!this.#isOver) {
      this.sent += 1;
      if (this.#random.next() < RAW_SHARE) {
        const kind = this.#random.of(RAW_KINDS);
        this.#count(kind);
        await this.raw.attack(kind, this.#random);
      } else {
        const [, name, make] = this.#pick();
        this.#count(name);
        const status = await this.hostile.send(make(this.#random));
        if (status === 500 && name !== FAULTY) this.errors += 1;
      }
    }
  }

  #pick(): (typeof KINDS)[number] {
    let place = this.#random.below(this.#shares);
    for (const kind of KINDS) {
      place -= kind[0];
      if (place < 0) return kind;
    }
    return KINDS[0] as (typeof KINDS)[number];
  }

  #count(name: string): void {
    this.kinds.set(name, (this.kinds.get(name) ?? 0) + 1);
  }
}
