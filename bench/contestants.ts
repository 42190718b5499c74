/** The servers that are compared, and the requests that each of them gets. */
import type { Request } from 'autocannon';
import { built, CLI } from './build.js';
import { freePort, start, receive } from './child.js';
import { firstResponse } from './first-response.js';
import { KEY, SCENARIO, SPEED, startBody } from './live-jobs.js';
import type { Contestant } from './rounds.js';

const FEW = 100;
export const MANY = 1_000_000;

/** Never reached, and counted like any other: on a clock that runs ten times as fast, 200,000 requests in a real second. */
const RATE_LIMIT = '20000/1s';

const API = '/api/v1/presentations/generate';
const HEADERS = { 'x-api-key': KEY };
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' };

const STARTS = Array.from({ length: 1_000 }, (_, number): Request => {
  return { method: 'POST', path: API, headers: JSON_HEADERS, body: startBody(number) };
});

export interface Contest {
  readonly contestants: readonly Contestant[];
  /** The body of a poll. The bare servers send the same body. */
  readonly pollBody: string;
  /** The heap of one live job, in bytes, measured with `MANY` jobs. */
  readonly heapPerJob: number;
}

export async function startContestants(): Promise<Contest> {
  const polled = await startServe();
  const ids = await startOverHttp(polled.url);
  const polls = pollsOf(ids);
  const pollBody = await constantPollBody(polled.url + (polls[0]?.path ?? ''));

  const limited = await startServe('--rate-limit', RATE_LIMIT);
  const limitedIds = await startOverHttp(limited.url);
  const posted = await startServe();
  const node = await startScript('server-node', pollBody);
  const express = await startScript('server-express', pollBody);
  const middleware = await startScript('server-middleware', String(FEW));
  const few = await startScript('server-deckhand', String(FEW));
  const many = await startScript('server-deckhand', String(MANY));
  return {
    contestants: [
      { name: 'node:http', ...node, requests: polls },
      { name: 'express', ...express, requests: polls },
      { name: 'serve', ...polled, requests: polls },
      { name: 'serve limited', ...limited, requests: pollsOf(limitedIds) },
      { name: 'few', ...few, requests: pollsOf(few.ids) },
      { name: 'many', ...many, requests: pollsOf(many.ids) },
      { name: 'middleware', ...middleware, requests: pollsOf(middleware.ids) },
      { name: 'express post', ...express, requests: STARTS },
      { name: 'serve post', ...posted, requests: STARTS },
    ],
    pollBody,
    heapPerJob: many.heapPerJob,
  };
}

/** `deckhand serve`, as built, with nothing logged. */
async function startServe(...more: string[]): Promise<Pick<Contestant, 'child' | 'url'>> {
  const port = await freePort();
  const child = start(CLI, [...serveArguments(port), ...more]);
  const url = `http://127.0.0.1:${port}`;
  await firstResponse(`${url}/api/v1/templates`);
  return { child, url };
}

export function serveArguments(port: number): string[] {
  const story = ['--scenario', SCENARIO, '--speed', String(SPEED), '--max-jobs', String(MANY)];
  return ['serve', '--log', 'silent', '--port', String(port), ...story];
}

async function startScript(entry: string, argument: string) {
  const child = start(built(entry), [argument], ['--expose-gc']);
  const { port, ids = [], heapPerJob = NaN } = await receive(child, 'listening');
  return { child, url: `http://127.0.0.1:${port}`, ids, heapPerJob };
}

async function startOverHttp(url: string): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= FEW; number += 1) {
    const response = await fetch(url + API, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: startBody(number),
    });
    ids.push(((await response.json()) as { generation_id: string }).generation_id);
  }
  return ids;
}

function pollsOf(ids: readonly string[]): Request[] {
  return ids.map((id) => ({ path: `${API}/${id}/status`, headers: HEADERS }));
}

/** Polls a job until its body no longer changes, and returns this body. */
async function constantPollBody(url: string): Promise<string> {
  const poll = async (): Promise<string> => (await fetch(url, { headers: HEADERS })).text();
  let before = '';
  for (let body = await poll(); body !== before || !body.includes('progress'); body = await poll()) {
    before = body;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  return before;
}
