/** Fills a mock server with jobs that never end. They are started by requests to the service, without a network. */
import { Deckhand, DEVELOPMENT_KEYS } from '../src/app/deckhand.js';
import { nodeHash } from '../src/transports/node-hash.js';

/** Its jobs stay at the second-last slide, so that the body of a poll is constant during the benchmark. */
export const SCENARIO = 'never-ends';
/** At this speed the jobs reach that slide in less than a second. */
export const SPEED = 10;
export const KEY = DEVELOPMENT_KEYS.ws_dev;

/** The approximate number of ids that are returned, for any number of jobs. */
const SAMPLE = 20_000;

/** The body of the request that starts the job with this number. */
export function startBody(number: number): string {
  return JSON.stringify({ prompt: `A pitch for electric harbour taxis, version ${number}` });
}

/** Creates a mock server as `deckhand serve` does, with limits that keep all jobs. */
export function createBenchDeckhand(jobs: number): Deckhand {
  const options = {
    scenario: SCENARIO,
    speed: SPEED,
    limits: { jobs: jobs + 100_000, bytes: 2 ** 32 },
  } as const;
  return new Deckhand(options, { hash: nodeHash });
}

/** Starts jobs, and returns a random sample of their ids. */
export async function startJobs(deckhand: Deckhand, jobs: number): Promise<string[]> {
  const headers: Readonly<Record<string, string>> = { 'x-api-key': KEY, 'content-type': 'application/json' };
  const ids: string[] = [];
  for (let number = 1; number <= jobs; number += 1) {
    const { body } = deckhand.service.respond({
      method: 'POST',
      path: '/presentations/generate',
      header: (name) => headers[name],
      body: startBody(number),
      requestId: 'bench',
      at: Date.now(),
    });
    if (Math.random() < SAMPLE / jobs)
      ids.push((JSON.parse(body) as { generation_id: string }).generation_id);
  }
  return ids;
}
