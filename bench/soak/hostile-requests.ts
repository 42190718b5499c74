/** The hostile requests over well-formed HTTP, by kind. Each function makes one request from random choices. */
import { controlRoutes } from '../../src/generated/control-routes.js';
import { hostileBody, SHAPES } from './hostile-bodies.js';
import type { Random } from './random.js';

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const API = '/api/v1';
const GENERATE = `${API}/presentations/generate`;
const CONTROL = '/_deckhand/api';
const JSON_TYPE = { 'content-type': 'application/json' };

/** The kind that meets the active faults of attackers. */
export const FAULTY = 'requests in sandboxes with active faults';

/** Sandbox keys need no secret. */
const floodKey = (random: Random) => ({ 'x-api-key': `sandbox-flood-${random.below(60)}` });
const anyKey = (random: Random) => ({ 'x-api-key': `sandbox-any-${random.below(20_000)}` });
const knownKey = { 'x-api-key': 'deckhand-dev-key' };
const start = (key: Record<string, string>, body: string): HostileRequest => ({
  method: 'POST',
  path: GENERATE,
  headers: { ...key, ...JSON_TYPE },
  body,
});

const PATHS = [
  '/../../../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/api/v1/presentations/%00',
  '/api/v1/presentations/%E0%A4%A',
  '/api/v1/presentations/__proto__',
  '/api/v1/presentations/generate/constructor/status',
  '/view/ws_dev/__proto__',
  '/view/__proto__/pres_1',
  '/view/ws_dev/deckhand-dev-key',
  '/api/v1/presentations/deckhand-dev-key',
  '/_deckhand/../../../package.json',
  '/_deckhand/assets/..%2f..%2f..%2fpackage.json',
  '/_deckhand/docs/%5c..%5c',
  '//evil.test/api/v1/templates',
  '/api/v1',
  '/api/v2/templates',
  '/favicon.ico',
];

const HEADERS: readonly Record<string, string>[] = [
  { host: 'evil.test' },
  { origin: 'null' },
  { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-prefix': '/mock' },
  { 'x-envoy-external-address': '203.0.113.9' },
  { via: '1.1 cdn' },
  { 'x-deckhand-scenario': '__proto__' },
  { 'x-deckhand-scenario': '../../../etc/passwd' },
  { 'x-request-id': 'a'.repeat(5000) },
  { authorization: `Bearer ${'k'.repeat(5000)}` },
  { expect: '100-continue' },
  { range: 'bytes=0-0,1-1,2-2' },
  { 'content-encoding': 'gzip' },
  { cookie: 'a=b;'.repeat(1000) },
];

/** The share of each kind, its name, and what makes one request. */
export const KINDS: readonly (readonly [
  share: number,
  name: string,
  make: (random: Random) => HostileRequest,
])[] = [
  [
    30,
    '15.5 kB of headers with 60 sandbox keys',
    (random) => ({
      method: 'GET',
      path: `${API}/templates`,
      headers: { ...floodKey(random), 'x-filler': String(random.below(10)).repeat(15_500) },
    }),
  ],
  [
    20,
    'prompts of 8,000 characters',
    (random) =>
      start(floodKey(random), JSON.stringify({ prompt: `${random.below(1e9)} `.repeat(800).slice(0, 8000) })),
  ],
  [6, 'jobs in 20,000 different sandboxes', (random) => start(anyKey(random), '{"prompt":"Tides"}')],
  [
    4,
    'bodies of 250 kB',
    (random) => start(floodKey(random), JSON.stringify({ prompt: 'Tides', more: 'b'.repeat(250_000) })),
  ],
  [2, 'bodies over the limit', (random) => start(floodKey(random), 'b'.repeat(300_000))],
  [8, 'malformed and deep JSON', (random) => start(floodKey(random), hostileBody(random))],
  [
    8,
    'unknown paths',
    (random) => ({
      method: random.of(['GET', 'POST', 'DELETE', 'PUT']),
      path: random.of(PATHS),
      headers: knownKey,
    }),
  ],
  [
    5,
    'queries of 12 kB',
    (random) => ({
      method: 'GET',
      path: `${API}/templates?${'a[b]=c&'.repeat(1700)}`,
      headers: floodKey(random),
    }),
  ],
  [
    6,
    'odd headers',
    (random) => ({
      method: 'GET',
      path: `${API}/templates`,
      headers: { ...knownKey, ...random.of(HEADERS) },
    }),
  ],
  [
    5,
    'guessed ids',
    (random) => ({
      method: 'GET',
      path: `${GENERATE}/gen_${random.below(1e9).toString(32)}/status`,
      headers: knownKey,
    }),
  ],
  [
    4,
    FAULTY,
    (random) => start({ 'x-api-key': `sandbox-control-${random.below(20)}` }, '{"prompt":"Tides"}'),
  ],
  [
    4,
    'unknown keys',
    (random) => ({
      method: 'GET',
      path: `${API}/templates`,
      headers: { 'x-api-key': `guess-${random.below(1e9)}` },
    }),
  ],
  [10, 'control verbs with hostile shapes', controlRequest],
  [
    1,
    'active faults',
    (random) => ({
      method: 'POST',
      path: `${CONTROL}/workspaces/sandbox-control-${random.below(20)}/faults`,
      headers: JSON_TYPE,
      body: random.of(SHAPES.faults),
    }),
  ],
  [
    1,
    'active faults with bodies of 900 kB',
    (random) => ({
      method: 'POST',
      path: `${controlOf(random)}/faults`,
      headers: JSON_TYPE,
      body: JSON.stringify({ answer: { status: 503, body: `${random.below(1e9)}${'b'.repeat(900_000)}` } }),
    }),
  ],
  [
    2,
    'scenarios of 120 kB',
    (random) => ({
      method: 'PUT',
      path: `${controlOf(random)}/scenario`,
      headers: JSON_TYPE,
      body: JSON.stringify({ scenario: largeScenario(random) }),
    }),
  ],
  [
    1,
    'snapshots of 15 MB of small values',
    (random) => ({
      method: 'PUT',
      path: `${controlOf(random)}/snapshot`,
      headers: JSON_TYPE,
      body: random.of(SMALL_VALUES),
    }),
  ],
];

/** Built once: they are long. */
const SMALL_VALUES = ['{}', '[]', '10'].map((value) => `[${value}${`,${value}`.repeat(5_000_000)}]`);

const controlOf = (random: Random): string => `${CONTROL}/workspaces/sandbox-any-${random.below(20_000)}`;

const largeScenario = (random: Random): unknown => ({
  title: 'Large',
  steps: [{ work: { for: '1s' } }, { complete: {} }],
  faults: [
    {
      on: 'getGenerationStatus',
      requests: 900,
      answer: { status: 503, body: `${random.below(1e9)}${'b'.repeat(120_000)}` },
    },
  ],
});

/** The verbs act on the attackers' own sandboxes: a control verb can delete whatever it names. */
function controlRequest(random: Random): HostileRequest {
  const routes = controlRoutes.filter(({ operationId }) => operationId !== 'streamEvents');
  const { method, path, takesYaml, requestSchema } = random.of(routes);
  const names: Readonly<Record<string, string>> = {
    workspace: `sandbox-control-${random.below(20)}`,
    job: random.of(['gen_0', '__proto__', '..%2f..%2fetc', 'x'.repeat(300)]),
    scenario: random.of(['happy-path', '..%2f..%2fetc%2fpasswd', '__proto__', 'con', '.hidden']),
    fault: random.of(['1', 'constructor', '-1']),
    sequence: random.of(['0', '1e9', 'NaN']),
  };
  const query = random.below(4) === 0 ? `?${random.of(SHAPES.queries)}` : '';
  const to = CONTROL + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? 'x') + query;
  if (requestSchema === undefined || method === 'get')
    return { method: method.toUpperCase(), path: to, headers: {} };
  if (takesYaml && random.below(2) === 0)
    return {
      method: method.toUpperCase(),
      path: to,
      headers: { 'content-type': 'application/yaml' },
      body: random.of(SHAPES.yaml),
    };
  return { method: method.toUpperCase(), path: to, headers: JSON_TYPE, body: random.of(SHAPES.control) };
}
