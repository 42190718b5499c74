import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { wireClient } from '../../src/adapters/wire-client.js';
import { check, reporters, type Report } from '../../src/contract/index.js';
import { toHar } from '../../src/journal/har.js';
import { hastyPace } from './hasty-pace.js';
import { hostileServer, whole } from './hostile-server.js';

const apiKey = 'very-secret-key-4711';

/** Checks the server, and holds what comes out against what must never be in it. */
async function checked(
  answer: (socket: Socket, head: string) => unknown,
  requestTimeout = 5_000,
): Promise<Report> {
  const server = await hostileServer(answer);
  const client = wireClient();
  try {
    const { report, exchanges } = await check(
      { baseUrl: server.baseUrl, apiKey, requestsPerMinute: 0, pollInterval: 1, jobTimeout: 60_000 },
      { transport: client.transport, pace: hastyPace(), requestTimeout },
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
  'never answers': () => undefined,
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'closes the connection': (socket) => socket.end(),
  'speaks another protocol': (socket) => socket.end('220 mail.example ESMTP\r\n'),
  'breaks off in the head': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
  'breaks off in the body': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a'),
  'sends a head without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write(`X-More: ${'x'.repeat(5000)}\r\n`), 1);
    socket.on('close', () => clearInterval(timer));
  },
  drips: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
    const timer = setInterval(() => socket.write(' '), 20);
    socket.on('close', () => clearInterval(timer));
  },
  'answers 500 to everything': (socket) =>
    socket.write(whole('oh', { status: '500 No', type: 'text/plain' })),
  'answers 404 to everything': (socket) => socket.write(whole('{}', { status: '404 No' })),
  'redirects to another host with the key in its address': (socket) =>
    socket.write(
      whole('', { status: '302 Found', headers: `Location: http://evil.example/?key=${apiKey}\r\n` }),
    ),
  'refuses the key, repeating it': (socket) =>
    socket.write(whole(`{"error":"${apiKey}"}`, { status: '401 No' })),
  'limits without end': (socket) =>
    socket.write(whole('{}', { status: '429 No', headers: 'Retry-After: 1\r\n' })),
  'limits for a year': (socket) =>
    socket.write(whole('{}', { status: '429 No', headers: 'Retry-After: 31536000\r\n' })),
};

test.each(Object.entries(ways))(
  'a target that %s ends in one clear line',
  { timeout: 20_000 },
  async (_, answer) => {
    const report = await checked(answer, 400);
    expect(report.outcome).not.toBe('pass');
    expect(report.reason).toMatch(/^[^\n]+$/);
  },
);

const bodies: Readonly<Record<string, string>> = {
  HTML: whole('<html>', { type: 'text/html' }),
  nothing: 'HTTP/1.1 204 No Content\r\n\r\n',
  null: whole('null'),
  'a number': whole('1e999'),
  'arrays a million deep': whole('['.repeat(1_000_000)),
  'objects ten thousand deep': whole('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)),
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
  'a job that always asks': whole('{"generation_id":"g","status":"awaiting_input","message":"?","id":"p"}'),
  'a status in wrong words': whole('{"generation_id":"g","status":"toString","id":"hasOwnProperty"}'),
};

test.each(Object.entries(bodies))(
  'a target that answers everything with %s is judged and fails',
  { timeout: 20_000 },
  async (_, answer) => {
    const report = await checked((socket) => socket.write(answer));
    expect(report.outcome).toBe('fail');
  },
);

const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20));

test.each([
  ['a body of 12 MB', (socket: Socket) => socket.write(whole(`"${'x'.repeat(12_000_000)}"`))],
  [
    'a bomb of gzip',
    (socket: Socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`,
      );
      socket.write(bomb);
    },
  ],
] as const)('of %s no more is kept than is needed', { timeout: 20_000 }, async (_, answer) => {
  const report = await checked(answer);
  expect(JSON.stringify(report).length).toBeLessThan(1_000_000);
  expect(report.rules.find(({ id }) => id === 'wire/success-bodies-are-json')?.outcome).not.toBe('pass');
});

test('a target that is not there is an error with its address', async () => {
  const client = wireClient();
  const { report } = await check(
    { baseUrl: 'http://127.0.0.1:1/api/v1', apiKey },
    { transport: client.transport, pace: hastyPace() },
  );
  client.close();
  expect(report).toMatchObject({ outcome: 'error', reason: expect.stringContaining('127.0.0.1:1') });
});
