import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { command } from '../../src/cli/record.js';
import { fromHar } from '../../src/journal/har.js';
import { UserError } from '../../src/user-error.js';
import { startPlainService, type RunningPlainService } from '../mutants/plain-service/start.js';
import { prompts } from '../mutants/plain-service/stages.js';
import { install } from './deckhand-process.js';
import { runInProcess } from './run-in-process.js';
import { folderOf, freePort, takenPort } from './temporary.js';

const deckhand = install();
let service: RunningPlainService;

beforeEach(async () => {
  service = await startPlainService();
});
afterEach(() => service.close());

const file = (name: string) => join(folderOf({}), name);
const read = (har: string) => fromHar(JSON.parse(readFileSync(har, 'utf8')));

/** Starts the proxy, and says what to ask it with. */
async function start(upstream: string, ...args: readonly string[]) {
  const proxy = deckhand.start(['record', upstream, '--port', '0', ...args]);
  const [, url = ''] = await proxy.until(/Ask +(http:\/\/\S+)/);
  const headers = { 'x-api-key': service.keys.first, 'content-type': 'application/json' };
  return {
    proxy,
    port: Number(new URL(url).port),
    get: (path: string) => fetch(url + path, { headers }),
    post: (path: string, body: unknown) =>
      fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}

test('traffic is passed on, written down without keys, and judged; Ctrl-C ends it with a report and 0', async () => {
  const [har, json] = [file('traffic.har'), file('report.json')];
  const { proxy, get, post } = await start(
    service.baseUrl,
    '--har',
    har,
    '--report',
    'text',
    '--report',
    `json=${json}`,
  );
  const started = await post('/presentations/generate', { prompt: prompts.question });
  const { poll_url } = await started.json();
  expect(poll_url).toMatch(/^\/api\/v1\//);
  expect((await get(poll_url.slice('/api/v1'.length))).status).toBe(200);
  expect((await get('/templates')).status).toBe(200);
  proxy.kill('SIGINT');
  const { code, stdout, stderr } = await proxy.ended;
  expect(stderr).not.toMatch(/FAIL|bug/);
  expect(stdout).toMatch(/\nPASS: \d+ pass/);
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
    outcome: 'pass',
    requests: 3,
    jobs: 1,
    target: service.baseUrl,
  });
  expect(read(har).exchanges.map(({ request }) => request.url)).toEqual([
    `${service.baseUrl}/presentations/generate`,
    new URL(poll_url, service.baseUrl).href,
    `${service.baseUrl}/templates`,
  ]);
  for (const text of [stdout, stderr, readFileSync(har, 'utf8'), readFileSync(json, 'utf8')])
    expect(text).not.toContain(service.keys.first);
});

test('a violation is a line as soon as it is certain, and 1 in the end', async () => {
  const broken = await startPlainService({
    variations: [
      {
        answer: (honest, { operation }) =>
          operation === 'listTemplates' ? { ...honest, headers: { 'content-type': 'text/html' } } : honest,
      },
    ],
  });
  const { proxy, get } = await start(broken.baseUrl);
  await get('/templates');
  await proxy.until(
    /FAIL wire\/json-is-announced \(4\): a success is not announced as JSON #1 GET \/api\/v1\/templates\n/,
  );
  proxy.kill('SIGTERM');
  const { code, stdout } = await proxy.ended;
  await broken.close();
  expect(stdout).toMatch(/^FAIL {2}wire\/json-is-announced/);
  expect(code).toBe(1);
});

test('a client that misbehaves is told of, too', async () => {
  const { proxy, get, post } = await start(service.baseUrl);
  const { poll_url } = await (await post('/presentations/generate', { prompt: prompts.plain })).json();
  for (let count = 0; count < 8; count += 1) await get(poll_url.slice('/api/v1'.length));
  await proxy.until(/(FAIL|warn) client\/\S+ \(.*4\.5.*\): /);
  proxy.kill('SIGINT');
  expect((await proxy.ended).stdout).toMatch(/client\//);
});

test('killed in the middle, it leaves HAR that is whole', async () => {
  const har = file('traffic.har');
  const { proxy, get } = await start(service.baseUrl, '--har', har);
  await get('/templates');
  await expect.poll(() => read(har).exchanges.length).toBe(1);
  proxy.kill('SIGKILL');
  await proxy.ended;
  expect(read(har).exchanges[0]?.response?.status).toBe(200);
});

test('an upstream that is down is told of once, is nobody’s violation, and cannot be judged', async () => {
  const { proxy, get } = await start(`http://127.0.0.1:${await freePort()}/api/v1`);
  for (const status of [502, 502]) expect((await get('/templates')).status).toBe(status);
  proxy.kill('SIGINT');
  const { code, stdout, stderr } = await proxy.ended;
  expect(stderr.match(/own answer unreachable: .+nobody listens there/g)).toHaveLength(1);
  expect(stderr).toMatch(
    /deckhand: no operation answered with success; is this the address, and the key\?\n$/,
  );
  expect(stdout).toContain('note: 2 requests could not be passed on: the upstream was not reached');
  expect(stdout).not.toMatch(/^FAIL/m);
  expect(code).toBe(2);
});

test('without any traffic there is nothing to judge', async () => {
  const { proxy } = await start(service.baseUrl);
  proxy.kill('SIGINT');
  const { code, stderr } = await proxy.ended;
  expect(stderr).toMatch(/deckhand: nothing was asked of a documented operation\n$/);
  expect(code).toBe(2);
});

test('a tunnel that is asked for and reset ends nothing but itself', async () => {
  const { proxy, port, get } = await start(service.baseUrl);
  for (let count = 0; count < 5; count += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write('CONNECT a:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nxxxx', () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  expect((await get('/templates')).status).toBe(200);
  proxy.kill('SIGINT');
  const { code, stderr } = await proxy.ended;
  expect(stderr).not.toMatch(/ECONNRESET/);
  expect(code).toBe(0);
});

test('read-only starts nothing', async () => {
  const { proxy, get, post } = await start(service.baseUrl, '--read-only');
  expect((await post('/presentations/generate', { prompt: 'x' })).status).toBe(403);
  expect((await get('/templates')).status).toBe(200);
  proxy.kill('SIGINT');
  const { code, stdout } = await proxy.ended;
  expect(stdout).toContain('note: 1 request refused because of --read-only');
  expect(code).toBe(0);
});

const good = 'http://127.0.0.1:9/api/v1';

test.each([
  [['not an address'], 'The base address is no HTTP address.'],
  [['ws://x.example/api/v1'], 'The base address is no HTTP address.'],
  [['http://x.example'], 'The base address does not end in /api/v1.'],
  [['http://user:pw@x.example/api/v1'], 'The base address has more than a host and a path.'],
  [
    ['http://127.0.0.1:4020/api/v1'],
    'The upstream http://127.0.0.1:4020 is the address of this proxy itself.',
  ],
  [[good, '--ca', '/nowhere.pem'], '/nowhere.pem cannot be read as certificates.'],
  [[good, '--ca', 'package.json'], 'package.json cannot be read as certificates.'],
  [[good, '--baseline', '/nowhere.yaml'], 'The baseline /nowhere.yaml cannot be read.'],
  [[good, '--port', '0', '--har', '/nowhere/at/all.har'], '/nowhere/at/all.har cannot be written.'],
  [[good, '--port', '0', '--report', 'xml'], 'There is no report "xml".'],
])('%j is a mistake of the user: %s', async (args, message) => {
  const { error } = await runInProcess(command(), args);
  expect(error).toBeInstanceOf(UserError);
  expect(error?.message).toBe(message);
});

test('a recording that is there is not begun anew unless that is asked for', async () => {
  const har = join(folderOf({ 'old.har': 'precious' }), 'old.har');
  const { error } = await runInProcess(command(), [good, '--port', '0', '--har', har]);
  expect(error?.message).toBe(`${har} is there already.`);
  expect(readFileSync(har, 'utf8')).toBe('precious');
  const { proxy } = await start(service.baseUrl, '--har', har, '--force');
  proxy.kill('SIGINT');
  await proxy.ended;
  expect(read(har).exchanges).toEqual([]);
});

test('a port that is taken is said to be, and the file of the run before is left alone', async () => {
  const port = await takenPort();
  const folder = folderOf({ 'old.har': 'precious' });
  const { error } = await runInProcess(command(), [good, '--port', port, '--har', join(folder, 'old.har')]);
  expect(error?.message).toBe(`Port ${port} on 127.0.0.1 is in use.`);
  expect(readFileSync(join(folder, 'old.har'), 'utf8')).toBe('precious');
});

test.each([
  [['--timeout', 'soon'], /Expected a time such as 500ms, 3s or 5m\./],
  [['--port', '70000'], /Expected a whole number from 0 to 65535\./],
  [['--rewrite'], /unknown option '--rewrite'/],
  [[], /missing required argument 'upstream'/],
])('%j is refused by the command line', async (args, message) => {
  const { error } = await runInProcess(command(), args.length === 0 ? [] : [good, ...args]);
  expect(error?.message).toMatch(message);
});
