/**
 * Measures the latency and throughput of proxies: no proxy, `deckhand record` with and without HAR, and Prism's proxy. All get
 * the same traffic, in turn, in one run.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import type { Request } from 'autocannon';
import { built, CLI } from './build.js';
import { freePort, start, stop, receive } from './child.js';
import { firstResponse } from './first-response.js';
import { latencies, percentile } from './latency.js';
import { KEY } from './live-jobs.js';
import { median } from './median.js';
import { peerFile, versionOf } from './peers/install.js';
import { ratio, runRounds, typical, type Contestant } from './rounds.js';
import { table } from './table.js';

const DOCUMENT = resolve(import.meta.dirname, '../openapi/presentation-generation.v1.yaml');
const BASE = '/api/v1';
const PRISM_NAME = `Prism ${versionOf('@stoplight/prism-cli')}`;
const ROUNDS = 10;
const REQUESTS_PER_ROUND = 500;
const WARM_UP = 1_000;

const POLLS = Array.from({ length: 100 }, (_, number) => `/presentations/generate/gen_${number}/status`);

const NAMES: Readonly<Record<string, string>> = {
  direct: 'no proxy',
  record: '`deckhand record`, judging',
  'record with HAR': '`deckhand record --har`, judging and writing',
  prism: `${PRISM_NAME}, \`prism proxy\``,
};

/** @returns the tables in Markdown */
export async function measureProxies(print: (text: string) => void): Promise<string> {
  const contestants = await startAll();
  print(`${contestants.length} targets for one upstream. Latencies first`);
  const latency = await latencyRounds(contestants);
  const samples = await runRounds(contestants, (done, all) => print(`round ${done} of ${all}`));
  await Promise.all(contestants.map(({ child }) => stop(child)));

  const added = (name: string, share: number): number =>
    median(
      (latency.get(name) ?? []).map(
        (took, round) => percentile(took, share) - percentile(latency.get('direct')?.[round] ?? [], share),
      ),
    );
  const micro = (milliseconds: number): string => Math.round(milliseconds * 1000).toLocaleString('en');
  const versus = table(
    ['`deckhand record` against Prism’s proxy', 'judging', 'judging and writing HAR'],
    [
      ['responses per second', ...both((name) => ratio(samples, name, 'prism', 'rate'))],
      ['responses for the same CPU time', ...both((name) => ratio(samples, name, 'prism', 'cpu'))],
      ['added latency, p50', ...both((name) => added(name, 0.5) / added('prism', 0.5))],
      ['added latency, p99', ...both((name) => added(name, 0.99) / added('prism', 0.99))],
    ],
  );
  const each = table(
    ['Target', 'Added p50, µs', 'Added p99, µs', 'Responses per second', 'CPU time per response, µs'],
    contestants.map(({ name }) => {
      const { rate, cpu } = typical(samples.get(name) ?? []);
      const cost = name === 'direct' ? ['', ''] : [micro(added(name, 0.5)), micro(added(name, 0.99))];
      return [NAMES[name] ?? name, ...cost, Math.round(rate).toLocaleString('en'), cpu.toFixed(1)];
    }),
  );
  return [versus, each].join('\n\n');
}

function both(figure: (name: string) => number): string[] {
  return [figure('record').toFixed(2), figure('record with HAR').toFixed(2)];
}

async function startAll(): Promise<readonly Contestant[]> {
  const upstream = start(built('server-upstream'), []);
  const { port } = await receive(upstream, 'listening');
  const url = `http://127.0.0.1:${port}`;
  const har = join(mkdtempSync(join(tmpdir(), 'deckhand-bench-')), 'traffic.har');
  const record = ['record', url + BASE, '--report', 'json', '--port'];
  return [
    { name: 'direct', child: upstream, url, requests: pollsBelow(BASE) },
    await startProxy('record', (free) => start(CLI, [...record, free], [], 'ignore'), BASE),
    await startProxy(
      'record with HAR',
      (free) => start(CLI, [...record, free, '--har', har], [], 'ignore'),
      BASE,
    ),
    await startProxy(
      'prism',
      (free) =>
        start(
          peerFile('@stoplight/prism-cli/dist/index.js'),
          ['proxy', DOCUMENT, url + BASE, '--port', free, '-v', 'silent'],
          [],
          'ignore',
        ),
      // Prism serves the paths without the base path of the document.
      '',
    ),
  ];
}

async function startProxy(
  name: string,
  startOn: (port: string) => ChildProcess,
  base: string,
): Promise<Contestant> {
  const port = await freePort();
  const child = startOn(String(port));
  const url = `http://127.0.0.1:${port}`;
  await firstResponse(url + base + (POLLS[0] ?? ''));
  return { name, child, url, requests: pollsBelow(base) };
}

function pollsBelow(base: string): Request[] {
  return POLLS.map((path) => ({ path: base + path, headers: { 'x-api-key': KEY } }));
}

async function latencyRounds(contestants: readonly Contestant[]): Promise<ReadonlyMap<string, number[][]>> {
  const all = new Map<string, number[][]>(contestants.map(({ name }) => [name, []]));
  for (const { url, requests } of contestants) await latencies(url, requests, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < contestants.length; turn += 1) {
      const { name, url, requests } = contestants[(round + turn) % contestants.length] as Contestant;
      all.get(name)?.push([...(await latencies(url, requests, REQUESTS_PER_ROUND))]);
    }
  }
  return all;
}
