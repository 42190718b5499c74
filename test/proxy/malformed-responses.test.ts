/** Bytes that are not HTTP, or hardly: the same against everything that reads responses of a foreign service. */
import { expect, onTestFinished, test } from 'vitest';
import { createHttpClient } from '../../src/proxy/http-client.js';
import { startWall } from '../../src/wall/server.js';
import fc, { cases } from '../fast-check.js';
import { RawConnection } from '../transports/raw-connection.js';
import { rawUpstream, type RawUpstream } from './raw-upstream.js';
import { startProxy, type TestProxy } from './start-proxy.js';

const path = '/api/v1/health';
const next = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext';

/** A command between a client and a service. */
interface Subject {
  /** What a client receives, until its connection closes; for `verify` the status or the failure. */
  readonly ask: () => Promise<string>;
  readonly port?: number;
  readonly host?: string;
  readonly proxy?: TestProxy;
  readonly bugs: readonly unknown[];
}

const subjects: Readonly<Record<string, (upstream: RawUpstream) => Promise<Subject>>> = {
  async record(upstream) {
    const proxy = await startProxy(upstream.url);
    return {
      ask: () => receiveAll(proxy.port, 'localhost'),
      port: proxy.port,
      host: 'localhost',
      proxy,
      bugs: [],
    };
  },
  async wall(upstream) {
    const bugs: unknown[] = [];
    const onBug = (error: unknown): number => bugs.push(error);
    const wall = await startWall({ appUrl: new URL(upstream.url), port: 0, scenarios: ['instant'], onBug });
    onTestFinished(() => wall.close());
    const host = `instant.wall.localhost:${wall.port}`;
    return { ask: () => receiveAll(wall.port, host), port: wall.port, host, bugs };
  },
  async verify(upstream) {
    const client = createHttpClient();
    onTestFinished(client.close);
    const request = { method: 'GET', url: upstream.url + path, headers: [], timeout: 20_000 };
    return {
      async ask() {
        const { response, failure } = await client.transport(request);
        return `${failure ?? response?.status} ${response?.body?.text ?? ''}`;
      },
      bugs: [],
    };
  },
};
const proxies = ['record', 'wall'] as const;

async function receiveAll(port: number, host: string): Promise<string> {
  const client = new RawConnection(port).send(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
  );
  await client.closed;
  return client.all().toString('latin1');
}

/** A command before a service that writes given bytes once and closes the connection, and afterwards responds as it should. */
async function proxyBeforeRawServer(name: string) {
  let bytes: string | undefined;
  const upstream = await rawUpstream((socket) => {
    if (bytes === undefined) return void socket.end(next);
    socket.end(bytes, 'latin1');
    bytes = undefined;
  });
  const subject = await (subjects[name] as (typeof subjects)[string])(upstream);
  return {
    ...subject,
    receive(response: string): Promise<string> {
      bytes = response;
      return subject.ask();
    },
    /** The next request works, and nothing was a bug. */
    async isWell(): Promise<void> {
      expect(await subject.ask()).toMatch(/200[^]*next/);
      expect(subject.bugs).toEqual([]);
    },
  };
}

const empty = 'Content-Length: 0\r\n\r\n';

/** The status and the reason are seen in the recording, where Node can read them. */
const malformed: [name: string, bytes: string, why: RegExp, seen?: object][] = [
  ['status 099', `HTTP/1.1 099 Low\r\n${empty}`, /its status is 99,/, { status: 99, statusText: 'Low' }],
  [
    'an escape in its reason',
    `HTTP/1.1 200 a\x1bb\r\n${empty}`,
    /control character/,
    { statusText: 'a\x1bb' },
  ],
  ['no status', `HTTP/1.1 OK\r\n${empty}`, /./],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', /./],
  ['a line without a colon', `HTTP/1.1 200 OK\r\nno colon here\r\n${empty}`, /./],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', /./],
  ['an endless head', `HTTP/1.1 200 OK\r\n${`X: ${'y'.repeat(90)}\r\n`.repeat(1_000)}\r\n`, /./],
];

test.each(malformed)('record: a response with %s becomes a 502 of the proxy', async (_, bytes, why, seen) => {
  const { proxy, ...subject } = await proxyBeforeRawServer('record');
  const received = await subject.receive(bytes);
  expect(received).toContain('HTTP/1.1 502 Bad Gateway\r\n');
  expect(received).toContain('X-Deckhand-Proxy: not-http\r\n');
  await subject.isWell();
  const [broken, whole] = (await proxy?.close()) ?? [];
  expect(broken).toMatchObject({
    failure: 'protocol',
    ...(seen ? { response: seen } : { proxyResponse: { status: 502 } }),
  });
  expect(broken?.metadata?.failure).toMatch(why);
  expect(whole).toMatchObject({ response: { status: 200 } });
});

test.each(malformed)('wall: a response with %s becomes a page of the wall', async (_, bytes) => {
  const subject = await proxyBeforeRawServer('wall');
  expect(await subject.receive(bytes)).toMatch(
    /HTTP\/1\.1 502 Bad Gateway\r\n[^]*sent a response that is not HTTP: /,
  );
  await subject.isWell();
});

test.each(malformed)('verify: a response with %s becomes a failure', async (_, bytes, __, seen = {}) => {
  const subject = await proxyBeforeRawServer('verify');
  const expected = 'statusText' in seen ? /^\d+ / : /^(?:protocol|reset) /;
  expect(await subject.receive(bytes)).toMatch(expected);
  await subject.isWell();
});

test.each(Object.keys(subjects))('%s: an unknown content encoding is forwarded', async (name) => {
  for (const encoding of ['snappy', '__proto__']) {
    const { proxy, ...subject } = await proxyBeforeRawServer(name);
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: ${encoding}\r\nContent-Length: 8\r\n\r\n`;
    expect(await subject.receive(`${head}<p>A</p>`)).toMatch(/200[^]*<p>A<\/p>$/);
    await subject.isWell();
    const [exchange] = (await proxy?.close()) ?? [];
    expect(exchange?.response?.body?.text).toBe(proxy && '<p>A</p>');
  }
});

test('record: a malformed chunk ends the response at this byte, and the recording has the reason', async () => {
  const { proxy, ...subject } = await proxyBeforeRawServer('record');
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect(await subject.receive(`${head}2\r\nab\r\nxyz\r\nrest`)).toMatch(/\r\n2\r\nab\r\n$/);
  await subject.isWell();
  const [broken] = (await proxy?.close()) ?? [];
  expect(broken).toMatchObject({ failure: 'protocol', response: { status: 200, body: { text: 'ab' } } });
  expect(broken?.metadata?.failure).toMatch(/chunk size/i);
});

/** Bytes that parsers of HTTP treat in different ways, and a few that they do not. */
const byte = fc.constantFrom(...'\0\x01\t\n\r\x1b \x7f\x80\xff:;,0123456789abfFxX-HTP/.%"=');
const noise = fc.string({ unit: byte, maxLength: 12 });
const line = (...usual: readonly string[]) => fc.oneof(fc.constantFrom(...usual), noise);
const bodyLine = line('5', 'hello', '0', 'ffffffffffffffff', '-1', '5;x=y', 'Trailer: z', '');

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
        'Content-Type: text/html',
        'Content-Encoding: gzip',
        'Location: //[',
      ),
      { maxLength: 4 },
    ),
    body: fc.array(bodyLine, { maxLength: 6 }),
    end: fc.constantFrom('\r\n', '\n', '\r'),
  })
  .map(({ start, status, fields, body, end }) =>
    [...(status === '' ? [] : [status, '']), start, ...fields, '', ...body, ''].join(end),
  );

test.each(Object.keys(subjects))('no bytes of an upstream crash %s', async (name) => {
  const { proxy, ...subject } = await proxyBeforeRawServer(name);
  await fc.assert(
    fc.asyncProperty(response, async (bytes) => {
      await subject.receive(bytes);
      await subject.isWell();
    }),
    cases(60),
  );
  const exchanges = (await proxy?.close()) ?? [];
  expect(exchanges.filter(({ response, failure }) => !response && !failure)).toEqual([]);
});

const targets = [path, '//', '//[', '*', 'http://[/', '/a%', '/api/v1/templates'] as const;

test.each(proxies)('%s: a request has a response, whatever its target', async (name) => {
  const { port = 0, host = '', ...subject } = await proxyBeforeRawServer(name);
  for (const own of [host, host.replace('instant.', '')]) {
    for (const target of targets) {
      const client = new RawConnection(port).send(`GET ${target} HTTP/1.0\r\nHost: ${own}\r\n\r\n`);
      await client.closed;
      expect(client.all().toString()).toMatch(/^HTTP\/1\.1 \d{3} /);
    }
  }
  await subject.isWell();
});
