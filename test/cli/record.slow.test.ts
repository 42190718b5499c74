import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fromHar } from '../../src/journal/read-har.js';
import { startReferenceService, type RunningReferenceService } from '../reference-service/start.js';
import { prompts } from '../reference-service/job-scripts.js';
import { installCli } from './deckhand-process.js';
import { freePort } from '../free-port.js';
import { createTempFolder } from './temp-files.js';

const deckhand = installCli();
let service: RunningReferenceService;

beforeEach(async () => {
  service = await startReferenceService();
});
afterEach(() => service.close());

const file = (name: string) => join(createTempFolder({}), name);
const read = (har: string) => fromHar(JSON.parse(readFileSync(har, 'utf8')));

/** Starts the proxy, and returns the ways to send requests to it. */
async function start(upstream: string, ...args: readonly string[]) {
  const proxy = deckhand.start(['record', upstream, '--port', '0', ...args]);
  const [, url = ''] = await proxy.until(/Use +(http:\/\/\S+)/);
  const headers = { 'x-api-key': service.keys.first, 'content-type': 'application/json' };
  return {
    proxy,
    get: (path: string) => fetch(url + path, { headers }),
    post: (path: string, body: unknown) =>
      fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}

test('traffic is forwarded, recorded without keys, and checked; Ctrl-C ends the recording with a report and 0', async () => {
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
  const secrets = ['secret-in-a-list', 'second-secret', 'third-secret'] as const;
  const settings = { password: secrets.slice(0, 2), token: secrets[2] };
  const started = await post('/presentations/generate', { prompt: prompts.question, settings });
  const { poll_url } = await started.json();
  expect(poll_url).toMatch(/^\/api\/v1\//);
  expect((await get(poll_url.slice('/api/v1'.length))).status).toBe(200);
  expect((await get('/templates')).status).toBe(200);
  proxy.kill('SIGINT');
  const { code, stdout, stderr } = await proxy.ended;
  expect(stderr).not.toMatch(/FAIL|bug/);
  expect(stdout).toMatch(/\n\d+ passed; [^]*\nPass: all covered rules passed\.\n/);
  expect(stdout).toMatch(/2\s+other\s+secrets\s+are\s+\[redacted\]\s+in\s+the\s+recording/);
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
    for (const secret of [service.keys.first, ...secrets]) expect(text).not.toContain(secret);
});

test('a violation is logged immediately, and the exit code is 1', async () => {
  const broken = await startReferenceService({
    variations: [
      {
        editRawResponse: (original, { operation }) =>
          operation === 'listTemplates' ? { ...original, body: Buffer.from('no templates') } : original,
      },
    ],
  });
  const { proxy, get } = await start(broken.baseUrl);
  await get('/templates');
  await proxy.until(
    /FAIL\s+response\/success-body-is-json\s+\(4[^]*\):\s+a\s+successful\s+response\s+has\s+a\s+body\s+that\s+is\s+not\s+JSON\s+#1\s+GET\s+\/api\/v1\/templates\n/,
  );
  proxy.kill('SIGTERM');
  const { code, stdout } = await proxy.ended;
  await broken.close();
  expect(stdout).toMatch(/^Violations\nFAIL .*\n {2}response\/success-body-is-json, /);
  expect(code).toBe(1);
});

test('an unreachable upstream is reported once, is not a violation, and the result is incomplete', async () => {
  const { proxy, get } = await start(`http://127.0.0.1:${await freePort()}/api/v1`);
  for (const status of [502, 502]) expect((await get('/templates')).status).toBe(status);
  proxy.kill('SIGINT');
  const { code, stdout, stderr } = await proxy.ended;
  expect(stderr.match(/proxy response unreachable:[^]+?it\s+refuses\s+connections/g)).toHaveLength(1);
  expect(stdout).toMatch(/\nIncomplete: the recording contains no successful request\.\n$/);
  expect(stderr).not.toContain('Incomplete');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    '2 responses came from the proxy, not from the service: no connection to the upstream',
  );
  expect(stdout).not.toMatch(/^FAIL/m);
  expect(code).toBe(2);
});

test('--har - writes the recording to standard output, and everything else to standard error', async () => {
  const { proxy, get } = await start(service.baseUrl, '--har', '-');
  await get('/templates');
  proxy.kill('SIGINT');
  const { code, stdout, stderr } = await proxy.ended;
  expect(fromHar(JSON.parse(stdout)).exchanges.map(({ response }) => response?.status)).toEqual([200]);
  expect(JSON.parse(stdout).log).toHaveProperty('_end');
  expect(stderr).toMatch(/HAR +standard output/);
  expect(stderr).toMatch(/\nPass: all covered rules passed\.\n/);
  expect(code).toBe(0);
});

test('a recording of a killed proxy is replayed up to its last exchange, and reported as unfinished', async () => {
  const har = file('traffic.har');
  const { proxy, get, post } = await start(service.baseUrl, '--har', har);
  const started = await (await post('/presentations/generate', { prompt: 'Herons' })).json();
  const poll = `/presentations/generate/${started.generation_id}/status`;
  const polled = await (await get(poll)).text();
  await expect.poll(() => readFileSync(har, 'utf8').split('"startedDateTime"')).toHaveLength(3);
  proxy.kill('SIGKILL');
  await proxy.ended;

  const replay = deckhand.start(['serve', '--replay', har, '--port', '0']);
  const [, url = ''] = await replay.until(/(http:\/\/127\.0\.0\.1:\d+\/api\/v1)/);
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
  const again = await fetch(`${url}/presentations/generate`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ prompt: 'Herons' }),
  });
  expect(await again.json()).toEqual(started);
  expect(await (await fetch(url + poll, { headers })).text()).toBe(polled);
  expect(replay.stdout).toMatch(/The recording did not end properly/);
});
