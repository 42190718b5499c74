import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { connectDeckhand } from '../../src/app/connect.js';
import { selfSigned } from '../proxy/connection/certificate.js';
import { installCli, type DeckhandProcess } from './deckhand-process.js';
import { freePort } from '../free-port.js';
import { createTempFolder, occupyPort } from './temp-files.js';

const deckhand = installCli();
const serve = (...flags: readonly string[]) => deckhand.start(['serve', '--port', '0', ...flags]);
const KEY = { 'x-api-key': 'deckhand-dev-key' };
const SEND = { ...KEY, 'content-type': 'application/json' };
const TOKEN = 'a-token-of-16-letters';

const scenarioYaml = (steps: string): string =>
  `title: Mine\ndescription: A story of mine\nsteps: [${steps}]\n`;
const COMPLETED = scenarioYaml('{ complete: }');
const FAILED = scenarioYaml('{ fail: { error: Edited } }');
const WORKING = scenarioYaml('{ generate: { for: 1h } }, { complete: }');
const BROKEN = scenarioYaml('{ complte: }');

/** Starts a job. @returns a function that reads its status */
async function startJob(url: string, scenario = ''): Promise<() => Promise<string>> {
  const headers = { ...SEND, 'x-deckhand-scenario': scenario };
  const accepted = await fetch(`${url}/api/v1/presentations/generate`, {
    method: 'POST',
    headers,
    body: '{"prompt":"A deck"}',
  });
  if (accepted.status !== 202) return async () => `rejected with ${accepted.status}`;
  const { poll_url: pollUrl } = await accepted.json();
  return async () => (await (await fetch(url + pollUrl, { headers: KEY })).json()).status;
}
const statusOf = async (url: string, scenario?: string): Promise<string> => (await startJob(url, scenario))();

it('prints its URL, both keys, the active scenario, and a request that works', async () => {
  const shown = serve();
  const url = await shown.url();
  const [lines] = await shown.until(/curl -s [^]*\/presentations\/generate\n/);
  const [, headers = '', body = '', target = ''] =
    /^curl -s -X POST((?: -H '[^']*')+) --data-raw '(.*)' (\S+)\n$/.exec(lines.replaceAll(/ \\\n */g, ' ')) ??
    [];
  expect(shown.stdout).toContain(`API       ${url}/api/v1\n`);
  expect(shown.stdout).toMatch(
    /deckhand-dev-key +workspace ws_dev\n +deckhand-other-key +workspace ws_other\n/,
  );
  expect(shown.stdout).toContain('Scenario  happy-path: A deck in twelve seconds\n');

  const pairs = [...headers.matchAll(/-H '([^:]+): ([^']*)'/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const response = await fetch(target, { method: 'POST', headers: Object.fromEntries(pairs), body });
  expect(response.status).toBe(202);
  await shown.until(/start +gen_\w+ 202 generating [\d.]+ ms\n/);
  await fetch(`${url}/api/v1/templates`);
  await shown.until(/Send x-api-key:\s+deckhand-dev-key,\s+or\s+start\s+with\s+--api-key\s+KEY/);
});

describe('deckhand serve uses', () => {
  it('its address from the environment, and HTTPS from a certificate and a key in files', async () => {
    const PORT = String(await freePort());
    const { cert, key } = selfSigned('localhost');
    const folder = createTempFolder({ 'cert.pem': cert, 'key.pem': key });
    const flags = ['--tls-cert', `${folder}/cert.pem`, '--tls-key', `${folder}/key.pem`];
    const shown = deckhand.start(['serve', ...flags], { env: { PORT, HOST: '::1' } });
    await shown.until(new RegExp(`API +https://\\[::1\\]:${PORT}/api/v1\n`));
  });

  it('no address from the HOST of conda', async () => {
    const shown = deckhand.start(['serve', '--port', '0'], { env: { HOST: 'x86_64-conda-linux-gnu' } });
    expect(await shown.url()).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(shown.stderr).toBe(
      'deckhand: Ignoring HOST="x86_64-conda-linux-gnu": not an IP address. Use --host.\n',
    );
  });

  it('its configuration from a file, overridden by flags', async () => {
    const folder = createTempFolder({
      'mine.config.ts': `import { defineConfig } from 'deckhand/config';
export default defineConfig({ basePath: '/backend/api/v1', apiKeys: 'optional' as const, rateLimit: '1/1h' });
`,
      'mine.yaml': COMPLETED,
    });
    const shown = serve(
      ...['--config', `${folder}/mine.config.ts`, '--scenarios', folder, '--scenario', 'mine'],
      ...['--rate-limit', '4/1h', '--latency', '1ms..2ms', '--seed', '7'],
      ...['--public-url', 'https://deck.example.com/', '--allow-origin', 'https://app.example.com'],
      ...['--api-key', 'my-key=ws_team', '--control-token', TOKEN],
    );
    const url = await shown.url();
    const api = `${url}/backend/api/v1`;
    await shown.until(/ \[redacted [\da-f]{8}\] +workspace ws_team\n/);
    expect(shown.stdout).toMatch(/Config +\S*mine\.config\.ts\n/);
    expect(shown.stdout).toContain('Latency   1ms..2ms\n');
    expect(shown.stdout).not.toContain('my-key');

    const headers = { 'x-api-key': 'my-key', 'content-type': 'application/json' };
    const accepted = await fetch(`${api}/presentations/generate`, {
      method: 'POST',
      headers: { ...headers, origin: 'https://app.example.com' },
      body: '{"prompt":"A deck"}',
    });
    expect(accepted.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    const { generation_id: id } = await accepted.json();
    const poll = () => fetch(`${api}/presentations/generate/${id}/status`, { headers });
    const { status, presentation } = await (await poll()).json();
    expect(status).toBe('completed');
    expect(presentation.url).toMatch(/^https:\/\/deck\.example\.com\/view\/ws_team\/pres_/);
    const statuses = [];
    for (let sent = 0; sent < 3; sent += 1) statuses.push((await poll()).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('its token and its keys where other machines can connect', async () => {
    const env = { DECKHAND_CONTROL_TOKEN: TOKEN, DECKHAND_API_KEYS: 'mine,sandbox-one=ws_sandbox_one' };
    const shown = deckhand.start(['serve', '--port', '0', '--host', '0.0.0.0'], { env });
    const url = await shown.url();
    const statusWith = async (key?: string) =>
      (await fetch(`${url}/api/v1/templates`, { headers: key === undefined ? {} : { 'x-api-key': key } }))
        .status;
    const sent = ['mine', 'deckhand-dev-key', 'sandbox-one', undefined];
    expect(await Promise.all(sent.map(statusWith))).toEqual([200, 401, 200, 401]);
    const control = `${url}/_deckhand/api/workspaces`;
    expect((await fetch(control)).status).toBe(403);
    expect((await fetch(control, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
    expect(shown.stdout).not.toContain(TOKEN);
  });
});

it('deckhand serve reports a port in use in one line, and exits with 2', async () => {
  const port = await occupyPort();
  expect(await deckhand.run(['serve', '--port', port])).toEqual({
    code: 2,
    stdout: '',
    stderr: `deckhand: Port ${port} on 127.0.0.1 is in use.\n  Choose another with --port.\n`,
  });
});

describe('deckhand serve logs', () => {
  it('one JSON object per line, and evictions on standard error', async () => {
    const running = serve('--log', 'json', '--max-stored-jobs', '1');
    const url = await running.url();
    for (let job = 0; job < 2; job += 1) await startJob(url);
    running.kill('SIGTERM');
    const { code, stdout, stderr } = await running.ended;
    const [first, ...lines] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, first]).toEqual([0, { listening: url }]);
    expect(lines).toMatchObject([{ method: 'POST', status: 202 }, { operation: 'startGeneration' }]);
    expect(stderr).toBe(
      'deckhand: Workspace ws_dev reached its job limit: the oldest jobs are evicted. Raise --max-stored-jobs.\n',
    );
  });

  it('until its output is closed, as in `| grep -m1 API`, and continues to serve', async () => {
    const running = serve();
    const url = await running.url();
    running.stopReading();
    for (let request = 0; request < 3; request += 1) await fetch(`${url}/api/v1/templates`, { headers: KEY });
    expect((await fetch(`${url}/_deckhand/health`)).status).toBe(200);
    running.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('deckhand serve stops', () => {
  const serveStalled = async () => {
    const stalls = `${COMPLETED}faults: [{ operation: listTemplates, connection: timeout }]\n`;
    const running = serve('--scenarios', createTempFolder({ 'stalls.yaml': stalls }), '--scenario', 'stalls');
    const url = await running.url();
    const response = fetch(`${url}/api/v1/templates`, { headers: KEY });
    // A later request has its response, so the first request has arrived.
    await fetch(`${url}/api/v1/nowhere`);
    return { running, url, response };
  };

  it('at SIGTERM, although a response is pending', async () => {
    const { running, response } = await serveStalled();
    running.kill('SIGTERM');
    await expect(response).rejects.toThrow();
    expect(await running.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Stopped\.$/m) });
  });

  it('immediately at the second signal', async () => {
    const { running, url, response } = await serveStalled();
    running.kill('SIGINT');
    const probe = () =>
      fetch(`${url}/api/v1/nowhere`).then(
        () => 'responds',
        () => 'no connection',
      );
    await expect.poll(probe).toBe('no connection');
    running.kill('SIGINT');
    await expect(response).rejects.toThrow();
    expect((await running.ended).code).toBe(130);
  });
});

/**
 * Repeats a change until the process reports it: the process starts to watch shortly after it listens.
 * @param change gets a number that differs each time
 */
async function changeUntil(
  running: DeckhandProcess,
  pattern: RegExp,
  change: (count: number) => void,
): Promise<void> {
  let isReported = false;
  void running.until(pattern).then(() => (isReported = true));
  let count = 0;
  const tryAgain = (): boolean => {
    if (!isReported) change(count++);
    return isReported;
  };
  await vi.waitUntil(tryAgain, { interval: 150, timeout: 20_000 });
}

it('deckhand serve reloads the scenario files of a folder', async () => {
  const folder = createTempFolder({ 'mine.yaml': WORKING, 'broken.yaml': BROKEN });
  const running = serve('--scenarios', folder);
  const url = await running.url();
  const invalidFiles = async (): Promise<unknown> =>
    (await (await fetch(`${url}/_deckhand/api/scenarios`)).json()).invalid;
  const save = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const changes = connectDeckhand(url).workspace('ws_dev').changes();
  await changes.next();

  // An invalid file at the start does not stop the server.
  await running.until(/^deckhand: broken is loaded when its file is valid\.$/m);
  expect(await statusOf(url, 'broken')).toBe('rejected with 400');

  // New jobs use an edited file, and running jobs keep the old version.
  const job = await startJob(url, 'mine');
  await changeUntil(running, /^Reloaded mine from \S*mine\.yaml\./m, (count) =>
    save('mine.yaml', `${FAILED}# ${count}\n`),
  );
  expect([await statusOf(url, 'mine'), await job()]).toEqual(['failed', 'generating']);

  // While a file is invalid, the last valid version stays active.
  save('broken.yaml', COMPLETED);
  await running.until(/^Loaded broken /m);
  save('mine.yaml', BROKEN);
  await running.until(/^\S*mine\.yaml:3:\d+: .*complte.*complete/m);
  await running.until(/^The last valid version stays in use\.$/m);
  expect(await invalidFiles()).toEqual([
    { name: 'mine', errors: [expect.stringMatching(/mine\.yaml:3:\d+: .*complte/)] },
  ]);
  expect([await statusOf(url, 'mine'), await statusOf(url, 'broken')]).toEqual(['failed', 'completed']);
  // Clients that watch the workspace receive the change, too.
  expect((await changes.next()).value).toHaveProperty('scenarios');
  await changes.return();

  // Some editors replace a file.
  save('.new.yaml.swp', COMPLETED);
  renameSync(join(folder, '.new.yaml.swp'), join(folder, 'new.yaml'));
  await running.until(/^Loaded new from \S*new\.yaml/m);
  expect(running.stdout).not.toContain('swp');

  // The scenario of a deleted file is available until the next start.
  rmSync(join(folder, 'new.yaml'));
  await running.until(/^\S*new\.yaml was deleted\. .*is available until the next start\.$/m);
  expect(await statusOf(url, 'new')).toBe('completed');
});

it('deckhand serve --state writes the last changes when it is stopped', async () => {
  const file = join(createTempFolder({}), 'state.json');
  const server = serve('--state', file, '--log', 'silent', '--scenario', 'never-ends');
  await startJob(await server.url());
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('"gen_');
});
