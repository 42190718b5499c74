import { describe, expect, it } from 'vitest';
import { serveEachTest } from '../server/start-test-server.js';
import { scenarioWithFault } from './transport-suite/faults.js';

const KEY = { 'x-api-key': 'deckhand-dev-key' };
const LOCAL = ['http://localhost:5173', 'http://[::1]:8080'];
const OTHER_ORIGINS = [
  'https://example.com',
  'http://localhost.example.com',
  'http://localhost:3000@example.com',
  'null',
];

const corsNames = (headers: Headers): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('a page of this machine', () => {
  const server = serveEachTest();

  it.each(LOCAL)('can read responses: %s', async (origin) => {
    const { headers } = await fetch(`${server().url}/api/v1/templates`, { headers: { ...KEY, origin } });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('vary')).toBe('Origin');
    expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['Location', 'Retry-After', 'X-Request-Id', 'Content-Type']),
    );
  });

  it.each([['429', '/templates', KEY]])(
    'can read error responses: %s',
    async (status, path, { body, ...headers }: Record<string, string>) => {
      server()
        .deckhand.workspace('ws_dev')
        .useScenario(scenarioWithFault({ response: { status: 429, retry_after: '1s' } }));
      const response = await fetch(`${server().url}/api/v1${path}`, {
        headers: { ...headers, origin: 'http://localhost:5173' },
        ...(body && { method: 'POST', body }),
      });
      expect(response.status).toBe(Number(status));
      expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    },
  );

  it('can send what the API accepts: its preflight needs no key and is not in the journal', async () => {
    const { status, headers } = await fetch(`${server().url}/api/v1/presentations/pres_1`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,x-api-key',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(headers.get('access-control-allow-methods')?.split(', ')).toEqual(
      expect.arrayContaining(['GET', 'POST', 'PATCH']),
    );
    expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['authorization', 'x-api-key', 'content-type', 'x-deckhand-scenario']),
    );
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
    for (const workspace of ['', 'ws_dev'])
      expect(server().deckhand.workspace(workspace).journal()).toEqual([]);
  });
});

describe('a page of another machine', () => {
  const server = serveEachTest();

  it.each(OTHER_ORIGINS)('cannot read responses: %s', async (origin) => {
    const { status, headers } = await fetch(`${server().url}/api/v1/templates`, {
      headers: { ...KEY, origin },
    });
    expect(status).toBe(200);
    expect(corsNames(headers)).toEqual([]);
  });

  it.each(OTHER_ORIGINS)('gets no permission in a preflight: %s', async (origin) => {
    const { headers } = await fetch(`${server().url}/api/v1/templates`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    expect(corsNames(headers)).toEqual([]);
  });
});

describe('a page in allowOrigins', () => {
  const server = serveEachTest({ allowOrigins: ['https://staging.example.com'] });

  it('can read responses, as local pages still can, and other pages cannot', async () => {
    const allowed = async (origin: string): Promise<string | null> =>
      (await fetch(`${server().url}/api/v1/templates`, { headers: { ...KEY, origin } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await allowed('https://staging.example.com')).toBe('https://staging.example.com');
    expect(await allowed('http://localhost:5173')).toBe('http://localhost:5173');
    expect(await allowed('http://staging.example.com')).toBeNull();
    expect(await allowed('https://staging.example.com:444')).toBeNull();
  });
});
