/** What the recording proxy refuses, and how it reaches its upstream. The ways themselves are tested in `reach/route.test.ts`. */
import { createServer } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { beforeEach, expect, test, vi } from 'vitest';
import { RawConnection, requestText } from '../transports/raw-connection.js';
import { portOf } from './port-of.js';
import { rawUpstream, type RawUpstream } from './raw-upstream.js';
import { selfSigned } from './connection/certificate.js';
import { startProxy } from './start-proxy.js';

const path = '/api/v1/templates';
const SECRET = 'gate-secret-5f2a';

beforeEach(() => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
});

const respondingUpstream = (): Promise<RawUpstream> =>
  rawUpstream((socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));

test.each(['POST'])('read-only: %s is not forwarded, and not recorded', async (method) => {
  const upstream = await respondingUpstream();
  const proxy = await startProxy(upstream.url, { readOnly: true });
  const client = new RawConnection(proxy.port).send(requestText(method, path, [], '{"prompt":"x"}'));
  const { status, headers, body } = await client.readResponse();
  expect([status, headers.get('x-deckhand-proxy')]).toEqual([403, 'read-only']);
  expect(JSON.parse(body.toString())).toMatchObject({
    code: 'deckhand_proxy_read_only',
    detail: `${method} was not forwarded, because of --read-only.`,
  });
  client.send(requestText('OPTIONS', path, ['Access-Control-Request-Method: POST']));
  expect((await client.readResponse()).body.toString()).toBe('ok');
  client.destroy();
  expect(upstream.requests.map(({ head }) => head[0])).toEqual([`OPTIONS ${path} HTTP/1.1`]);
  expect(await proxy.close()).toHaveLength(1);
});

test('a WebSocket and a tunnel are rejected', async () => {
  const proxy = await startProxy((await respondingUpstream()).url);
  const client = new RawConnection(proxy.port);
  client.send(requestText('GET', path, ['Connection: Upgrade', 'Upgrade: websocket']));
  const { status, headers } = await client.readResponse();
  expect([status, headers.get('x-deckhand-proxy')]).toEqual([501, 'upgrade']);
  client.destroy();
  const tunnel = new RawConnection(proxy.port).send(
    'CONNECT x.example:443 HTTP/1.1\r\nHost: x.example\r\n\r\n',
  );
  await tunnel.closed;
  expect(tunnel.all().toString()).toMatch(/^HTTP\/1\.1 501 /);
});

test('an absolute URL in the request line is accepted only for the host of the upstream', async () => {
  const upstream = await respondingUpstream();
  const proxy = await startProxy(upstream.url);
  const client = new RawConnection(proxy.port).send(requestText('GET', `${upstream.url}${path}?a=1`));
  expect((await client.readResponse()).status).toBe(200);
  expect(upstream.requests[0]?.head[0]).toBe(`GET ${path}?a=1 HTTP/1.1`);
  client.send(requestText('GET', `http://elsewhere.example${path}`));
  const { status, headers } = await client.readResponse();
  client.destroy();
  expect([status, headers.get('x-deckhand-proxy')]).toEqual([421, 'other-host']);
  expect(proxy.own).toEqual(['other-host']);
  expect(upstream.requests).toHaveLength(1);
});

test.each([
  ['evil.example', 421],
  ['127.0.0.1:4020', 200],
  ['staging.internal', 200],
])('a request for the host %s gets a %d', async (host, status) => {
  const upstream = await respondingUpstream();
  const proxy = await startProxy(upstream.url, { allowHosts: ['staging.internal'] });
  const client = new RawConnection(proxy.port).send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  expect((await client.readResponse()).status).toBe(status);
  client.destroy();
});

const pageUrl = 'http://evil.example/page';

test.each([
  ['of another site', ['Origin: http://evil.example'], 403],
  ['of a site that is named like this machine', ['Origin: http://localhost.evil.example'], 403],
  ['of a sandboxed frame', ['Origin: null', 'Sec-Fetch-Site: cross-site'], 403],
  ['of two origins', ['Origin: http://localhost:5173, http://evil.example'], 403],
  ['with a hidden origin', ['Sec-Fetch-Site: cross-site'], 403],
  ['with only a Referer', ['Sec-Fetch-Site: cross-site', `Referer: ${pageUrl}`], 403],
  ['of another port here', ['Origin: http://localhost:5173', 'Sec-Fetch-Site: cross-site'], 200],
  ['of IPv6 here', ['Origin: http://[::1]:5173'], 200],
  ['of another name here', ['Sec-Fetch-Site: cross-site', 'Referer: http://app.localhost:5173/'], 200],
  ['of the proxy', ['Origin: http://10.0.0.7:4020', 'Host: 10.0.0.7:4020'], 200],
  ['that is allowed', ['Origin: https://app.example.com', 'Sec-Fetch-Site: cross-site'], 200],
  ['that is allowed, an image', ['Sec-Fetch-Site: cross-site', 'Referer: https://app.example.com/a'], 200],
  ['that a user typed', ['Sec-Fetch-Site: none'], 200],
])('a request of a page %s: %j gets a %d', async (_, headers, status) => {
  const upstream = await respondingUpstream();
  const proxy = await startProxy(upstream.url, {
    headers: [['X-Gate', SECRET]],
    allowOrigins: ['https://app.example.com'],
  });
  const host = headers.some((line) => line.startsWith('Host: ')) ? [] : ['Host: localhost'];
  const client = new RawConnection(proxy.port).send(
    `${[`POST ${path} HTTP/1.1`, 'Content-Length: 0', ...host, ...headers].join('\r\n')}\r\n\r\n`,
  );
  const response = await client.readResponse();
  client.destroy();
  expect(response.status).toBe(status);
  expect(upstream.requests).toHaveLength(status === 200 ? 1 : 0);
  expect(await proxy.close()).toHaveLength(status === 200 ? 1 : 0);
  if (status === 200) return;
  expect(response.headers.get('x-deckhand-proxy')).toBe('other-origin');
  expect(JSON.parse(response.body.toString()).detail).toContain('--allow-origin');
});

test('an upstream with its own certificate requires --ca, and the 502 without it names the option', async () => {
  const { key, cert } = selfSigned('localhost');
  const hosts: unknown[] = [];
  const upstream = createSecure({ key, cert }, ({ headers }, response) => {
    hosts.push(headers.host);
    response.end('secure');
  });
  const url = `https://localhost:${await portOf(upstream)}`;
  const refused = await fetch((await startProxy(url)).url + path);
  expect([refused.status, refused.headers.get('x-deckhand-proxy')]).toEqual([502, 'unreachable']);
  expect((await refused.json()).detail).toMatch(
    /^https:\/\/localhost:\d+: its certificate is not trusted: .+\. Add the certificate of its issuer with --ca FILE$/,
  );
  const proxy = await startProxy(url, { ca: cert });
  expect(await (await fetch(proxy.url + path)).text()).toBe('secure');
  expect(hosts).toEqual([new URL(url).host]);
  expect((await proxy.close())[0]?.request.url).toBe(url + path);
});

test('an http address of a TLS port gets a 502 that says so', async () => {
  const port = await portOf(createSecure(selfSigned('localhost'), (_, response) => response.end()));
  const proxy = await startProxy(`http://127.0.0.1:${port}`);
  const responses = await Promise.all([fetch(proxy.url + path), fetch(proxy.url + path)]);
  for (const response of responses) {
    expect([response.status, response.headers.get('x-deckhand-proxy')]).toEqual([502, 'unreachable']);
    expect((await response.json()).detail).toContain(
      'its port speaks TLS: write https:// instead of http://',
    );
  }
});

test('headers for a gateway are added, and their values are redacted in the recording', async () => {
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
