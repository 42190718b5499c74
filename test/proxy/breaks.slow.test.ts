import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../free-port.js';
import { RawConnection, requestText } from '../transports/raw-connection.js';
import { rawUpstream } from './raw-upstream.js';
import { startProxy } from './start-proxy.js';

const path = '/api/v1/templates';

/** What the client received, and the error that ended the request. `own` is the header of the proxy's own responses. */
function ask(
  url: string,
  method = 'GET',
  onData = () => {},
  agent: Agent | false = false,
): Promise<{ status?: number; body: string; error?: string; own?: unknown }> {
  return new Promise((resolve) => {
    let status: number | undefined;
    let own: unknown;
    let body = '';
    const end = (error?: NodeJS.ErrnoException) =>
      resolve({
        ...(status && { status }),
        body,
        ...(own !== undefined && { own }),
        ...(error && { error: error.message }),
      });
    const asked = httpRequest(url, { method, agent }, (response) => {
      status = response.statusCode;
      own = response.headers['x-deckhand-proxy'];
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
        onData();
      });
      response.on('error', end);
      response.on('end', () => end());
    });
    asked.on('error', end);
    asked.end();
  });
}

test('an upstream that is down gives a 502 of the proxy, and no response in the journal', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const proxy = await startProxy(url);
  const { status, own, body } = await ask(proxy.url + path);
  expect([status, own]).toEqual([502, 'unreachable']);
  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    title: 'The upstream cannot be reached',
    status: 502,
    detail: `${url}: it refuses connections (ECONNREFUSED)`,
    code: 'deckhand_proxy_unreachable',
  });
  const [exchange] = await proxy.close();
  expect(exchange).toMatchObject({ failure: 'unreachable', request: { url: url + path } });
  expect(exchange?.response).toBeUndefined();
});

test('the 502 for an unknown host name says so', async () => {
  const proxy = await startProxy('http://nobody.invalid');
  const { status, body } = await ask(proxy.url + path);
  expect(status).toBe(502);
  expect(JSON.parse(body).detail).toMatch(
    /nobody\.invalid: its host name (does not exist|cannot be resolved at the moment)/,
  );
});

test.each<[string, (socket: Socket) => void]>([
  ['a close', (socket) => void socket.end()],
  ['a reset', (socket) => void socket.resetAndDestroy()],
])('%s before the response reaches the client, and is a reset in the journal', async (_, end) => {
  const upstream = await rawUpstream(end);
  const proxy = await startProxy(upstream.url);
  expect(await ask(proxy.url + path)).toMatchObject({
    error: expect.stringMatching(/ECONNRESET|socket hang up/),
    body: '',
  });
  expect((await proxy.close()).map(({ failure }) => failure)).toEqual(['reset']);
  expect(proxy.own).toEqual([]);
});

test.each<[string, string, (socket: Socket, seen: Promise<void>) => void]>([
  ['length', 'truncated', (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')],
  [
    'chunks',
    'truncated',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
  ],
  [
    'reset',
    'reset',
    (socket, seen) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf');
      void seen.then(() => socket.resetAndDestroy());
    },
  ],
])(
  'an incomplete response (%s) is incomplete for the client, too, after the same bytes',
  async (_, failure, end) => {
    let onData = () => {};
    const seen = new Promise<void>((resolve) => (onData = resolve));
    const upstream = await rawUpstream((socket) => end(socket, seen));
    const proxy = await startProxy(upstream.url);
    const error = failure === 'reset' ? 'read ECONNRESET' : 'aborted';
    expect(await ask(proxy.url + path, 'GET', onData)).toMatchObject({ status: 200, body: 'half', error });
    const [exchange] = await proxy.close();
    expect(exchange).toMatchObject({ failure, response: { status: 200, body: { text: 'half' } } });
  },
);

test('a head without its body is forwarded at once, and a close after it, too', async () => {
  const upstream = await rawUpstream((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n');
    setTimeout(() => socket.end(), 50);
  });
  const proxy = await startProxy(upstream.url);
  const client = new RawConnection(proxy.port).send(requestText('GET', path));
  await client.closed;
  expect(client.all().toString()).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-length: 10\r\n.*\r\n\r\n$/s);
});

test('an upstream that sends no data in time gives a 504 of the proxy', async () => {
  const upstream = await rawUpstream(() => {});
  const proxy = await startProxy(upstream.url, { idleTimeout: 40 });
  expect(await ask(proxy.url + path)).toMatchObject({ status: 504, own: 'timeout' });
  expect((await proxy.close()).map(({ failure }) => failure)).toEqual(['timeout']);
});

test('a response that stalls in its body ends early for the client', async () => {
  const upstream = await rawUpstream(
    (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'),
  );
  // Longer than the first half takes on a busy machine.
  const proxy = await startProxy(upstream.url, { idleTimeout: 2000 });
  expect(await ask(proxy.url + path)).toMatchObject({ status: 200, body: 'half', error: 'aborted' });
  expect((await proxy.close()).map(({ failure }) => failure)).toEqual(['timeout']);
});

test('a client that disconnects ends the connection to the upstream', async () => {
  let left = () => {};
  const isLeft = new Promise<void>((resolve) => (left = resolve));
  let came = () => {};
  const isThere = new Promise<void>((resolve) => (came = resolve));
  const upstream = await rawUpstream((socket) => {
    socket.on('close', left);
    came();
  });
  const proxy = await startProxy(upstream.url);
  const client = new RawConnection(proxy.port).send(requestText('GET', path));
  await isThere;
  client.destroy();
  await isLeft;
  expect((await proxy.close()).map(({ failure }) => failure)).toEqual(['aborted']);
});

/** Sends requests one after the other on a connection that the client keeps. */
function keptConnection(): (url: string, method?: string) => ReturnType<typeof ask> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return (url, method = 'GET') => ask(url, method, () => {}, agent);
}

test.each(['GET', 'POST'])('a %s is not sent again after a reset of a kept connection', async (method) => {
  const upstream = await rawUpstream((socket, _, count) => {
    if (count === 2) socket.resetAndDestroy();
    else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  });
  const proxy = await startProxy(upstream.url);
  const send = keptConnection();
  expect(await send(proxy.url + path)).toEqual({ status: 200, body: 'ok' });
  expect(await send(proxy.url + path, method)).toEqual({ body: '', error: 'read ECONNRESET' });
  expect(await send(proxy.url + path, method)).toEqual({ status: 200, body: 'ok' });
  expect([upstream.requests.length, upstream.connections()]).toEqual([3, 2]);
  const exchanges = await proxy.close();
  expect(exchanges.map(({ failure }) => failure)).toEqual([undefined, 'reset', undefined]);
  expect(exchanges[1]?.notes?.failure).toBe('it reset the connection');
  expect(proxy.own).toEqual([]);
});

test.each<[string, (socket: Socket) => void, string]>([
  ['a close', (socket) => void socket.end(), 'socket hang up'],
  ['a reset', (socket) => void socket.resetAndDestroy(), 'read ECONNRESET'],
])('%s without a response reaches the client as such', async (_, end, error) => {
  const upstream = await rawUpstream(end);
  const proxy = await startProxy(upstream.url);
  expect(await ask(proxy.url + path)).toEqual({ body: '', error });
});

test.each<[string, string, (socket: Socket) => void]>([
  ['closed', 'GET', (socket) => void socket.end()],
  ['reset', 'GET', (socket) => void socket.resetAndDestroy()],
  ['closed', 'POST', (socket) => void socket.end()],
])('a kept connection that was %s before a %s is replaced', async (_, method, end) => {
  const upstream = await rawUpstream(
    (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
  );
  const proxy = await startProxy(upstream.url);
  const send = keptConnection();
  expect(await send(proxy.url + path)).toEqual({ status: 200, body: 'ok' });
  const kept = upstream.latest() as Socket;
  const isClosed = once(kept, 'close');
  end(kept);
  await isClosed;
  expect(await send(proxy.url + path, method)).toEqual({ status: 200, body: 'ok' });
  expect(await send(proxy.url + path)).toEqual({ status: 200, body: 'ok' });
  expect([upstream.requests.length, upstream.connections()]).toEqual([3, 2]);
  const exchanges = await proxy.close();
  expect(exchanges.map(({ failure }) => failure)).toEqual([undefined, undefined, undefined]);
});

test('a connection of a client has its own connection to the upstream, which closes with it', async () => {
  let closed = 0;
  const upstream = await rawUpstream((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
    socket.once('close', () => (closed += 1));
  });
  const proxy = await startProxy(upstream.url);
  for (const method of ['GET', 'GET'])
    expect(await ask(proxy.url + path, method)).toEqual({ status: 200, body: 'ok' });
  await expect.poll(() => closed).toBe(2);
  expect(upstream.connections()).toBe(2);
});

test('a request that is running when the proxy stops is reported as aborted', async () => {
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const proxy = await startProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const response = await fetch(proxy.url + path);
  const body = response.body?.getReader();
  const half = await body?.read();
  expect([response.status, Buffer.from(half?.value ?? []).toString()]).toEqual([200, 'half']);
  const exchanges = await proxy.close();
  await expect(body?.read()).rejects.toThrow('terminated');
  expect(exchanges).toMatchObject([{ failure: 'aborted', response: { body: { text: 'half' } } }]);
});
