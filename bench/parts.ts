/** Measures the parts of a response in an idle process: without sockets, after warm-up, one at a time. */
import { getResponse } from 'msw';
import { deckhandHandlers } from '../src/integrations/msw.js';
import { nodeHash } from '../src/transports/node-hash.js';
import { validate } from '../src/generated/validate-full.js';
import { hashKey } from '../src/service/keys.js';
import { KEY, createBenchDeckhand, startBody, startJobs } from './live-jobs.js';
import { send, type Part } from './messages.js';
import { median } from './median.js';

const deckhand = createBenchDeckhand(100);
const { service } = deckhand;
const [id = ''] = await startJobs(deckhand, 1);
const handlers = deckhandHandlers(deckhand);
const path = `/presentations/generate/${id}/status`;
const headers: Readonly<Record<string, string>> = { 'x-api-key': KEY, 'content-type': 'application/json' };
const text = startBody(1);

const ask = (method: string, to: string, body?: string): ReturnType<typeof service.respond> =>
  service.respond({
    method,
    path: to,
    header: (name) => headers[name],
    body,
    requestId: 'x',
    at: Date.now(),
  });
const request = (): Request => new Request(`http://127.0.0.1/api/v1${path}`, { headers });
const view: unknown = JSON.parse(ask('GET', path).body);

const parts: Part[] = [
  await time('a poll, in the service', 20_000, () => ask('GET', path)),
  await time('of it: hashing the key', 20_000, () => nodeHash(KEY)),
  await time('the same in JavaScript, as in a browser', 20_000, () => hashKey(KEY)),
  await time('of it: writing the JSON', 20_000, () => JSON.stringify(view)),
  await time('POST generate, in the service', 10_000, () => ask('POST', '/presentations/generate', text)),
  await time('of it: reading and validating the body', 20_000, () =>
    validate('StartGenerationRequest', JSON.parse(text)),
  ),
  await time('a poll, as a fetch `Request` (`deckhand.fetch`)', 2_000, () => deckhand.fetch(request())),
  await time('a poll, through msw handlers (`getResponse`)', 1_000, () => getResponse(handlers, request())),
];
send({ kind: 'parts', parts });
process.disconnect();

async function time(name: string, times: number, work: () => unknown): Promise<Part> {
  const batches: number[] = [];
  for (let batch = 0; batch < 9; batch += 1) {
    const began = performance.now();
    for (let done = 0; done < times; done += 1) {
      const result = work();
      if (result instanceof Promise) await result;
    }
    batches.push(((performance.now() - began) / times) * 1000);
  }
  // The first batches are warm-up.
  return { name, microseconds: median(batches.slice(3)) };
}
