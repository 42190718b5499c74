/**
 * Interleaves short runs of all servers, so that background load affects all equally. A ratio compares two samples of the same
 * round; the result is the median of all rounds.
 */
import type { ChildProcess } from 'node:child_process';
import type { Request } from 'autocannon';
import { cpuTime } from './server-process.js';
import { load } from './load.js';
import { median } from './median.js';

export interface MeasuredServer {
  readonly name: string;
  readonly child: ChildProcess;
  readonly url: string;
  readonly requests: readonly Request[];
}

export interface Sample {
  /** Responses per second. */
  readonly rate: number;
  /** Microseconds of CPU time per response: all threads of the server, and its work in the kernel. */
  readonly cpu: number;
}

export type Samples = ReadonlyMap<string, readonly Sample[]>;

const WARM_UP_REQUESTS = 12_000;
const ROUNDS = 12;
/** The planned duration of a slice, in seconds. */
const SLICE_SECONDS = 0.6;

/** @param onRound called after each round with the number of finished rounds and of all rounds */
export async function runRounds(
  servers: readonly MeasuredServer[],
  onRound: (done: number, all: number) => void,
): Promise<Samples> {
  const samples = new Map<string, Sample[]>();
  const amounts = new Map<string, number>();
  for (const { name, url, requests } of servers) {
    const rate = await load(url, requests, WARM_UP_REQUESTS);
    samples.set(name, []);
    amounts.set(name, Math.round(Math.max(rate * SLICE_SECONDS, 1_000)));
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round starts with another server, so that the order does not favour one.
    for (let turn = 0; turn < servers.length; turn += 1) {
      const { name, child, url, requests } = servers[(round + turn) % servers.length] as MeasuredServer;
      const amount = amounts.get(name) ?? WARM_UP_REQUESTS;
      const before = await cpuTime(child);
      const rate = await load(url, requests, amount);
      samples.get(name)?.push({ rate, cpu: ((await cpuTime(child)) - before) / amount });
    }
    onRound(round + 1, ROUNDS);
  }
  return samples;
}

/** The ratio of two servers, by responses per second or by CPU time. Above 1 if the first one is better. */
export function ratio(samples: Samples, one: string, other: string, by: keyof Sample): number {
  const others = samples.get(other) ?? [];
  return median(
    (samples.get(one) ?? []).map((sample, round) => {
      const against = others[round] ?? sample;
      return by === 'rate' ? sample.rate / against.rate : against.cpu / sample.cpu;
    }),
  );
}

/** The median of one server's samples. */
export function medianSample(samples: readonly Sample[]): Sample {
  return { rate: median(samples.map(({ rate }) => rate)), cpu: median(samples.map(({ cpu }) => cpu)) };
}
