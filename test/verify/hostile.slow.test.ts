import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpClient } from '../../src/proxy/http-client.js';
import { reporters, type Report } from '../../src/judge/index.js';
import { verify } from '../../src/verify/index.js';
import { toHar } from '../../src/journal/har.js';
import { SkippingClock } from './skipping-clock.js';
import { hostileServer, whole } from './hostile-server.js';

const apiKey = 'very-secret-key-4711';

/** Checks the server. No output may contain the key. */
async function checked(
  respond: (socket: Socket, head: string) => unknown,
  requestTimeout = 5_000,
): Promise<Report> {
  const server = await hostileServer(respond);
  const client = createHttpClient();
  const clock = new SkippingClock();
  try {
    const { report, exchanges } = await verify(
      { baseUrl: server.baseUrl, apiKey, requestsPerMinute: 0, pollInterval: 3_000, jobTimeout: 60_000 },
      { transport: clock.track(client.transport), clock, requestTimeout },
    );
    const outputs = [
      ...Object.values(reporters).map((reporter) => reporter(report)),
      JSON.stringify(toHar(exchanges, report.tool)),
    ];
    for (const output of outputs) expect(output).not.toContain(apiKey);
    expect(report.summary.error).toBe(0);
    return report;
  } finally {
    client.close();
    server.close();
  }
}

const ways: Readonly<Record<string, (socket: Socket, head: string) => unknown>> = {
  'never responds': () => undefined,
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'uses another protocol': (socket) => socket.end('220 mail.example ESMTP\r\n'),
  'closes the connection in the head': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
  'closes the connection in the body': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a'),
  'sends an endless head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write(`X-More: ${'x'.repeat(5000)}\r\n`), 1);
    socket.on('close', () => clearInterval(timer));
  },
  'sends a slow body': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
    const timer = setInterval(() => socket.write(' '), 20);
    socket.on('close', () => clearInterval(timer));
  },
  'returns 500 for everything': (socket) =>
    socket.write(whole('oh', { status: '500 No', type: 'text/plain' })),
  'redirects to another host with the key in its address': (socket) =>
    socket.write(
      whole('', { status: '302 Found', headers: `Location: http://evil.example/?key=${apiKey}\r\n` }),
    ),
  'refuses the key and repeats it': (socket) =>
    socket.write(whole(`{"error":"${apiKey}"}`, { status: '401 No' })),
  'limits the rate for a year': (socket) =>
    socket.write(whole('{}', { status: '429 No', headers: 'Retry-After: 31536000\r\n' })),
};

test.each(Object.entries(ways))('a target that %s gets a reason in one line', async (_, respond) => {
  const report = await checked(respond, 400);
  expect(report.outcome).not.toBe('pass');
  expect(report.reason).toMatch(/^[^\n]+$/);
});

const bodies: Readonly<Record<string, string>> = {
  HTML: whole('<html>', { type: 'text/html' }),
  'no body': 'HTTP/1.1 204 No Content\r\n\r\n',
  'a number': whole('1e999'),
  'a hundred thousand nested arrays': whole('['.repeat(100_000) + ']'.repeat(100_000)),
  prototypes: whole(
    '{"__proto__":{"status":"completed","id":"x"},"constructor":{"prototype":{"generation_id":"x"}},"generation_id":"__proto__"}',
  ),
  'its own key': whole(
    JSON.stringify({
      generation_id: apiKey,
      id: apiKey,
      status: 'completed',
      presentation: { id: apiKey, title: apiKey },
    }),
  ),
  'control characters': whole(
    JSON.stringify({ generation_id: '\u001b[2J\r\n\u0000', status: '\u001b]0;title\u0007', id: '\u202egpj' }),
  ),
  'half a surrogate': whole('{"generation_id":"\\ud800","status":"generating","id":"\\udfff"}'),
  'a job that never ends': whole(
    '{"generation_id":"g","status":"generating","poll_url":"/api/v1/presentations/generate/g/status","id":"p"}',
  ),
  'a job that asks without end': whole(
    '{"generation_id":"g","status":"awaiting_input","message":"?","id":"p"}',
  ),
  'an undocumented status': whole('{"generation_id":"g","status":"toString","id":"hasOwnProperty"}'),
};

test.each(Object.entries(bodies))(
  'a target that returns %s for everything is judged and fails',
  async (_, response) => {
    const report = await checked((socket) => socket.write(response));
    expect(report.outcome).toBe('fail');
  },
);

const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20));

test.each([
  ['a body of 12 MB', (socket: Socket) => socket.write(whole(`"${'x'.repeat(12_000_000)}"`))],
  [
    'a gzip bomb',
    (socket: Socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`,
      );
      socket.write(bomb);
    },
  ],
] as const)('the report of %s stays small', async (_, respond) => {
  const report = await checked(respond);
  expect(JSON.stringify(report).length).toBeLessThan(1_000_000);
  expect(report.rules.find(({ id }) => id === 'response/success-body-is-json')?.outcome).not.toBe('pass');
});

test('an unreachable target is an error that names its address', async () => {
  const client = createHttpClient();
  const { report } = await verify(
    { baseUrl: 'http://127.0.0.1:1/api/v1', apiKey },
    { transport: client.transport, clock: new SkippingClock() },
  );
  client.close();
  expect(report).toMatchObject({ outcome: 'error', reason: expect.stringContaining('127.0.0.1:1') });
});
