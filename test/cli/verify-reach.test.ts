/** `verify` behind gateways: their headers, their responses, and what reports say about them. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { command } from '../../src/cli/verify.js';
import type { Report } from '../../src/contract/index.js';
import { UserError } from '../../src/base/user-error.js';
import { startPlainService, type RunningPlainService } from '../mutants/plain-service/start.js';
import { hastyPace } from '../contract/hasty-pace.js';
import { runInProcess } from './run-in-process.js';
import { folderOf } from './temporary.js';

const SECRET = 'gate-secret-5f2a';
const PASSWORD = 'pass:word-77';
const quick = ['--requests-per-minute', '0', '--poll-interval', '1ms'];

let service: RunningPlainService;
let pace: ReturnType<typeof hastyPace>;

beforeEach(async () => {
  pace = hastyPace();
  service = await startPlainService({ now: pace.now });
  for (const name of ['DECKHAND_API_KEY', 'DECKHAND_HEADERS', 'DECKHAND_BASIC_AUTH'])
    vi.stubEnv(name, undefined);
});
afterEach(() => service.close());

type Gate = (incoming: IncomingMessage, count: number) => { status: number; text: string } | undefined;

/** A gateway in front of the service. @param gate answers in place of the service, or returns nothing */
async function startGateway(gate: Gate, prefix = ''): Promise<string> {
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    const refusal = gate(incoming, ++count);
    if (refusal)
      return void outgoing.writeHead(refusal.status, { 'Content-Type': 'text/html' }).end(refusal.text);
    forward(incoming, outgoing, prefix);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}/api/v1`;
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, prefix: string): void {
  const { hostname, port } = new URL(service.baseUrl);
  const { authorization, 'x-gate': gate, ...headers } = incoming.headers;
  const own = authorization?.startsWith('Bearer ') ? { ...headers, authorization } : headers;
  const path = incoming.url?.slice(prefix.length);
  const onward = request({ hostname, port, path, method: incoming.method, headers: own }, (response) => {
    // Some gateways repeat what they were given.
    outgoing.writeHead(response.statusCode ?? 502, {
      ...response.headers,
      'x-debug': `gate=${String(gate)}`,
    });
    response.pipe(outgoing);
  });
  incoming.pipe(onward);
}

async function verify(url: string, ...args: readonly string[]) {
  const folder = folderOf({});
  const file = (name: string) => join(folder, name);
  const formats = ['text', 'json', 'junit', 'html'].flatMap((format) => [
    '--report',
    `${format}=${file(format)}`,
  ]);
  const printed = await runInProcess(
    command(() => pace),
    [
      url,
      '--api-key',
      service.keys.first,
      ...quick,
      '--report',
      'github',
      ...formats,
      '--har',
      file('har'),
      ...args,
    ],
  );
  const read = (name: string) => readFileSync(file(name), 'utf8');
  if (printed.error)
    return { ...printed, all: printed.stderr + printed.error.message, report: undefined as never, read };
  const all = [printed.stdout, printed.stderr, ...['text', 'json', 'junit', 'html', 'har'].map(read)].join(
    '\n',
  );
  return { ...printed, all, report: JSON.parse(read('json')) as Report, read };
}

test('a header of a gateway is sent with every request, and its value is in no output', async () => {
  let without = 0;
  const url = await startGateway(({ headers }) => {
    if (headers['x-gate'] !== SECRET) without++;
    return undefined;
  });
  const { code, all, report, read } = await verify(url, '--header', `X-Gate: ${SECRET}`);
  expect([code, without]).toEqual([0, 0]);
  expect(all).not.toContain(SECRET);
  expect(report.access).toEqual({ headers: ['X-Gate'] });
  const { log } = JSON.parse(read('har')) as { log: { entries: { request: { headers: object[] } }[] } };
  for (const { request: sent } of log.entries)
    expect(sent.headers).toContainEqual({ name: 'X-Gate', value: '[redacted gateway]' });
});

test('several headers can come from the environment', async () => {
  vi.stubEnv('DECKHAND_HEADERS', `X-Gate: ${SECRET}\nX-Other: 2`);
  const seen = new Set<unknown>();
  const url = await startGateway(
    ({ headers }) => void seen.add([headers['x-gate'], headers['x-other']].join(' ')),
  );
  expect((await verify(url, '--smoke')).code).toBe(0);
  expect([...seen]).toEqual([`${SECRET} 2`]);
});

test('with basic authentication, the key is in x-api-key only, and that is enough', async () => {
  const expected = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}`;
  const url = await startGateway(({ headers }) =>
    headers.authorization === expected ? undefined : { status: 401, text: 'no' },
  );
  const { code, all, report } = await verify(url, '--basic-auth', `ann:${PASSWORD}`);
  expect([code, report.reason, report.summary.fail]).toEqual([0, undefined, 0]);
  expect(all).not.toContain(PASSWORD);
  expect(all).not.toContain(expected);
  expect(report.access).toEqual({ basicAuth: true });
  const bearer = report.rules.filter(({ id }) => id.endsWith('accepts-bearer'));
  expect(new Set(bearer.map(({ outcome }) => outcome))).toEqual(new Set(['not-reached']));
});

test('a curl line has a variable for the header of a gateway', async () => {
  const broken = await startGateway(({ method }, count) =>
    method === 'GET' && count > 3 ? { status: 200, text: 'not JSON' } : undefined,
  );
  const { report } = await verify(broken, '--header', `X-Gate: ${SECRET}`, '--insecure');
  const curl = report.rules.flatMap(({ findings }) => findings).find((finding) => finding.curl)?.curl;
  expect(curl).toMatch(/^curl -i -k -H "X-Gate: \$X_GATE" /);
});

test('--insecure is at the top of every format', async () => {
  const { read, stdout, stderr } = await verify(service.baseUrl, '--insecure', '--smoke');
  expect(stderr).toMatch(/^INSECURE: no certificate was checked/);
  expect(read('text')).toMatch(/^INSECURE: no certificate was checked/);
  expect(stdout).toMatch(/^::warning title=deckhand::INSECURE: /);
  for (const format of ['html', 'junit', 'json']) {
    const head = read(format).slice(0, format === 'html' ? undefined : 2000);
    expect(head).toMatch(/INSECURE|"insecure": true/);
  }
});

describe('responses of gateways', () => {
  test('a gateway that answers 407 stops the run with its name', async () => {
    const url = await startGateway(() => ({ status: 407, text: '<h1>Proxy</h1>' }));
    const { code, report, stdout } = await verify(url);
    expect([code, report.outcome, report.summary.fail]).toEqual([2, 'error', 0]);
    expect(stdout).toContain('a gateway responded 407');
    expect(report.gateways).toEqual([{ status: 407, requests: 1 }]);
  });

  test('a page with 502, 503 or 504 is no violation, and is counted', async () => {
    const url = await startGateway((_, count) =>
      count % 9 === 0
        ? { status: [502, 503, 504][count % 3] ?? 502, text: '<h1>Bad Gateway</h1>' }
        : undefined,
    );
    const { report, read } = await verify(url);
    expect(report.summary.fail).toBe(0);
    expect(report.gateways.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(3);
    expect(report.operations.reduce((sum, { serverErrors }) => sum + serverErrors, 0)).toBe(0);
    for (const format of ['text', 'html', 'junit'])
      expect(read(format).replaceAll(/\s+/g, ' ')).toMatch(
        /A gateway responded to \d+ requests in place of the service/,
      );
  });
});

test('a base address with a prefix is reached', async () => {
  const url = await startGateway(() => undefined, '/team/decks');
  expect((await verify(url)).report.summary.fail).toBe(0);
});

test('a run lists what it leaves behind, with the prompt that marks it', async () => {
  const { report, read } = await verify(service.baseUrl);
  expect(report.leftBehind?.jobs).toHaveLength(report.jobs);
  expect(report.leftBehind?.jobs[0]).toEqual({
    id: expect.any(String),
    prompt: expect.stringContaining('created by a contract check'),
  });
  for (const { id } of report.leftBehind?.presentations ?? [])
    expect(read('junit')).toContain(`Presentation ${id}`);
});

test('the operations have their results and their latency', async () => {
  const { report } = await verify(service.baseUrl);
  expect(report.operations.map(({ operation }) => operation)).toContain('getGenerationStatus');
  for (const { requests, latency, endpoint: _, operation: __, ...counts } of report.operations) {
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(requests);
    const { p50 = 0, p99 = 0, max = 0 } = latency ?? {};
    expect(p50 <= p99 && p99 <= max).toBe(true);
  }
});

test.each([
  [['--basic-auth', 'a:b', '--header', 'Authorization: Bearer x'], /set the same header, Authorization/],
  [['--tls-cert', 'package.json'], /--tls-cert also needs --tls-key/],
  [['--ca', 'package.json'], /package\.json cannot be read as certificates/],
])('%j is a mistake of the user', async (args, message) => {
  const { error } = await verify(service.baseUrl, ...args);
  expect(error?.message).toMatch(message);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).format()).not.toContain(SECRET);
});
