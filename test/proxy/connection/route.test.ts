import { createServer as createPlain } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { resolveRoute } from '../../../src/proxy/connection/route.js';
import type { TlsOptions } from '../../../src/proxy/connection/tls-context.js';
import { UserError } from '../../../src/base/user-error.js';
import { createHttpClient } from '../../../src/proxy/http-client.js';
import { createTempFolder } from '../../cli/temp-files.js';
import { selfSigned } from './certificate.js';
import { startHttpProxy } from './connect-proxy.js';

/** No host of this name exists: only the proxy of the test resolves it. */
const HOST = 'service.test';
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];

beforeEach(() => {
  for (const name of PROXIES) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
});

async function startService(options?: ServerOptions, address = '127.0.0.1'): Promise<number> {
  const listener: Parameters<typeof createPlain>[1] = ({ url, headers }, response) =>
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ url, host: headers.host }));
  const server = options ? createServer(options, listener) : createPlain(listener);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function get(url: string, options: TlsOptions = {}) {
  const client = createHttpClient(await resolveRoute(url, options));
  try {
    return await client.transport({ method: 'GET', url, headers: [], timeout: 20_000 });
  } finally {
    client.close();
  }
}

describe('proxies of the environment', () => {
  test('an https target is requested through a tunnel, with the user of the proxy', async () => {
    const { key, cert } = selfSigned(HOST);
    const port = await startService({ key, cert });
    const proxy = await startHttpProxy({ user: 'ann:se/cret' });
    vi.stubEnv('HTTPS_PROXY', `http://ann:se%2Fcret@127.0.0.1:${proxy.port}`);
    const { response, failure } = await get(`https://${HOST}:${port}/a%2Fb`, { ca: cert });
    expect([failure, JSON.parse(response?.body?.text ?? '')]).toEqual([
      undefined,
      { url: '/a%2Fb', host: `${HOST}:${port}` },
    ]);
    expect(proxy.seen).toEqual([`CONNECT ${HOST}:${port}`]);
  });

  test('the certificate behind a tunnel is verified', async () => {
    const port = await startService(selfSigned(HOST));
    const proxy = await startHttpProxy();
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const { failure, detail } = await get(`https://${HOST}:${port}/`);
    expect([failure, detail]).toEqual(['unreachable', expect.stringContaining('--ca FILE')]);
    expect((await get(`https://${HOST}:${port}/`, { insecure: true })).response?.status).toBe(200);
  });

  test('a proxy that requires a password is a gateway that responded with 407', async () => {
    const port = await startService(selfSigned(HOST));
    const proxy = await startHttpProxy({ user: 'ann:secret' });
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const { response, failure, detail } = await get(`https://${HOST}:${port}/`);
    expect([failure, response?.status]).toEqual(['gateway', 407]);
    expect(detail).toBe(
      `the proxy ${proxy.url} rejected the tunnel to the target. It requires a user and a password: HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT`,
    );
  });

  test('an http target is requested with its absolute URL, and the path is sent unchanged', async () => {
    const port = await startService();
    const proxy = await startHttpProxy({ user: 'ann:secret' });
    vi.stubEnv('http_proxy', `http://ann:secret@127.0.0.1:${proxy.port}`);
    const { response } = await get(`http://${HOST}:${port}/x/%2E%2E/c`);
    expect(JSON.parse(response?.body?.text ?? '')).toEqual({ url: '/x/%2E%2E/c', host: `${HOST}:${port}` });
    expect(proxy.seen).toEqual([`GET http://${HOST}:${port}/x/%2E%2E/c`]);
  });

  test('NO_PROXY and addresses of this machine bypass the proxy', async () => {
    const port = await startService();
    const proxy = await startHttpProxy();
    vi.stubEnv('HTTP_PROXY', proxy.url);
    for (const host of ['127.0.0.1', 'localhost']) await get(`http://${host}:${port}/`);
    vi.stubEnv('NO_PROXY', `other.test,.test`);
    expect((await get(`http://${HOST}:${port}/`)).failure).toBe('unreachable');
    expect(proxy.seen).toEqual([]);
  });

  test('a variable that is not a URL is a UserError without its value', async () => {
    vi.stubEnv('HTTPS_PROXY', 'socks5://ann:secret@proxy.test');
    const error = await resolveRoute(`https://${HOST}/`).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).format()).toMatch(/^The proxy of HTTPS_PROXY cannot be used\./);
    expect((error as UserError).format()).not.toContain('secret');
  });
});

describe('mutual TLS', () => {
  const client = selfSigned('client');
  const { key, cert } = selfSigned('localhost');
  const options = { key, cert, ca: client.cert, requestCert: true };

  test('a client certificate is sent to a service that requires one', async () => {
    const port = await startService(options);
    const { response } = await get(`https://localhost:${port}/`, { ca: cert, clientCertificate: client });
    expect(response?.status).toBe(200);
  });
});

describe('the wrong scheme, or an old version of TLS', () => {
  test('an http URL of a TLS port', async () => {
    const port = await startService(selfSigned('localhost'));
    expect(await get(`http://127.0.0.1:${port}/`)).toEqual({
      failure: 'unreachable',
      detail: 'its port speaks TLS: write https:// instead of http://',
    });
  });

  test('an http URL of a TLS port that responds in plain HTTP', async () => {
    const page = '<center>The plain HTTP request was sent to HTTPS port</center>';
    const server = createPlain((_, response) => response.writeHead(400).end(page));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { failure, detail } = await get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect([failure, detail]).toEqual(['unreachable', expect.stringContaining('write https://')]);
  });

  test('an https URL of a port without TLS', async () => {
    const { failure, detail } = await get(`https://127.0.0.1:${await startService()}/`);
    expect([failure, detail]).toEqual(['unreachable', expect.stringContaining('write http://')]);
  });

  test.each(['TLSv1', 'TLSv1.1'] as const)('a service with only %s', async (version) => {
    const port = await startService({
      ...selfSigned('localhost'),
      minVersion: version,
      maxVersion: version,
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    expect(await get(`https://127.0.0.1:${port}/`, { insecure: true })).toEqual({
      failure: 'unreachable',
      detail: 'it supports no version of TLS that Node accepts: TLS 1.2 and 1.3',
    });
  });
});

test('NODE_EXTRA_CA_CERTS and --ca are both trusted', async () => {
  const [one, other] = [selfSigned('localhost'), selfSigned('localhost')];
  const file = join(createTempFolder({ 'extra.pem': one.cert }), 'extra.pem');
  vi.stubEnv('NODE_EXTRA_CA_CERTS', file);
  for (const pair of [one, other]) {
    const port = await startService(pair);
    const { response } = await get(`https://localhost:${port}/`, { ca: other.cert });
    // Newer versions of Node read the variable when the process starts.
    if (pair === other || !('getCACertificates' in tls)) expect(response?.status).toBe(200);
  }
});
