/**
 * Measures polls through a store against polls in memory, side by side: CPU time, polls per second of one and two replicas,
 * where the time goes, and the memory of a job in the store. Needs `redis-server` or `valkey-server`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from 'autocannon';
import { built } from './build.js';
import { cpuTime, freePort, receive, start, stop } from './child.js';
import { KEY } from './live-jobs.js';
import { load } from './load.js';
import { median } from './median.js';
import { table } from './table.js';

const ROUNDS = 9;
const POLLS = 10_000;
const JOBS = 100_000;

interface Sample {
  /** Polls per second. */
  readonly rate: number;
  /** Microseconds of CPU time for a poll: of the replicas together, and of the store. */
  readonly cpu: number;
  readonly store: number;
}

interface Contestant {
  readonly name: string;
  readonly children: readonly ChildProcess[];
  readonly urls: readonly string[];
  readonly requests: readonly Request[];
  readonly store: Store | undefined;
}

/** @returns the tables in Markdown */
export async function measureReplicas(print: (text: string) => void): Promise<string> {
  const all = [await inMemory(), await atStore('one replica', 1), await atStore('two replicas', 2)];
  const samples = new Map<string, Sample[]>(all.map(({ name }) => [name, []]));
  for (const contestant of all) await measure(contestant);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < all.length; turn += 1) {
      const contestant = all[(round + turn) % all.length] as Contestant;
      samples.get(contestant.name)?.push(await measure(contestant));
    }
    print(`round ${round + 1} of ${ROUNDS}`);
  }
  const shares = await profile(all[1] as Contestant);
  await Promise.all(all.flatMap(({ children }) => children.map(stop)));
  for (const { store } of all) await store?.close();
  print('memory of jobs');
  const jobs = await jobsInStore();

  const typical = (name: string, figure: keyof Sample): number =>
    median((samples.get(name) ?? []).map((sample) => sample[figure]));
  const polls = table(
    ['Server', 'Polls per second', 'CPU of a poll, µs', 'of the store, µs'],
    all.map(({ name }) => [
      name,
      Math.round(typical(name, 'rate')).toLocaleString('en'),
      typical(name, 'cpu').toFixed(0),
      name === 'memory' ? '' : typical(name, 'store').toFixed(0),
    ]),
  );
  const parts = table(
    ['Where the CPU time of one replica goes', 'Share'],
    Object.entries(shares)
      .sort(([, one], [, other]) => other - one)
      .map(([kind, share]) => [kind, `${Math.round(share * 100)} %`]),
  );
  return [polls, parts, jobs].join('\n\n');
}

async function inMemory(): Promise<Contestant> {
  const child = start(built('server-deckhand'), ['1000']);
  const { port, ids = [] } = await receive(child, 'listening');
  return { name: 'memory', children: [child], urls: [urlOf(port)], requests: pollsOf(ids), store: undefined };
}

async function atStore(name: string, count: number): Promise<Contestant> {
  const store = await Store.start();
  const children: ChildProcess[] = [];
  const urls: string[] = [];
  let requests: Request[] = [];
  for (let index = 0; index < count; index += 1) {
    const child = start(built('server-replica'), [store.address, index === 0 ? '1000' : '0']);
    const { port, ids = [] } = await receive(child, 'listening');
    children.push(child);
    urls.push(urlOf(port));
    if (index === 0) requests = pollsOf(ids);
  }
  return { name, children, urls, requests, store };
}

async function measure({ children, urls, requests, store }: Contestant): Promise<Sample> {
  const before = await cpuOf(children);
  const storeBefore = (await store?.cpu()) ?? 0;
  const rates = await Promise.all(urls.map((url) => load(url, requests, POLLS / urls.length)));
  const after = await cpuOf(children);
  const storeAfter = (await store?.cpu()) ?? 0;
  return {
    rate: rates.reduce((sum, rate) => sum + rate, 0),
    cpu: (after - before) / POLLS,
    store: (storeAfter - storeBefore) / POLLS,
  };
}

async function profile(contestant: Contestant): Promise<Readonly<Record<string, number>>> {
  const [child] = contestant.children as [ChildProcess];
  child.send('profile');
  await measure(contestant);
  const shares = receive(child, 'profile');
  child.send('profile');
  return (await shares).shares;
}

/** How much of the store a job takes, while it is in the log and after a snapshot. */
async function jobsInStore(): Promise<string> {
  const store = await Store.start();
  const empty = await store.memory('used_memory');
  const child = start(built('server-replica'), [store.address, String(JOBS)]);
  const { startedPerSecond = NaN } = await receive(child, 'listening');
  const full = (await store.memory('used_memory')) - empty;
  const peak = (await store.memory('used_memory_peak')) - empty;
  await stop(child);
  const began = performance.now();
  const late = start(built('server-replica'), [store.address, '0']);
  await receive(late, 'listening');
  const seconds = (performance.now() - began) / 1000;
  await stop(late);
  await store.close();
  const giga = (bytes: number): string => `${(2 ** 30 / (bytes / JOBS) / 1e6).toFixed(1)} million`;
  return table(
    [`${JOBS.toLocaleString('en')} jobs, started at one replica`, ''],
    [
      ['jobs started per second', Math.round(startedPerSecond).toLocaleString('en')],
      ['jobs a GB of the store, after the last snapshot', giga(full)],
      ['jobs a GB of the store, at its peak', giga(peak)],
      ['seconds until a late replica with all jobs serves', seconds.toFixed(1)],
    ],
  );
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;

function pollsOf(ids: readonly string[]): Request[] {
  return ids.map((id) => ({
    path: `/api/v1/presentations/generate/${id}/status`,
    headers: { 'x-api-key': KEY },
  }));
}

async function cpuOf(children: readonly ChildProcess[]): Promise<number> {
  const times = await Promise.all(children.map(cpuTime));
  return times.reduce((sum, time) => sum + time, 0);
}

/** The server of the store, in memory: its disk would be what is measured. */
class Store {
  readonly #port: number;
  readonly #child: ChildProcess;

  private constructor(port: number, child: ChildProcess) {
    this.#port = port;
    this.#child = child;
  }

  static async start(): Promise<Store> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'deckhand-bench-'));
    const flags = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ];
    const child = spawn(process.env['DECKHAND_STORE_SERVER'] ?? 'redis-server', flags, { stdio: 'ignore' });
    process.once('exit', () => child.kill('SIGKILL'));
    const store = new Store(port, child);
    while ((await store.#info('server').catch(() => '')) === '')
      await new Promise((next) => setTimeout(next, 50));
    return store;
  }

  get address(): string {
    return `valkey://127.0.0.1:${this.#port}`;
  }

  /** In microseconds. */
  async cpu(): Promise<number> {
    const text = await this.#info('cpu');
    const seconds = ['user', 'sys'].map((kind) =>
      Number(new RegExp(`used_cpu_${kind}:(\\S+)`).exec(text)?.[1]),
    );
    return 1e6 * seconds.reduce((sum, one) => sum + one, 0);
  }

  async memory(field: string): Promise<number> {
    return Number(new RegExp(`${field}:(\\d+)`).exec(await this.#info('memory'))?.[1]);
  }

  close(): Promise<void> {
    return stop(this.#child);
  }

  #info(section: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(this.#port, '127.0.0.1', () => socket.write(`INFO ${section}\r\n`));
      socket.once('error', reject);
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
    });
  }
}
