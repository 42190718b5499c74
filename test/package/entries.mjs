// @ts-check
// Run inside a project that installed the tarball. Imports and requires every Node entry of package.json, except the one that
// only vitest can import (vitest-fixture.test.mjs imports it), and does the smallest job of a user with each copy: start, poll, assert.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const { exports } = JSON.parse(readFileSync('node_modules/deckhand/package.json', 'utf8'));
const require = createRequire(import.meta.url);
const API = 'https://api.example.com/api/v1';

/** Starts a job, and polls it once. @param {string} api @param {typeof fetch} send */
async function oneJob(api, send = fetch) {
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'Harbour taxis' });
  const started = await send(`${api}/presentations/generate`, { method: 'POST', headers, body });
  assert.equal(started.status, 202);
  const { generation_id: id } = await started.json();
  const view = await (await send(`${api}/presentations/generate/${id}/status`, { headers })).json();
  assert.deepEqual([view.generation_id, view.status], [id, 'completed']);
}

/**
 * The job with each entry. Playwright and Vite have their own projects; types have no code at run time.
 * @type {Record<string, (entry: any, load: (name: string) => any) => Promise<void> | void>}
 */
const jobs = {
  deckhand: ({ createDeckhand }) => {
    const deckhand = createDeckhand({ scenario: 'instant' });
    return oneJob(API, (url, init) => deckhand.fetch(new Request(url, init)));
  },
  'deckhand/node': async ({ setupDeckhand }) => {
    const { listen, close } = setupDeckhand({ origin: 'https://api.example.com', scenario: 'instant' });
    listen();
    await oneJob(API);
    close();
  },
  'deckhand/msw': async ({ deckhandHandlers }, load) => {
    const { setupServer } = await load('msw/node');
    const server = setupServer(...deckhandHandlers({ scenario: 'instant' }));
    server.listen();
    await oneJob(API);
    server.close();
  },
  'deckhand/express': async ({ deckhandMiddleware }) => {
    const middleware = deckhandMiddleware({ scenario: 'instant' });
    const server = createServer((request, response) => middleware(request, response, () => response.end()));
    await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
    const address = server.address();
    await oneJob(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/v1`);
    server.close();
  },
  'deckhand/server': async ({ createDeckhandServer }, load) => {
    const server = createDeckhandServer({ scenario: 'instant' });
    await server.listen(0);
    await oneJob(server.baseUrl);
    const { connectDeckhand } = await load('deckhand');
    const remote = connectDeckhand(new URL(server.baseUrl).origin).workspace('ws_dev');
    assert.equal((await remote.journal({ operation: 'startGeneration' })).length, 1);
    await server.close();
  },
  'deckhand/browser': ({ setupDeckhandWorker }) =>
    void assert.throws(() => setupDeckhandWorker(), /deckhand\/node/),
};

/** @type {[string, (name: string) => any][]} */
const systems = [
  ['imported', (name) => import(name)],
  ['required', (name) => require(name)],
];
for (const [path, target] of Object.entries(exports)) {
  if (/\.(?:json|yaml)$/.test(path) || path === './vitest' || target.node === null) continue;
  const entry = path.replace('.', 'deckhand');
  // An import of CommonJS has two more names.
  const names = Object.keys(await import(entry)).filter(
    (name) => !/^(?:default|module\.exports)$/.test(name),
  );
  assert.deepEqual(Object.keys(require(entry)).sort(), names.sort(), `require('${entry}')`);
  for (const [system, load] of jobs[entry] ? systems : []) {
    await jobs[entry]?.(await load(entry), load);
    console.log(`${entry}, ${system}: one job`);
  }
  console.log(`${entry}: ${names.join(', ') || '(types only)'}`);
}
