/** Replayed requests at paths that the interface does not document: with a trailing slash, or of no operation. */
import { describe, expect, it } from 'vitest';
import { browserHar, pollEntry, startEntry, type BrowserEntry } from '../recorders/browser-har.js';
import { field, JOB, ReplayClient, statusOf, tokens } from './recorded-traffic.js';

const STATUS = `/presentations/generate/${JOB}/status`;

/** A request that is redirected, and its target. */
const redirected = (
  entry: BrowserEntry,
  status: number,
  location: (path: string) => string,
): BrowserEntry[] => {
  const [method = '', path = ''] = entry.request.split(' ');
  return [
    {
      ...entry,
      status,
      content: { size: 0 },
      body: undefined,
      headers: [{ name: 'Location', value: location(path) }],
    },
    { ...entry, at: entry.at + 30, request: `${method} ${path}/` },
  ];
};

describe.each<[string, number, (path: string) => string]>([
  ['a path', 308, (path) => `/api/v1${path}/`],
  ['an address', 307, (path) => `https://staging.example.com/api/v1${path}/`],
  ['a relative path', 307, (path) => `${path.split('/').at(-1) ?? ''}/`],
])('a redirect to a trailing slash, as %s', (_name, status, location) => {
  const entries = [
    startEntry(0),
    pollEntry(3000, { status: 'generating', tokens_used: 1 }),
    pollEntry(6000, { status: 'generating', tokens_used: 2 }),
    pollEntry(9000, { status: 'completed' }),
  ].flatMap((entry) => redirected(entry, status, location));

  it.each([
    ['the recorded pace', [3000, 6000, 9000], [1, 2, 'completed']],
    ['another pace', [3000, 4000, 5000, 6000, 8500, 30_000], [1, 1, 2, 2, 'completed', 'completed']],
  ])('leads to its recorded target at %s', async (_pace, times, expected) => {
    const client = new ReplayClient(browserHar(entries));
    const start = await client.send(0, 'POST /presentations/generate', { prompt: 'A pitch' });
    expect(start.status).toBe(status);
    expect((await client.send(30, 'POST /presentations/generate/', { prompt: 'A pitch' })).status).toBe(202);
    const seen = [];
    for (const at of times) {
      const redirect = await client.send(at, `GET ${STATUS}`);
      expect([redirect.status, redirect.headers.get('location')?.replace(/^http:\/\/[^/]+/, '')]).toEqual([
        status,
        location(STATUS).replace(/^https:\/\/[^/]+/, ''),
      ]);
      const got = await client.send(at + 30, `GET ${STATUS}/`);
      seen.push(tokens(got) ?? statusOf(got));
    }
    expect(seen).toEqual(expected);
    expect(client.summary()).toEqual([]);
  });
});

it('a redirect to a query leads to its recorded target at any pace', async () => {
  const entries = [
    pollEntry(0, { status: 'generating', tokens_used: 1 }),
    pollEntry(3000, { status: 'generating', tokens_used: 2 }),
  ].flatMap((entry): BrowserEntry[] => [
    { ...entry, status: 307, body: undefined, headers: [{ name: 'Location', value: '?region=eu' }] },
    { ...entry, at: entry.at + 30, request: `${entry.request}?region=eu` },
  ]);
  const client = new ReplayClient(browserHar(entries));
  const seen = [];
  for (const at of [0, 1000, 2000, 3000, 9000]) {
    expect((await client.send(at, `GET ${STATUS}`)).headers.get('location')).toBe('?region=eu');
    seen.push(tokens(await client.send(at + 30, `GET ${STATUS}?region=eu`)));
  }
  expect(seen).toEqual([1, 1, 2, 2, 2]);
});

it('a path prefix of the recorded API is left out of redirects and of paths in a body', async () => {
  const text = JSON.stringify(
    browserHar(redirected(pollEntry(0, { status: 'generating' }), 308, (path) => `/api/v1${path}/`)),
  ).replaceAll('/api/v1', '/decks/api/v1');
  const client = new ReplayClient(JSON.parse(text) as object);
  const { headers } = await client.send(0, `GET ${STATUS}`);
  expect(headers.get('location')).toBe(`/api/v1${STATUS}/`);
  const started = new ReplayClient(
    JSON.parse(JSON.stringify(browserHar([startEntry(0)])).replaceAll('/api/v1', '/decks/api/v1')) as object,
  );
  expect(field(await started.start(0), 'poll_url')).toBe(`/api/v1${STATUS}`);
});

it.each([
  ['with a trailing slash', `GET ${STATUS}/`],
  ['at the id of another path', 'GET /presentations/generate'],
])('a recorded request that the judge takes for an operation is played: %s', async (_name, request) => {
  const client = new ReplayClient(
    browserHar([startEntry(0), { at: 1, request, body: { status: 'generating' } }]),
  );
  await client.start(0);
  expect(await client.send(1, request)).toMatchObject({ status: 200, text: '{"status":"generating"}' });
});

describe('a request that the interface does not document', () => {
  const remove = (at: number, status: number): BrowserEntry => ({
    at,
    request: 'DELETE /presentations/pres_1',
    status,
    content: { size: 0 },
  });
  const list = (at: number, ...ids: string[]): BrowserEntry => ({
    at,
    request: 'GET /presentations/',
    body: { presentations: ids },
  });
  const recording = browserHar([
    startEntry(0),
    list(1000, 'pres_1'),
    remove(2000, 204),
    remove(3000, 404),
    list(4000),
    { at: 5000, request: 'PUT /presentations/pres_1', sent: {}, status: 503, body: {} },
    { at: 6000, request: 'HEAD /templates', status: 200, headers: [{ name: 'X-Count', value: '3' }] },
  ]);

  it('gets its recorded responses by method and path, and the end names what was not played', async () => {
    const client = new ReplayClient(recording);
    const send = async (at: number, request: string) => {
      const { status, text } = await client.send(at, request);
      return text === '' ? status : text;
    };
    expect([
      await send(0, 'GET /presentations/'),
      await send(1000, 'GET /presentations/'),
      await send(1500, 'DELETE /presentations/pres_1'),
      await send(1600, 'DELETE /presentations/pres_1'),
      await send(4000, 'GET /presentations/'),
    ]).toEqual([
      '{"presentations":["pres_1"]}',
      '{"presentations":["pres_1"]}',
      204,
      404,
      '{"presentations":[]}',
    ]);
    expect((await client.send(4000, 'HEAD /templates')).headers.get('x-count')).toBe('3');
    expect(client.deckhand.replay?.recording.warnings).toEqual([]);
    expect(client.summary()).toEqual(['Not replayed: 503 to PUT /presentations/pres_1 at 09:30:05.000']);
  });

  it('stays a finding about the client', async () => {
    const client = new ReplayClient(recording);
    await client.start(0);
    await client.send(1000, 'DELETE /presentations/pres_1');
    const { rules } = await client.deckhand.workspace('ws_dev').clientReport();
    expect(rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([
      'client/uses-documented-operations',
    ]);
  });

  it('is rejected as usual if it was not recorded', async () => {
    const client = new ReplayClient(recording);
    expect((await client.send(0, 'DELETE /templates')).status).toBe(405);
    expect((await client.send(0, 'GET /unknown')).status).toBe(404);
    const other = new ReplayClient(recording, 'unknown-key');
    expect((await other.send(0, 'DELETE /presentations/pres_1')).status).toBe(405);
    expect((await other.send(0, 'GET /templates')).status).toBe(401);
  });

  it('continues from a snapshot', async () => {
    const client = new ReplayClient(recording);
    await client.send(2000, 'DELETE /presentations/pres_1');
    const copy = new ReplayClient(recording);
    copy.deckhand.workspace('ws_dev').restore(client.deckhand.workspace('ws_dev').snapshot());
    expect((await copy.send(3000, 'DELETE /presentations/pres_1')).status).toBe(404);
  });
});
