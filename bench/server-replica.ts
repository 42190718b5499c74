/**
 * A replica of `deckhand serve --store`, in process. The arguments are the address of the store and the number of live jobs to
 * start. On the message `profile` it measures where its CPU time goes, until the next such message.
 */
import { Session, type Profiler } from 'node:inspector';
import { Deckhand } from '../src/app/deckhand.js';
import { basePath } from '../src/generated/routes.js';
import { SharedStore } from '../src/replicas/shared-store.js';
import { startServer } from '../src/server/server.js';
import { nodeHash } from '../src/transports/node-hash.js';
import { KEY, SCENARIO, SPEED, startBody } from './live-jobs.js';
import { send } from './messages.js';

const [, , store = '', jobs = '0'] = process.argv;
const limits = { jobs: 10_000_000, bytes: 2 ** 32 };
const shared = new SharedStore({ store, version: 'bench' });
const options = { scenario: SCENARIO, speed: SPEED, limits, publicUrl: 'http://proxy.example' } as const;
const deckhand = new Deckhand(options, { hash: nodeHash, shared: shared.shared });
await shared.start(deckhand);
/** Goes through the store, as a request over HTTP does. */
async function startJob(number: number): Promise<string> {
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
  const to = `http://proxy.example${basePath}/presentations/generate`;
  const response = await deckhand.fetch(to, { method: 'POST', headers, body: startBody(number) });
  return ((await response.json()) as { generation_id: string }).generation_id;
}

const began = performance.now();
const ids: string[] = [];
const AT_ONCE = 200;
for (let started = 0; started < Number(jobs); started += AT_ONCE)
  ids.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => startJob(started + index)))));
const seconds = (performance.now() - began) / 1000;
const { url } = await startServer(deckhand, { host: '127.0.0.1', port: 0 });
send({
  kind: 'listening',
  port: Number(new URL(url).port),
  ids: ids.slice(-1000),
  startedPerSecond: Number(jobs) / seconds,
});

let session: Session | undefined;
process.on('message', (question) => {
  if (question !== 'profile') return;
  if (session)
    return session.post('Profiler.stop', (_error, { profile }) =>
      send({ kind: 'profile', shares: sharesOf(profile) }),
    );
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.start');
});

/** The part of the busy time in each kind of code. */
function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Record<string, number> {
  const kinds = new Map(nodes.map(({ id, callFrame }) => [id, kindOf(callFrame)]));
  const shares: Record<string, number> = {};
  let busy = 0;
  samples.forEach((id, index) => {
    const kind = kinds.get(id);
    if (kind === undefined) return;
    const time = timeDeltas[index] ?? 0;
    shares[kind] = (shares[kind] ?? 0) + time;
    busy += time;
  });
  return Object.fromEntries(Object.entries(shares).map(([kind, time]) => [kind, time / busy]));
}

function kindOf({
  url,
  functionName,
}: {
  readonly url: string;
  readonly functionName: string;
}): string | undefined {
  if (functionName === '(idle)' || functionName === '(root)') return undefined;
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (/ioredis|redis-|denque|standard-as-callback/.test(url)) return 'the client of the store';
  if (/^node:internal\/(?:stream|net|http)|^node:(?:net|_?http|_?stream)/.test(url))
    return 'HTTP and sockets, in Node';
  if (url === '' || url.startsWith('node:')) return 'native code, JSON included, and the rest of Node';
  return 'Deckhand';
}
