import { expect, test } from 'vitest';
import fc, { cases } from '../../fast-check.js';
import { RawConnection, requestText } from '../../transports/raw-connection.js';
import { rawUpstream } from './raw-upstream.js';
import { startProxy } from './start-proxy.js';

const path = '/api/v1/templates';
const next = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext';

/** An upstream that writes given bytes once and closes the connection, and afterwards responds as it should. */
async function behindMalformed() {
  let bytes: string | undefined;
  const upstream = await rawUpstream((socket) => {
    if (bytes === undefined) return void socket.write(next);
    socket.end(bytes, 'latin1');
    bytes = undefined;
  });
  const proxy = await startProxy(upstream.url);
  return {
    proxy,
    /** What a client gets for one malformed response, until its connection closes. */
    receive: async (response: string): Promise<string> => {
      bytes = response;
      const client = new RawConnection(proxy.port).send(requestText('GET', path, ['Connection: close']));
      await client.closed;
      return client.all().toString('latin1');
    },
  };
}

/** The status of a whole response to another request. */
async function statusOfNext(port: number): Promise<string> {
  const client = new RawConnection(port).send(requestText('GET', path));
  const { status, body } = await client.answer();
  client.destroy();
  return `${status} ${body.toString()}`;
}

test.each([
  ['an escape in its reason', 'HTTP/1.1 200 a\x1bb\r\nContent-Length: 0\r\n\r\n', /control character/],
  ['a delete in its reason', 'HTTP/1.1 200 \x7f\r\nContent-Length: 0\r\n\r\n', /control character/],
  ['status 99', 'HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n', /99/],
  ['no status', 'HTTP/1.1 OK\r\nContent-Length: 0\r\n\r\n', /./],
  ['another protocol', 'SSH-2.0-x\r\n\r\n', /./],
  ['a space in a name', 'HTTP/1.1 200 OK\r\nX Y: 1\r\nContent-Length: 0\r\n\r\n', /./],
  ['a control character in a value', 'HTTP/1.1 200 OK\r\nX: a\x01\r\nContent-Length: 0\r\n\r\n', /./],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', /./],
])('a response with %s is a 502 of the proxy, and the next request works', async (_, response, why) => {
  const { proxy, receive } = await behindMalformed();
  const received = await receive(response);
  expect(received).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
  expect(received).toContain('X-Deckhand-Proxy: not-http\r\n');
  expect(await statusOfNext(proxy.port)).toBe('200 next');
  const [broken, whole] = await proxy.close();
  expect(broken).toMatchObject({ failure: 'protocol', proxyResponse: { status: 502 } });
  expect(broken?.notes?.failure).toMatch(why);
  expect(broken?.response).toBeUndefined();
  expect(whole).toMatchObject({ response: { status: 200 } });
});

test('a malformed chunk ends the response at this byte, and the recording says why', async () => {
  const { proxy, receive } = await behindMalformed();
  const received = await receive(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nxyz\r\nrest',
  );
  expect(received).toMatch(/\r\n2\r\nab\r\n$/);
  expect(await statusOfNext(proxy.port)).toBe('200 next');
  const [broken] = await proxy.close();
  expect(broken).toMatchObject({ failure: 'protocol', response: { status: 200, body: { text: 'ab' } } });
  expect(broken?.notes?.failure).toMatch(/chunk size/i);
});

test('bytes after a complete response do not break it', async () => {
  const { proxy, receive } = await behindMalformed();
  expect(await receive(`${next}and more`)).toMatch(/\r\n\r\nnext$/);
  expect((await proxy.close())[0]?.failure).toBeUndefined();
});

test('a hundred informational responses are forwarded, and more of them end the request', async () => {
  const flood = (count: number): string => 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(count);
  const { proxy, receive } = await behindMalformed();
  const most = await receive(flood(100) + next);
  expect(most.match(/^HTTP\/1\.1 102 /gm)).toHaveLength(100);
  expect(most).toMatch(/\r\n\r\nnext$/);
  const more = await receive(flood(5_000) + next);
  expect(more.match(/^HTTP\/1\.1 102 /gm)).toHaveLength(100);
  expect(more).toContain('HTTP/1.1 502 Bad Gateway\r\n');
  expect(await statusOfNext(proxy.port)).toBe('200 next');
  const [whole, flooded] = await proxy.close();
  expect(whole?.failure).toBeUndefined();
  expect(flooded).toMatchObject({
    failure: 'protocol',
    notes: { failure: 'it sent more than 100 informational responses (1xx) to one request' },
  });
});

/** Bytes that parsers of HTTP treat in different ways, and a few that they do not. */
const byte = fc.constantFrom(...'\0\x01\t\n\r\x1b \x7f\x80\xff:;,0123456789abfFxX-HTP/.%"=');
const noise = fc.string({ unit: byte, maxLength: 12 });
const line = (...usual: readonly string[]) => fc.oneof(fc.constantFrom(...usual), noise);

const response = fc
  .record({
    start: line('HTTP/1.1 200 OK', 'HTTP/1.0 200 OK', 'HTTP/1.1 102 Processing', 'HTTP/1.1 101 Switching'),
    status: line('', 'HTTP/1.1 204 No', 'HTTP/1.1 304 Not Modified', 'HTTP/1.1 100 Continue'),
    fields: fc.array(
      line(
        'Content-Length: 5',
        'Transfer-Encoding: chunked',
        'Connection: upgrade',
        'Upgrade: x',
        'Trailer: y',
      ),
      { maxLength: 4 },
    ),
    body: fc.array(line('5', 'hello', '0', 'ffffffffffffffff', '-1', '5;x=y', 'Trailer: z', ''), {
      maxLength: 6,
    }),
    end: fc.constantFrom('\r\n', '\n', '\r'),
  })
  .map(({ start, status, fields, body, end }) =>
    [...(status === '' ? [] : [status, '']), start, ...fields, '', ...body, ''].join(end),
  );

test('no bytes of an upstream end the proxy, and each exchange says what came of it', async () => {
  const { proxy, receive } = await behindMalformed();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(response, async (bytes) => {
      const received = await receive(bytes);
      expect(await statusOfNext(proxy.port)).toBe('200 next');
      count += 2;
      await expect.poll(() => proxy.exchanges.length, { interval: 5 }).toBe(count);
      const exchange = proxy.exchanges.at(-2);
      expect(exchange?.response ?? exchange?.failure).toBeDefined();
      expect(received.includes('X-Deckhand-Proxy: ')).toBe(exchange?.proxyResponse !== undefined);
    }),
    cases(100),
  );
  await proxy.close();
});

const request = fc
  .record({
    start: line(
      'GET /api/v1/templates HTTP/1.1',
      'POST /x HTTP/1.0',
      'CONNECT x:1 HTTP/1.1',
      'GET * HTTP/1.1',
    ),
    fields: fc.array(
      line(
        'Host: localhost',
        'Content-Length: 5',
        'Transfer-Encoding: chunked',
        'Upgrade: h2c',
        'Expect: 100-continue',
      ),
      { maxLength: 4 },
    ),
    body: fc.array(line('5', 'hello', '0', 'ffffffffffffffff', 'Trailer: z', ''), { maxLength: 6 }),
    end: fc.constantFrom('\r\n', '\n', '\r'),
  })
  .map(({ start, fields, body, end }) => [start, ...fields, '', ...body, ''].join(end));

test('no bytes of a client end the proxy', async () => {
  const upstream = await rawUpstream((socket) => void socket.write(next));
  const proxy = await startProxy(upstream.url);
  await fc.assert(
    fc.asyncProperty(request, async (bytes) => {
      const client = new RawConnection(proxy.port).send(Buffer.from(bytes, 'latin1')).end();
      expect(await statusOfNext(proxy.port)).toBe('200 next');
      client.destroy();
      await client.closed;
    }),
    cases(150),
  );
  await proxy.close();
});
