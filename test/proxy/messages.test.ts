import { expect, test } from 'vitest';
import { RawConnection, requestText } from '../transports/raw-connection.js';
import { rawUpstream } from './raw-upstream.js';
import { startProxy } from './start-proxy.js';

const path = '/api/v1/templates';
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** All bytes that a client receives, after as many responses as there are methods. */
async function exchangeBytes(
  port: number,
  bytes: string,
  methods: readonly string[] = ['GET'],
): Promise<string> {
  const client = new RawConnection(port).send(bytes);
  for (const method of methods) await client.readResponse(method);
  client.destroy();
  return client.all().toString('latin1');
}

test('the proxy sets the upstream’s host, removes connection headers, and changes no other header', async () => {
  const upstream = await rawUpstream((socket) => void socket.write(ok));
  const proxy = await startProxy(upstream.url);
  const lines = [
    'GET /api/v1/templates?a=1 HTTP/1.1',
    'X-API-Key: secret',
    `Host: 127.0.0.1:${proxy.port}`,
    'Cookie: a=1',
    'host: elsewhere.example',
    'cookie: b=2',
    'HOST: elsewhere.example',
    'Connection: X-Private, keep-alive, Host',
    'X-Private: for you only',
    'Keep-Alive: timeout=3',
    'TE: trailers',
    'Proxy-Authorization: Basic eA==',
    'Origin: http://localhost:5173',
    'Via: 1.1 somebody',
  ];
  await exchangeBytes(proxy.port, `${lines.join('\r\n')}\r\n\r\n`);
  expect(upstream.requests[0]?.head).toEqual([
    'GET /api/v1/templates?a=1 HTTP/1.1',
    'X-API-Key: secret',
    `Host: ${new URL(upstream.url).host}`,
    'Cookie: a=1',
    'cookie: b=2',
    'Origin: http://localhost:5173',
    'Via: 1.1 somebody',
    'Connection: keep-alive',
  ]);
});

test('the proxy forwards cookies and CORS headers of a response, and adds neither CORS headers nor a date', async () => {
  const head = [
    'HTTP/1.1 403 Nope',
    'Set-Cookie: a=1',
    'SET-COOKIE: b=2',
    'Access-Control-Allow-Origin: *',
    'content-length: 0',
  ];
  const upstream = await rawUpstream(
    (socket) => void socket.write(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`),
  );
  const proxy = await startProxy(upstream.url);
  const received = await exchangeBytes(proxy.port, requestText('GET', path));
  expect(received).toBe(`${head.join('\r\n')}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n`);
});

test('a client that expects 100 Continue gets it from the upstream', async () => {
  const upstream = await rawUpstream(
    (socket) => void socket.write(ok),
    (socket) => void socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
  );
  const proxy = await startProxy(upstream.url);
  const client = new RawConnection(proxy.port);
  client.send(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n`,
  );
  expect((await client.readResponse()).status).toBe(100);
  expect(upstream.requests).toEqual([]);
  client.send('body');
  expect((await client.readResponse()).status).toBe(200);
  client.destroy();
  expect(upstream.requests[0]?.body.toString()).toBe('body');
});

test('of a flood of informational responses, a client gets one', async () => {
  const flood = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(5_000);
  const upstream = await rawUpstream((socket) => void socket.write(`${flood}${ok}`));
  const proxy = await startProxy(upstream.url);
  const client = new RawConnection(proxy.port).send(requestText('GET', path));
  expect((await client.readResponse()).status).toBe(100);
  expect((await client.readResponse()).status).toBe(200);
  client.destroy();
  expect((await proxy.close())[0]).toMatchObject({ response: { status: 200 } });
});

test.each([
  ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 1064\r\n\r\n'],
  ['GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['GET', 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 1064\r\n\r\n'],
])('%s: a response without a body is unchanged, and its connection stays open: %j', async (method, sent) => {
  const upstream = await rawUpstream((socket) => void socket.write(sent));
  const proxy = await startProxy(upstream.url);
  const received = await exchangeBytes(proxy.port, requestText(method, path).repeat(2), [method, method]);
  const expected = sent.replace(/\r\n\r\n$/, '\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n');
  expect(received).toBe(expected.repeat(2));
  expect(await proxy.close()).toHaveLength(2);
});
