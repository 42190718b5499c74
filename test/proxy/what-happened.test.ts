import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOfBase64 } from '../../src/journal/body.js';
import { toHar } from '../../src/journal/har.js';
import { fromHar } from '../../src/journal/read-har.js';
import type { Exchange, WireBody } from '../../src/journal/exchange.js';
import { callOf } from '../../src/trace/call.js';
import { freePort } from '../free-port.js';
import { RawConnection, requestText } from '../transports/raw-connection.js';
import { rawUpstream } from './raw-upstream.js';
import { startProxy } from './start-proxy.js';

const path = '/api/v1/templates';

/** The exchange of one response, after it went through a HAR file. */
async function recorded(
  parts: readonly (string | Buffer)[],
  maxBody?: number,
): Promise<Exchange | undefined> {
  const upstream = await rawUpstream((socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  });
  const proxy = await startProxy(upstream.url, { ...(maxBody !== undefined && { maxBody }) });
  const client = new RawConnection(proxy.port).send(requestText('GET', path, ['Connection: close']));
  await client.closed;
  return throughHar(await proxy.close());
}

function throughHar(exchanges: readonly Exchange[]): Exchange | undefined {
  const har: unknown = JSON.parse(JSON.stringify(toHar(exchanges, { name: 'x', version: '1' })));
  return fromHar(har).exchanges[0];
}

const bytesOf = ({ text, encoding }: WireBody): Buffer =>
  encoding === 'base64' ? Buffer.from(bytesOfBase64(text) ?? []) : Buffer.from(text);

test('the first byte is that of the head, and a body that drips is received after it', async () => {
  const respond = async (socket: Socket): Promise<void> => {
    for (const [pause, part] of [
      [100, 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n'],
      [200, 'ab'],
      [200, 'cd'],
    ] as const) {
      await wait(pause);
      socket.write(part);
      // The next pause begins after the proxy has forwarded this part, however busy the machine is.
      await expect.poll(() => client.all().toString(), { interval: 5 }).toContain(part.slice(-4));
    }
    socket.end();
  };
  const upstream = await rawUpstream((socket) => void respond(socket));
  const proxy = await startProxy(upstream.url);
  const client = new RawConnection(proxy.port).send(requestText('GET', path, ['Connection: close']));
  await client.closed;
  const exchange = throughHar(await proxy.close());
  const { startedAt = 0, firstByteAt = 0, endedAt = 0 } = exchange ?? {};
  expect(firstByteAt - startedAt).toBeGreaterThanOrEqual(95);
  expect(endedAt - firstByteAt).toBeGreaterThanOrEqual(390);
  expect(exchange?.response?.body?.text).toBe('abcd');
});

test.each(['Fine, as it \u00ef\u00bf is', ''])('the reason phrase %j is recorded', async (reason) => {
  const head = `HTTP/1.1 200 ${reason}\r\nContent-Length: 0\r\n\r\n`;
  const exchange = await recorded([Buffer.from(head, 'latin1')]);
  expect(exchange?.response).toMatchObject({ statusText: reason, httpVersion: 'HTTP/1.1' });
});

test('all headers are recorded, also those about the connection, which do not pass', async () => {
  const lines = ['X-A: 1', 'x-a: 2', 'Connection: close, X-Hop', 'X-Hop: 3', 'Keep-Alive: timeout=1'];
  const exchange = await recorded([`HTTP/1.0 200 OK\r\n${lines.join('\r\n')}\r\n\r\nbody`]);
  expect(exchange?.response?.httpVersion).toBe('HTTP/1.0');
  expect(exchange?.response?.headers.map((pair) => pair.join(': '))).toEqual(lines);
});

test.each<[string, Buffer]>([
  ['a byte order mark', Buffer.from('\ufeff{"a":1}')],
  ['Latin-1', Buffer.from('{"name":"caf\u00e9"}', 'latin1')],
  ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0xff, 0x00, 0x22])],
  ['duplicate keys and a long number', Buffer.from('{"a":1,"a":12345678901234567890 }')],
  ['line ends of all kinds', Buffer.from('a\r\nb\nc\rd\u2028e\0')],
])('the bytes of a body with %s are kept', async (_, bytes) => {
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  const body = (await recorded([head, bytes]))?.response?.body;
  expect(body && bytesOf(body).equals(bytes)).toBe(true);
  expect(body?.bytes).toBe(bytes.length);
});

test('a body up to the limit is kept, and a longer one has a mark', async () => {
  const respond = (body: Buffer, header = '') => [
    `HTTP/1.1 200 OK\r\n${header}Content-Length: ${body.length}\r\n\r\n`,
    body,
  ];
  const text = 'x'.repeat(2_048);
  const plain = await recorded(respond(Buffer.from(text)), 2_048);
  expect(plain?.response?.body).toEqual({ text, bytes: 2_048 });
  const cut = await recorded(respond(Buffer.from(`${text}y`)), 2_048);
  expect(cut?.response?.body).toEqual({ text, bytes: 2_049, cut: true });
  const packed = gzipSync(Buffer.from(`${text}y`));
  const bomb = await recorded(respond(packed, 'Content-Encoding: gzip\r\n'), 2_048);
  expect(bomb?.response?.body).toEqual({ text: '', bytes: packed.length, cut: true });
});

test('a compressed body that breaks off is kept as far as the client could read it', async () => {
  const text = Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join(' ');
  const packed = gzipSync(Buffer.from(text));
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`;
  const exchange = await recorded([head, packed.subarray(0, packed.length / 2)]);
  expect(exchange?.failure).toBe('truncated');
  const { body } = exchange?.response ?? {};
  expect(body?.cut).toBeUndefined();
  expect(body?.bytes).toBeGreaterThan(1_000);
  expect(text.startsWith(body?.text ?? '-')).toBe(true);
});

test('what the client got in place of a response is recorded, and is not the service’s', async () => {
  const proxy = await startProxy(`http://127.0.0.1:${await freePort()}`);
  const response = await fetch(proxy.url + path);
  const body = await response.text();
  const exchange = throughHar(await proxy.close());
  expect(exchange).toMatchObject({
    failure: 'unreachable',
    proxyResponse: { status: 502, statusText: 'Bad Gateway', body: { text: body } },
  });
  expect(exchange?.proxyResponse?.headers).toContainEqual(['X-Deckhand-Proxy', 'unreachable']);
  expect(exchange?.response).toBeUndefined();
  const call = exchange && callOf(exchange);
  expect(call).toMatchObject({ status: 0, received: { kind: 'empty' } });
  expect(call?.gateway).toBeUndefined();
});

test('a time limit is a 504 of the proxy in the recording', async () => {
  const upstream = await rawUpstream(() => {});
  const proxy = await startProxy(upstream.url, { idleTimeout: 100 });
  expect((await fetch(proxy.url + path)).status).toBe(504);
  expect(throughHar(await proxy.close())).toMatchObject({
    failure: 'timeout',
    proxyResponse: { status: 504, statusText: 'Gateway Timeout' },
  });
});

test('a connection that ends without a response has no response of the proxy', async () => {
  const upstream = await rawUpstream((socket) => void socket.end());
  const proxy = await startProxy(upstream.url);
  const client = new RawConnection(proxy.port).send(requestText('GET', path));
  await client.closed;
  const exchange = throughHar(await proxy.close());
  expect(exchange?.failure).toBe('reset');
  expect(exchange?.proxyResponse).toBeUndefined();
});
