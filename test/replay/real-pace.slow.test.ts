/** A replay over real sockets and in real time: at the recorded pace, a client gets the recorded responses. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createServer } from '../../src/integrations/server.js';
import { asking, completed, harOf, refusal, reply, start, working } from './recorded-traffic.js';

const JOB = 'gen_7f3k';
const POLL = `GET /presentations/generate/${JOB}/status`;

/** Milliseconds between two requests. */
const INTERVAL = 1200;
/** A client that is later than a quarter of an interval does not keep the recorded pace. */
const LATEST = INTERVAL / 4;

const story = [
  start(0, JOB),
  working(INTERVAL, JOB, 100),
  refusal(2 * INTERVAL, POLL, 429, { headers: [['Retry-After', '1']] }),
  refusal(3 * INTERVAL, POLL, 503),
  asking(4 * INTERVAL, JOB, 'Who is it for?'),
  reply(5 * INTERVAL, JOB, 'Investors'),
  completed(6 * INTERVAL, JOB, 'pres_7f3k'),
];

type Got = readonly [status: number, body: unknown];

/** Plays the client. @returns the responses; `undefined` when a busy machine delayed a request, so that the pace was another */
async function play(): Promise<readonly Got[] | undefined> {
  const server = createServer({ replay: harOf(story), config: false });
  const address = await server.listen(0);
  try {
    const began = performance.now();
    const elapsed = (): number => performance.now() - began;
    const got: Got[] = [];
    for (const { at, request, sent } of story) {
      await wait(Math.max(0, at - elapsed()));
      const [method = '', path = ''] = request.split(' ');
      const response = await fetch(`${address}/api/v1${path}`, {
        method,
        headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      });
      got.push([response.status, await response.json()]);
      if (elapsed() > at + LATEST) return undefined;
    }
    return got;
  } finally {
    await server.close();
  }
}

it('a client at the recorded pace gets the recorded responses over sockets', async () => {
  let got = await play();
  while (!got) got = await play();
  expect(got).toEqual(story.map(({ status, body }) => [status, body]));
}, 120_000);
