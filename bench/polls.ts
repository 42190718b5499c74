/** `npm run bench -- polls`: polls and starts of `deckhand serve` compared with bare Express and bare `node:http`. */
import { join } from 'node:path';
import type { Request } from 'autocannon';
import { KEY, startDeckhand, startServer, stop } from './server-process.js';
import { ratio, runRounds, medianSample, type MeasuredServer } from './rounds.js';
import { table } from './table.js';

const JOBS = 100;
/** Never exceeded: on a clock that runs ten times as fast, 200,000 requests in a real second. */
const RATE_LIMIT = '20000/1s';
/** Its jobs stall at the second-last slide, in less than a second at this speed. Then the body of a poll is constant. */
const SCENARIO = ['--scenario', 'never-ends', '--speed', '10'];
const TARGET = 2.5;

const API = '/api/v1/presentations/generate';
const HEADERS = { 'x-api-key': KEY };
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' };

const startBody = (number: number): string =>
  JSON.stringify({ prompt: `A pitch for electric harbour taxis, version ${number}` });
const STARTS = Array.from({ length: 1_000 }, (_, number): Request => {
  return { method: 'POST', path: API, headers: JSON_HEADERS, body: startBody(number) };
});

/** @returns the tables in Markdown */
export async function measurePolls(print: (text: string) => void): Promise<string> {
  const served = await startDeckhand(...SCENARIO);
  const requests = await startJobs(served.url);
  const body = await constantBody(served.url + (requests[0]?.path ?? ''));
  const limited = await startDeckhand(...SCENARIO, '--rate-limit', RATE_LIMIT);
  const bare = (name: string) =>
    startServer(join(import.meta.dirname, name), (port) => [`${port}`, body], `${API}/any/status`);
  const express = await bare('bare-express.mjs');
  const servers: readonly MeasuredServer[] = [
    { name: 'bare `node:http`', ...(await bare('bare-node.mjs')), requests },
    { name: 'bare Express 5', ...express, requests },
    { name: '`deckhand serve`', ...served, requests },
    { name: '`deckhand serve --rate-limit`', ...limited, requests: await startJobs(limited.url) },
    { name: 'bare Express 5 with `express.json()`, starts', ...express, requests: STARTS },
    { name: '`deckhand serve`, starts', ...(await startDeckhand(...SCENARIO)), requests: STARTS },
  ];
  print(`${servers.length} servers run. The body of a poll has ${Buffer.byteLength(body)} bytes.`);
  const samples = await runRounds(servers, (done, all) => print(`round ${done} of ${all}`));
  await Promise.all([...new Set(servers.map(({ child }) => child))].map(stop));

  const line = (what: string, one: number, other: number, target = '') => {
    const names = [servers[one]?.name ?? '', servers[other]?.name ?? ''] as const;
    return [
      what,
      ratio(samples, ...names, 'rate').toFixed(2),
      ratio(samples, ...names, 'cpu').toFixed(2),
      target,
    ];
  };
  const ratios = [
    line('polls, against bare Express', 2, 1, `≥ ${TARGET}`),
    line('polls, against bare `node:http`', 2, 0),
    line('polls with a rate limit, against bare `node:http`', 3, 0),
    line('starts, against bare Express', 5, 4),
  ];
  const rows = servers.map(({ name }) => {
    const { rate, cpu } = medianSample(samples.get(name) ?? []);
    return [name, Math.round(rate).toLocaleString('en'), cpu.toFixed(1)];
  });
  return [
    table(['`deckhand serve`', 'By responses per second', 'By CPU time', 'Target'], ratios),
    table(['Server', 'Responses per second', 'CPU time per response, µs'], rows),
  ].join('\n\n');
}

/** Starts jobs over HTTP. @returns a poll of each */
async function startJobs(url: string): Promise<readonly Request[]> {
  const polls: Request[] = [];
  for (let number = 1; number <= JOBS; number += 1) {
    const response = await fetch(url + API, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: startBody(number),
    });
    const { generation_id: id } = (await response.json()) as { generation_id: string };
    polls.push({ path: `${API}/${id}/status`, headers: HEADERS });
  }
  return polls;
}

/** Polls a job until its body no longer changes, and returns this body. */
async function constantBody(url: string): Promise<string> {
  const poll = async (): Promise<string> => (await fetch(url, { headers: HEADERS })).text();
  let previous = '';
  for (let body = await poll(); body !== previous || !body.includes('progress'); body = await poll()) {
    previous = body;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  return previous;
}
