import { once } from 'node:events';
import { createServer as createPlain, type AddressInfo } from 'node:net';
import { createServer } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from './reach/certificate.js';
import { portOf } from './port-of.js';
import { startProxy } from './start-proxy.js';

const path = '/api/v1/templates';

async function secureUpstream(
  host = 'localhost',
): Promise<{ port: number; cert: string; hosts: (string | undefined)[] }> {
  const { key, cert } = selfSigned(host);
  const hosts: (string | undefined)[] = [];
  const server = createServer({ key, cert }, ({ headers }, response) => {
    hosts.push(headers.host);
    response.end('secure');
  });
  return { port: await portOf(server), cert, hosts };
}

test('an untrusted certificate gives a 502 that names the option to trust it', async () => {
  const { port } = await secureUpstream();
  const proxy = await startProxy(`https://localhost:${port}`);
  const response = await fetch(proxy.url + path);
  expect([response.status, response.headers.get('x-deckhand-proxy')]).toEqual([502, 'unreachable']);
  expect((await response.json()).detail).toMatch(
    /^https:\/\/localhost:\d+: its certificate is not trusted: .+\. Name the file of its issuer with --ca FILE$/,
  );
});

test('a certificate that --ca names is trusted, and the host is the upstream’s', async () => {
  const { port, cert, hosts } = await secureUpstream();
  const proxy = await startProxy(`https://localhost:${port}`, { ca: cert });
  expect(await (await fetch(proxy.url + path)).text()).toBe('secure');
  expect(hosts).toEqual([`localhost:${port}`]);
  expect((await proxy.close())[0]?.request.url).toBe(`https://localhost:${port}${path}`);
});

test('a trusted certificate for another host name gives a 502', async () => {
  const { port, cert } = await secureUpstream('elsewhere.example');
  const proxy = await startProxy(`https://localhost:${port}`, { ca: cert });
  const { status, detail } = await (await fetch(proxy.url + path)).json();
  expect([status, detail]).toEqual([
    502,
    expect.stringContaining('its certificate is for another host name'),
  ]);
});

test('--insecure accepts any certificate', async () => {
  const { port } = await secureUpstream();
  const proxy = await startProxy(`https://localhost:${port}`, { insecure: true });
  expect(await (await fetch(proxy.url + path)).text()).toBe('secure');
});

test('the 502 for a port without TLS says so', async () => {
  const server = createPlain((socket) => socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\n\r\n')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const proxy = await startProxy(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { status, detail } = await (await fetch(proxy.url + path)).json();
  expect([status, detail]).toEqual([502, expect.stringContaining('its port does not speak TLS')]);
});
