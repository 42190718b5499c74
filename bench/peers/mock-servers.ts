/** Compares mock servers: their start, polls under load, memory, and what a client reaches with each. All are measured in one run. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../child.js';
import { load } from '../load.js';
import { median } from '../median.js';
import { table } from '../table.js';
import { mockServers } from './all-mock-servers.js';
import { firstAnswer } from './first-answer.js';
import { travel, type Reached } from './journey.js';
import { cpuOf, memoryOf } from './process-figures.js';
import type { MockServer } from './mock-server.js';
import { startTool, stopTool } from './tool.js';

const STARTS = 5;
const ROUNDS = 5;
const WARM_UP = 300;

interface Running {
  readonly mockServer: MockServer;
  readonly child: ChildProcess;
  readonly pid: number;
  readonly origin: string;
  readonly base: string;
  readonly key: string;
}

interface Figures {
  readonly rates: number[];
  readonly cpus: number[];
}

/** @returns Markdown */
export async function measureMockServers(print: (text: string) => void): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-peers-'));
  const all = mockServers();
  const starts = new Map<string, number[]>(all.map(({ name }) => [name, []]));
  try {
    for (let round = 0; round < STARTS; round += 1)
      for (const mockServer of all) {
        const began = performance.now();
        const { child } = await startOne(mockServer, folder);
        starts.get(mockServer.name)?.push(performance.now() - began);
        await stopTool(child);
      }
    print('starts measured');
    const running: Running[] = [];
    for (const mockServer of all) running.push(await startOne(mockServer, folder));
    const idle = new Map(running.map(({ mockServer, pid }) => [mockServer.name, memoryOf(pid)]));
    const reached = new Map<string, Reached>();
    for (const one of running) reached.set(one.mockServer.name, await journeyOf(one));
    const extras = new Map<string, Extras>();
    for (const one of running) extras.set(one.mockServer.name, await extrasOf(one));
    print('journeys done');
    const figures = await underLoad(running, print);
    const loaded = new Map(running.map(({ mockServer, pid }) => [mockServer.name, memoryOf(pid)]));
    for (const { child } of running) await stopTool(child);
    const speed = table(
      [
        'Mock server',
        'First answer, ms',
        'Polls per second',
        'CPU per poll, µs',
        'Memory at rest',
        'after load',
      ],
      all.map(({ name }) => [
        name,
        Math.round(median(starts.get(name) ?? [])).toLocaleString('en'),
        Math.round(median(figures.get(name)?.rates ?? [])).toLocaleString('en'),
        Math.round(median(figures.get(name)?.cpus ?? [])).toLocaleString('en'),
        `${Math.round(idle.get(name) ?? 0)} MB`,
        `${Math.round(loaded.get(name) ?? 0)} MB`,
      ]),
    );
    return [speed, lifecycleTable(all, reached), extrasTable(all, extras)].join('\n\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOne(mockServer: MockServer, folder: string): Promise<Running> {
  const port = await freePort();
  const child = startTool(mockServer.command(port, mkdtempSync(join(folder, 'run-'))));
  const origin = `http://127.0.0.1:${port}`;
  const base = origin + (mockServer.base ?? '/api/v1');
  const key = mockServer.key ?? 'any-key';
  const status = await firstAnswer(child, `${base}/templates`, key);
  if (status !== 200 || child.pid === undefined)
    throw new Error(`${mockServer.name} answered ${status}, not 200`);
  return { mockServer, child, pid: child.pid, origin, base, key };
}

const journeyOf = ({ mockServer: { prompt }, base, key }: Running): Promise<Reached> =>
  travel({ baseUrl: base, key, prompt, pauseMs: 30 });

interface Extras {
  readonly limit: 'by rate' | 'on request' | 'no';
  readonly finish: boolean;
}

/** Tries what the tool's own interface offers: a 429, and the end of a job at once. */
async function extrasOf(one: Running): Promise<Extras> {
  const { mockServer, base, key, origin } = one;
  const { limited, finish, prompt } = mockServer;
  const get = (path: string, headers: Readonly<Record<string, string>>) => fetch(base + path, { headers });
  const job = (await (await startJob(base, key, prompt)).json()) as { generation_id?: string };
  const path = `/presentations/generate/${job.generation_id ?? 'unknown'}/status`;

  let limit: Extras['limit'] = 'no';
  if (limited && 'headers' in limited) {
    const asked = await get('/templates', { 'x-api-key': key, ...limited.headers });
    if (asked.status === 429) limit = 'on request';
  } else if (limited) {
    await limited.prepare?.(origin);
    const burst = await Promise.all(
      Array.from({ length: 40 }, () => get('/templates', { 'x-api-key': limited.key })),
    );
    const refused = burst.some(({ status }) => status === 429);
    await sleep(2_100);
    const later = await get('/templates', { 'x-api-key': limited.key });
    if (refused && later.status === 200) limit = 'by rate';
  }

  if (!finish || job.generation_id === undefined) return { limit, finish: false };
  await finish(origin, job.generation_id);
  const view = (await (await get(path, { 'x-api-key': key })).json()) as { status?: string };
  return { limit, finish: view.status === 'completed' || view.status === 'awaiting_input' };
}

function startJob(base: string, key: string, prompt: string): Promise<Response> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return fetch(`${base}/presentations/generate`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ prompt }),
  });
}

async function underLoad(
  all: readonly Running[],
  print: (text: string) => void,
): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>();
  const loads: { one: Running; path: string; amount: number }[] = [];
  for (const one of all) {
    figures.set(one.mockServer.name, { rates: [], cpus: [] });
    const { generation_id: id = 'any' } = (await (
      await startJob(one.base, one.key, one.mockServer.prompt)
    ).json()) as {
      generation_id?: string;
    };
    const path = `${new URL(one.base).pathname.replace(/\/$/, '')}/presentations/generate/${id}/status`;
    const rate = await load(one.origin, [{ path, headers: { 'x-api-key': one.key } }], WARM_UP);
    print(`${one.mockServer.name}: about ${Math.round(rate)} polls per second`);
    loads.push({ one, path, amount: Math.max(Math.round(rate), 200) });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < loads.length; turn += 1) {
      const next = loads[(round + turn) % loads.length];
      if (!next) continue;
      const { one, path, amount } = next;
      const before = cpuOf(one.pid);
      const rate = await load(one.origin, [{ path, headers: { 'x-api-key': one.key } }], amount);
      figures.get(one.mockServer.name)?.rates.push(rate);
      figures.get(one.mockServer.name)?.cpus.push((cpuOf(one.pid) - before) / amount);
    }
    print(`round ${round + 1} of ${ROUNDS}`);
  }
  return figures;
}

function lifecycleTable(all: readonly MockServer[], reached: ReadonlyMap<string, Reached>): string {
  const word = (is: boolean | undefined): string => (is ? 'yes' : 'no');
  return table(
    [
      'Mock server',
      'Start',
      'Progress',
      'Question',
      'Reply goes on',
      'Presentation',
      'Rename seen',
      'Two jobs apart',
      'Lines written',
    ],
    all.map(({ name, written }) => {
      const its = reached.get(name);
      const steps = [
        its?.started,
        its?.progressed,
        its?.asked,
        its?.resumed,
        its?.fetched,
        its?.renamed,
        its?.apart,
      ];
      const lines = written.map(
        (file) =>
          readFileSync(join(import.meta.dirname, file), 'utf8')
            .trimEnd()
            .split('\n').length,
      );
      return [name, ...steps.map(word), String(lines.reduce((sum, count) => sum + count, 0))];
    }),
  );
}

function extrasTable(all: readonly MockServer[], extras: ReadonlyMap<string, Extras>): string {
  return table(
    ['Mock server', 'Was given', '429', 'A job moved on at once by a call'],
    all.map(({ name, given }) => [
      name,
      given,
      extras.get(name)?.limit ?? 'no',
      extras.get(name)?.finish ? 'yes' : 'no',
    ]),
  );
}
