/** The compared mock servers, each as its documentation sets it up. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI } from '../build.js';
import { KEY } from '../live-jobs.js';
import { CONTRACT } from './documents.js';
import { hasJava, installPeers, peerFile, versionOf } from './install.js';
import { environment } from './mockoon/make-environment.js';
import type { MockServer } from './mock-server.js';
import { java, node } from './tool.js';

const HERE = import.meta.dirname;
const ASKING = 'Harbour taxis, with a question';

const json = (value: unknown, method = 'POST', headers = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

const deckhand: MockServer = {
  name: 'Deckhand',
  given: '`deckhand serve`, `asks-a-question` by a tag in the prompt, `rate-limit-policy` for one workspace',
  written: [],
  key: KEY,
  prompt: `[scenario: asks-a-question] ${ASKING}`,
  command: (port) =>
    node(
      CLI,
      'serve',
      '--log',
      'silent',
      '--port',
      String(port),
      '--speed',
      '60',
      '--key',
      'limited=ws_limited',
    ),
  limited: {
    key: 'limited',
    prepare: (origin) =>
      fetch(
        `${origin}/_deckhand/api/workspaces/ws_limited/scenario`,
        json({ name: 'rate-limit-policy' }, 'PUT'),
      ),
  },
  finish: (origin) => fetch(`${origin}/_deckhand/api/workspaces/ws_dev/clock/advance`, json({ by: '5m' })),
};

const prism: MockServer = {
  name: `Prism ${versionOf('@stoplight/prism-cli')}`,
  given: '`prism mock` with the contract of Deckhand and its examples',
  written: [],
  base: '',
  prompt: ASKING,
  command: (port) =>
    node(
      peerFile('@stoplight/prism-cli/dist/index.js'),
      'mock',
      CONTRACT,
      '--port',
      String(port),
      '-v',
      'silent',
    ),
  limited: { headers: { prefer: 'code=429' } },
};

const mockoon: MockServer = {
  name: `Mockoon CLI ${versionOf('@mockoon/cli')}`,
  given: 'routes with templates, the state of each job in global variables',
  written: ['mockoon/make-environment.ts'],
  prompt: ASKING,
  command(port, folder) {
    const file = join(folder, 'environment.json');
    writeFileSync(file, JSON.stringify(environment(port)));
    return node(
      peerFile('@mockoon/cli/bin/run.js'),
      'start',
      '--data',
      file,
      '--disable-log-to-file',
      '--max-transaction-logs',
      '1',
      '--admin-api-token',
      'bench',
      '--repair',
    );
  },
  limited: { headers: { 'x-want': '429' } },
  finish: (origin, job) =>
    fetch(
      `${origin}/mockoon-admin/global-vars`,
      json({ key: `state-${job}`, value: 'completed' }, 'POST', { authorization: 'Bearer bench' }),
    ),
};

const wiremock: MockServer = {
  name: `WireMock ${versionOf('wiremock')}`,
  given: 'stub mappings with one scenario and response templates, no request journal',
  written: ['wiremock/mappings.json'],
  prompt: ASKING,
  command(port, folder) {
    mkdirSync(join(folder, 'mappings'));
    copyFileSync(join(HERE, 'wiremock/mappings.json'), join(folder, 'mappings/mappings.json'));
    const options = [
      '--bind-address',
      '127.0.0.1',
      '--no-request-journal',
      '--disable-banner',
      '--root-dir',
      folder,
    ];
    return java(
      peerFile(`wiremock/build/wiremock-standalone-${versionOf('wiremock')}.jar`),
      '--port',
      String(port),
      ...options,
    );
  },
  limited: { headers: { 'x-want': '429' } },
  finish: (origin) => fetch(`${origin}/__admin/scenarios/job/state`, json({ state: 'completed' }, 'PUT')),
};

const jsonServer: MockServer = {
  name: `json-server ${versionOf('json-server')}`,
  given: 'routes and a middleware that moves jobs',
  written: ['json-server/middleware.cjs', 'json-server/routes.json'],
  prompt: ASKING,
  command(port, folder) {
    const database = join(folder, 'db.json');
    writeFileSync(
      database,
      JSON.stringify({ templates: [{ id: 'tpl', name: 'Pitch' }], presentations: [], generations: [] }),
    );
    const files = [
      '--routes',
      join(HERE, 'json-server/routes.json'),
      '--middlewares',
      join(HERE, 'json-server/middleware.cjs'),
    ];
    return node(
      peerFile('json-server/lib/cli/bin.js'),
      database,
      ...files,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--quiet',
    );
  },
};

const msw: MockServer = {
  name: `msw ${versionOf('msw')} behind @mswjs/http-middleware ${versionOf('@mswjs/http-middleware')}`,
  given: 'handlers written by hand, with jobs in a map and a counter for the limit',
  written: ['msw/server.mjs'],
  prompt: ASKING,
  command(port) {
    // Beside node_modules, so that its imports are found.
    const script = join(installPeers(), 'msw-server.mjs');
    copyFileSync(join(HERE, 'msw/server.mjs'), script);
    return node(script, String(port));
  },
  limited: { key: 'limited' },
};

export const mockServers = (): readonly MockServer[] => [
  deckhand,
  prism,
  mockoon,
  ...(hasJava() ? [wiremock] : []),
  jsonServer,
  msw,
];
