/** The recording proxy behind other proxies and gateways. */
import { createServer } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { beforeEach, expect, test, vi } from 'vitest';
import { routeTo } from '../../src/proxy/reach/route.js';
import { selfSigned } from './reach/certificate.js';
import { startHttpProxy } from './reach/connect-proxy.js';
import { portOf } from './port-of.js';
import { startProxy } from './start-proxy.js';

const HOST = 'service.test';
const path = '/api/v1/templates';
const SECRET = 'gate-secret-5f2a';

beforeEach(() => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
});

async function secureUpstream() {
  const { key, cert } = selfSigned(HOST);
  const port = await portOf(createSecure({ key, cert }, (_, response) => response.end('secure')));
  return { cert, url: `https://${HOST}:${port}` };
}

test('an upstream is reached through the proxy of the environment', async () => {
  const { cert, url } = await secureUpstream();
  const tunnel = await startHttpProxy();
  vi.stubEnv('HTTPS_PROXY', tunnel.url);
  const proxy = await startProxy(url, { route: await routeTo(url, { ca: cert }) });
  expect(await (await fetch(proxy.url + path)).text()).toBe('secure');
  expect(tunnel.seen).toEqual([`CONNECT ${new URL(url).host}`]);
});

test('a proxy that refuses is named, and its response is not recorded as the upstream’s', async () => {
  const { url } = await secureUpstream();
  const tunnel = await startHttpProxy({ user: 'ann:secret' });
  vi.stubEnv('HTTPS_PROXY', tunnel.url);
  const proxy = await startProxy(url, { route: await routeTo(url) });
  const { status, detail } = await (await fetch(proxy.url + path)).json();
  expect([status, detail]).toEqual([
    502,
    `${url}: the proxy ${tunnel.url} responded with 407, and did not connect`,
  ]);
  expect((await proxy.close()).map(({ failure, response }) => [failure, response])).toEqual([
    ['gateway', undefined],
  ]);
});

test('headers for a gateway are added, and the journal has marks for their values', async () => {
  const seen: unknown[] = [];
  const upstream = createServer(({ headers }, response) => {
    seen.push(headers['x-gate'], headers['x-own']);
    response.setHeader('X-Debug', `gate=${SECRET}`).end(`{"echo":"${SECRET}"}`);
  });
  const proxy = await startProxy(`http://127.0.0.1:${await portOf(upstream)}`, {
    headers: [
      ['X-Gate', SECRET],
      ['X-Own', 'of the proxy'],
    ],
  });
  const response = await fetch(proxy.url + path, { headers: { 'X-Own': 'of the client' } });
  // The client gets the bytes unchanged.
  expect(await response.text()).toContain(SECRET);
  expect(seen).toEqual([SECRET, 'of the client']);
  const [exchange] = await proxy.close();
  expect(exchange?.request.headers).toContainEqual(['X-Gate', '[redacted gateway]']);
  expect(JSON.stringify(exchange)).not.toContain(SECRET);
});
