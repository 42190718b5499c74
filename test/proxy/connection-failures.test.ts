/** What clients see, and what is recorded, when a connection breaks or a service is silent. */
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createCall } from '../../src/judge/model/call.js';
import { freePort } from '../free-port.js';
import { RawConnection, requestText } from '../transports/raw-connection.js';
import { rawUpstream } from './raw-upstream.js';
import { startProxy, throughHar } from './start-proxy.js';

const path = '/api/v1/templates';
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const half = 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf';

interface ResponseSummary {
  readonly status?: number;
  readonly body: string;
  /** The error that ended the request. */
  readonly error?: string;
  /** The header of the proxy's own responses. */
  readonly own?: unknown;
}

interface AskOptions {
  readonly method?: string;
  readonly onData?: () => void;
  readonly agent?: Agent | false;
}

function request(
  url: string,
  { method = 'GET', onData, agent = false }: AskOptions = {},
): Promise<ResponseSummary> {
  return new Promise((resolve) => {
    let result: ResponseSummary = { body: '' };
    const end = (error?: Error) => resolve({ ...result, ...(error && { error: error.message }) });
    const asked = httpRequest(url, { method, agent }, (response) => {
      const { statusCode: status = 0, headers } = response;
      const own = headers['x-deckhand-proxy'];
      result = { ...result, status, ...(own !== undefined && { own }) };
      response.on('data', (chunk: Buffer) => {
        result = { ...result, body: result.body + chunk.toString() };
        onData?.();
      });
      response.on('error', end);
      response.on('end', () => end());
    });
    asked.on('error', end);
    asked.end();
  });
}

test('an upstream that is down results in a 502 of the proxy, which is not a response of the service', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const proxy = await startProxy(url);
  const { status, own, body } = await request(proxy.url + path);
  expect([status, own]).toEqual([502, 'unreachable']);
  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    title: 'Cannot connect to the upstream',
    status: 502,
    detail: `${url}: it refuses connections (ECONNREFUSED)`,
    code: 'deckhand_proxy_unreachable',
  });
  const exchange = throughHar(await proxy.close());
  expect(exchange).toMatchObject({
    failure: 'unreachable',
    request: { url: url + path },
    proxyResponse: { status: 502, statusText: 'Bad Gateway', body: { text: body } },
  });
  expect(exchange?.proxyResponse?.headers).toContainEqual(['X-Deckhand-Proxy', 'unreachable']);
  expect(exchange?.response).toBeUndefined();
  const call = exchange && createCall(exchange);
  expect(call).toMatchObject({ status: 0, responseBody: { kind: 'empty' } });
  expect(call?.gatewayStatus).toBeUndefined();
});

test.each<[string, (socket: Socket) => void, string, string]>([
  ['close', (socket) => void socket.end(), 'socket hang up', 'it closed the connection without a response'],
  ['reset', (socket) => void socket.resetAndDestroy(), 'read ECONNRESET', 'it reset the connection'],
])('a %s before the response reaches the client as such', async (_, end, error, detail) => {
  const upstream = await rawUpstream(end);
  const proxy = await startProxy(upstream.url);
  expect(await request(proxy.url + path)).toEqual({ body: '', error });
  const [exchange] = await proxy.close();
  expect(exchange).toMatchObject({ failure: 'reset', metadata: { failure: detail } });
  expect(exchange?.proxyResponse).toBeUndefined();
  expect(proxy.own).toEqual([]);
});

test.each<[string, 'truncated' | 'reset', (socket: Socket, seen: Promise<void>) => void]>([
  ['a body shorter than its length', 'truncated', (socket) => void socket.end(half)],
  [
    'chunks without their end',
    'truncated',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
  ],
  [
    'a reset in the body',
    'reset',
    (socket, seen) => {
      socket.write(half);
      void seen.then(() => socket.resetAndDestroy());
    },
  ],
])('%s breaks off for the client after the same bytes', async (_, failure, end) => {
  let onData = () => {};
  const seen = new Promise<void>((resolve) => (onData = resolve));
  const upstream = await rawUpstream((socket) => end(socket, seen));
  const proxy = await startProxy(upstream.url);
  const error = failure === 'reset' ? 'read ECONNRESET' : 'aborted';
  expect(await request(proxy.url + path, { onData })).toMatchObject({ status: 200, body: 'half', error });
  const [exchange] = await proxy.close();
  expect(exchange).toMatchObject({ failure, response: { status: 200, body: { text: 'half' } } });
});

test('a head is forwarded before its body, and also a close after it', async () => {
  let end = () => {};
  const upstream = await rawUpstream((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n');
    end = () => void socket.end();
  });
  const proxy = await startProxy(upstream.url);
  const client = new RawConnection(proxy.port).send(requestText('GET', path));
  await expect.poll(() => client.all().toString()).toMatch(/\r\n\r\n$/);
  end();
  await client.closed;
  expect(client.all().toString()).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-length: 10\r\n.*\r\n\r\n$/s);
});

test('a silent upstream results in a 504 of the proxy, also in the recording', async () => {
  const upstream = await rawUpstream(() => {});
  const proxy = await startProxy(upstream.url, { idleTimeout: 40 });
  expect(await request(proxy.url + path)).toMatchObject({ status: 504, own: 'timeout' });
  expect(throughHar(await proxy.close())).toMatchObject({
    failure: 'timeout',
    proxyResponse: { status: 504, statusText: 'Gateway Timeout' },
  });
});

test('a client that disconnects ends the connection to the upstream', async () => {
  let come = (_: Socket) => {};
  const came = new Promise<Socket>((resolve) => (come = resolve));
  const upstream = await rawUpstream((socket) => come(socket));
  const proxy = await startProxy(upstream.url);
  const client = new RawConnection(proxy.port).send(requestText('GET', path));
  const socket = await came;
  client.destroy();
  await once(socket, 'close');
  expect((await proxy.close()).map(({ failure }) => failure)).toEqual(['aborted']);
});

test('a request that runs when the proxy stops is recorded as aborted', async () => {
  const upstream = await rawUpstream((socket) => void socket.write(half));
  const proxy = await startProxy(upstream.url);
  const response = await fetch(proxy.url + path);
  const body = response.body?.getReader();
  expect(Buffer.from((await body?.read())?.value ?? []).toString()).toBe('half');
  const exchanges = await proxy.close();
  await expect(body?.read()).rejects.toThrow('terminated');
  expect(exchanges).toMatchObject([{ failure: 'aborted', response: { body: { text: 'half' } } }]);
});

/** Sends requests one after the other on a connection that the client keeps. */
function keptConnection(): (url: string, method?: string) => Promise<ResponseSummary> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return (url, method = 'GET') => request(url, { method, agent });
}

test.each(['GET', 'POST'])(
  'a %s is not sent again after a reset of a kept-alive connection',
  async (method) => {
    const upstream = await rawUpstream((socket, _, count) => {
      if (count === 2) socket.resetAndDestroy();
      else socket.write(ok);
    });
    const proxy = await startProxy(upstream.url);
    const send = keptConnection();
    expect(await send(proxy.url + path)).toEqual({ status: 200, body: 'ok' });
    expect(await send(proxy.url + path, method)).toEqual({ body: '', error: 'read ECONNRESET' });
    expect(await send(proxy.url + path, method)).toEqual({ status: 200, body: 'ok' });
    expect([upstream.requests.length, upstream.connections()]).toEqual([3, 2]);
    expect((await proxy.close()).map(({ failure }) => failure)).toEqual([undefined, 'reset', undefined]);
  },
);
