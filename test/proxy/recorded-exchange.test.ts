/** What a recording has of a response: times, status line, headers, and the bytes of its body. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBase64 } from '../../src/journal/body.js';
import type { Exchange, WireBody } from '../../src/journal/exchange.js';
import { RawConnection, requestText } from '../transports/raw-connection.js';
import { rawUpstream } from './raw-upstream.js';
import { startProxy, throughHar } from './start-proxy.js';
import { realNow } from '../../src/base/real-time.js';

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
  const proxy = await startProxy(upstream.url, { ...(maxBody !== undefined && { maxBodyBytes: maxBody }) });
  const client = new RawConnection(proxy.port).send(requestText('GET', path, ['Connection: close']));
  await client.closed;
  return throughHar(await proxy.close());
}

const bytesOf = ({ text, encoding }: WireBody): Buffer =>
  encoding === 'base64' ? Buffer.from(decodeBase64(text) ?? []) : Buffer.from(text);

test('the time to first byte is that of the head, and the end that of the body', async () => {
  const upstream = await rawUpstream(() => {});
  const proxy = await startProxy(upstream.url);
  const times = [realNow()];
  const client = new RawConnection(proxy.port).send(requestText('GET', path, ['Connection: close']));
  await expect.poll(() => upstream.requests).toHaveLength(1);
  for (const part of ['HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n', 'ab', 'cd']) {
    times.push(realNow());
    upstream.latest()?.write(part);
    await expect.poll(() => client.all().toString()).toContain(part.slice(-2));
  }
  await client.closed;
  const { startedAt = 0, firstByteAt = 0, endedAt = 0, response } = throughHar(await proxy.close()) ?? {};
  const [before = 0, head = 0, first = 0, last = 0] = times;
  const order = [before, startedAt, head, firstByteAt, first, last, endedAt];
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(response?.body?.text).toBe('abcd');
});

test('all headers are recorded, also hop-by-hop headers, which are not forwarded', async () => {
  const lines = ['X-A: 1', 'x-a: 2', 'Connection: close, X-Hop', 'X-Hop: 3', 'Keep-Alive: timeout=1'];
  const exchange = await recorded([`HTTP/1.0 200 OK\r\n${lines.join('\r\n')}\r\n\r\nbody`]);
  expect(exchange?.response?.httpVersion).toBe('HTTP/1.0');
  expect(exchange?.response?.headers.map((pair) => pair.join(': '))).toEqual(lines);
});

test.each<[string, Buffer]>([
  ['Latin-1', Buffer.from('{"name":"caf\u00e9"}', 'latin1')],
  ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0xff, 0x00, 0x22])],
])('the bytes of a body with %s are kept', async (_, bytes) => {
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  const body = (await recorded([head, bytes]))?.response?.body;
  expect(body && bytesOf(body).equals(bytes)).toBe(true);
  expect(body?.bytes).toBe(bytes.length);
});

test('a body up to the limit is recorded, and a longer one is marked as truncated, also after decompression', async () => {
  const respond = (body: Buffer, header = '') => [
    `HTTP/1.1 200 OK\r\n${header}Content-Length: ${body.length}\r\n\r\n`,
    body,
  ];
  const text = 'x'.repeat(2_048);
  const plain = await recorded(respond(Buffer.from(text)), 2_048);
  expect(plain?.response?.body).toEqual({ text, bytes: 2_048 });
  const cut = await recorded(respond(Buffer.from(`${text}y`)), 2_048);
  expect(cut?.response?.body).toEqual({ text, bytes: 2_049, truncated: true });
  const gzip = 'Content-Encoding: gzip\r\n';
  const unpacked = await recorded(respond(gzipSync(text), gzip), 2_048);
  expect(unpacked?.response?.body).toEqual({ text, bytes: 2_048 });
  const packed = gzipSync(`${text}y`);
  const bomb = await recorded(respond(packed, gzip), 2_048);
  expect(bomb?.response?.body).toEqual({ text: '', bytes: packed.length, truncated: true });
});
