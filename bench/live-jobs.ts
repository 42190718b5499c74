/** Fills a stand-in with jobs that generate for ever, the way clients start them, but without a network. */
import { Deckhand, DEVELOPMENT_KEYS } from '../src/adapters/deckhand.js';
import { nodeHash } from '../src/adapters/node-hash.js';

/** Its jobs stand at the last slide but one for ever: a poll's answer is the same however long the benchmark takes. */
export const SCENARIO = 'never-ends';
/** So that they get there in less than a second. */
export const SPEED = 10;
export const KEY = DEVELOPMENT_KEYS.ws_dev;

/** How many ids are kept to poll, of however many jobs. */
const SAMPLE = 20_000;

/** The body of the request that starts the job of this number. */
export function startBody(number: number): string {
  return JSON.stringify({ prompt: `A pitch for electric harbour taxis, version ${number}` });
}

/** A stand-in that forgets none of so many jobs, put together as `deckhand serve` does it. */
export function roomFor(jobs: number): Deckhand {
  const options = { scenario: SCENARIO, speed: SPEED, limits: { jobs: jobs + 100_000 } };
  return new Deckhand(options, { hash: nodeHash });
}

/** Starts jobs, and returns the ids of some. */
export async function startJobs(deckhand: Deckhand, jobs: number): Promise<string[]> {
  const headers: Readonly<Record<string, string>> = { 'x-api-key': KEY, 'content-type': 'application/json' };
  const ids: string[] = [];
  for (let number = 1; number <= jobs; number += 1) {
    const { body } = await deckhand.service.answer({
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
