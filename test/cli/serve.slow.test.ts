import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { describe, expect, it } from 'vitest';
import { selfSigned } from '../proxy/reach/certificate.js';
import { install } from './deckhand-process.js';
import { freePort } from '../free-port.js';
import { folderOf, takenPort } from './temporary.js';

const deckhand = install();
const serve = (...flags: readonly string[]) => deckhand.start(['serve', '--port', '0', ...flags]);
const KEY = { 'x-api-key': 'deckhand-dev-key' };
const TOKEN = 'a-token-of-16-letters';
const STORY = 'title: Mine\ndescription: A story of mine\nsteps: [{ complete: }]\n';

describe('deckhand serve shows', () => {
  it('its address, both keys, the active scenario, and a request that works', async () => {
    const shown = serve();
    const url = await shown.url();
    const [lines] = await shown.until(/curl -s [^]*\/presentations\/generate\n/);
    const [, headers = '', body = '', target = ''] =
      /^curl -s -X POST((?: -H '[^']*')+) --data-raw '(.*)' (\S+)\n$/.exec(
        lines.replaceAll(/ \\\n */g, ' '),
      ) ?? [];
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
    const { poll_url: pollUrl } = await response.json();
    expect((await (await fetch(url + pollUrl, { headers: KEY })).json()).status).toBe('generating');
    await shown.until(/start +gen_\w+ 202 generating [\d.]+ ms\n/);
  });
});

describe('deckhand serve helps with', () => {
  it('a request without a key: response and terminal name a key that works', async () => {
    const shown = serve();
    const response = await fetch(`${await shown.url()}/api/v1/templates`);
    const { detail } = await response.json();
    expect([response.status, detail]).toEqual([
      401,
      expect.stringContaining('deckhand-dev-key (workspace ws_dev)'),
    ]);
    await shown.until(
      /hint +This request has no key\.\s+Send x-api-key:\s+deckhand-dev-key,\s+or\s+start\s+with\s+--key\s+KEY/,
    );
  });
});

describe('deckhand serve takes', () => {
  it('its address from the environment', async () => {
    const PORT = String(await freePort());
    const shown = deckhand.start(['serve'], { env: { PORT, HOST: 'localhost' } });
    expect(await shown.url()).toBe(`http://localhost:${PORT}`);
    expect((await fetch(`http://localhost:${PORT}/api/v1/templates`)).status).toBe(401);
  });

  it.each(['::1', '[::1]'])('an IPv6 address as %s', async (host) => {
    const url = await serve('--host', host).url();
    expect(url).toMatch(/^http:\/\/\[::1\]:/);
    expect((await fetch(`${url}/api/v1/templates`, { headers: KEY })).status).toBe(200);
  });

  it('no address from the HOST of conda', async () => {
    const shown = deckhand.start(['serve', '--port', '0'], { env: { HOST: 'x86_64-conda-linux-gnu' } });
    expect(await shown.url()).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(shown.stderr).toMatch(
      /^deckhand: HOST in the environment is "x86_64-conda-linux-gnu"\. It is ignored/,
    );
  });

  it('its certificate and key from files, and then serves HTTPS', async () => {
    const { cert, key } = selfSigned('localhost');
    const folder = folderOf({ 'cert.pem': cert, 'key.pem': key });
    const shown = serve('--tls-cert', `${folder}/cert.pem`, '--tls-key', `${folder}/key.pem`, '--no-key');
    await shown.until(/API +https:\/\/127\.0\.0\.1:\d+\/api\/v1\n/);
    const url = /API +(\S+)/.exec(shown.stdout)?.[1] ?? '';
    const status = await new Promise((resolve, reject) => {
      get(`${url}/templates`, { rejectUnauthorized: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
    expect(status).toBe(200);
  });

  it('its configuration from a file, and flags instead of its values', async () => {
    const folder = folderOf({
      'mine.config.ts': `import { defineConfig } from 'deckhand/config';
export default defineConfig({ basePath: '/backend/api/v1', keys: 'none' as const, scenario: 'mine' as never, rateLimit: '1/1h' });
`,
    });
    mkdirSync(`${folder}/scenarios`);
    writeFileSync(`${folder}/scenarios/mine.yaml`, STORY);
    const shown = serve(
      '--config',
      `${folder}/mine.config.ts`,
      '--rate-limit',
      '5/1h',
      '--latency',
      '1ms..2ms',
    );
    const api = `${await shown.url()}/backend/api/v1`;
    await shown.until(/Scenario +mine: Mine\n/);
    expect(shown.stdout).toMatch(/Config +\S*mine\.config\.ts\n/);
    expect(shown.stdout).toContain('Latency   1ms..2ms\n');
    const statuses = [];
    for (let sent = 0; sent < 6; sent += 1) statuses.push((await fetch(`${api}/templates`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('speed, rate limit, seed, public address, origins and folders', async () => {
    const folder = folderOf({
      'mine.yaml': STORY.replace('{ complete', '{ work: { for: 1h } }, { complete'),
    });
    const flags = ['--speed', '1000000x', '--rate-limit', '4/1h', '--seed', '7'];
    const outward = [
      '--public-url',
      'https://deck.example.com/',
      '--allow-origin',
      'https://app.example.com',
      '--key',
      'deckhand-dev-key',
      '--control-token',
      TOKEN,
    ];
    const shown = serve(...flags, ...outward, '--scenarios', folder, '--scenario', 'mine');
    const api = `${await shown.url()}/api/v1`;
    const headers = { ...KEY, 'content-type': 'application/json', origin: 'https://app.example.com' };
    const accepted = await fetch(`${api}/presentations/generate`, {
      method: 'POST',
      headers,
      body: '{"prompt":"A deck"}',
    });
    expect(accepted.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    const { generation_id: id } = await accepted.json();
    const view = async () =>
      (await fetch(`${api}/presentations/generate/${id}/status`, { headers: KEY })).json();
    await expect.poll(async () => (await view()).status).toBe('completed');
    expect((await view()).presentation.url).toMatch(/^https:\/\/deck\.example\.com\/view\/ws_dev\/pres_/);
  });

  it('a base path with a prefix, and a key of the user for a new workspace', async () => {
    const shown = serve('--base-path', '/backend/api/v1', '--key', 'my-key=ws_team');
    const url = await shown.url();
    await shown.until(/ \[redacted [\da-f]{8}\] +workspace ws_team\n/);
    const headers = { 'x-api-key': 'my-key' };
    expect((await fetch(`${url}/backend/api/v1/templates`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/backend/api/v1/users`, { headers })).status).toBe(404);
    const outside = await fetch(`${url}/api/v1/templates`, { headers });
    expect([outside.status, await outside.text()]).toEqual([404, expect.stringContaining('/backend/api/v1')]);
    const [workspace] = (await (await fetch(`${url}/_deckhand/api/workspaces`)).json()).workspaces.slice(-1);
    expect(workspace).toMatchObject({ id: 'ws_team', exchanges: 1 });
    expect(shown.stdout).not.toContain('my-key');
  });
});

describe('deckhand serve says in one line, and ends with 2, that', () => {
  const refused = async (args: readonly string[], env?: Record<string, string>): Promise<string> => {
    const { code, stdout, stderr } = await deckhand.run(['serve', ...args], env && { env });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toMatch(/^ +at /m);
    return stderr;
  };

  it('its port is in use', async () => {
    const port = await takenPort();
    expect(await refused(['--port', port])).toBe(
      `deckhand: Port ${port} on 127.0.0.1 is in use.\n  Choose another with --port.\n`,
    );
  });

  it('a scenario file that was asked for has a mistake, with its place', async () => {
    const folder = folderOf({ 'b.yaml': STORY.replace('complete', 'complte') });
    expect(await refused(['--port', '0', '--scenarios', `${folder}/b.yaml`])).toMatch(
      /^deckhand: \S+b\.yaml:3:\d+: .*complte.*complete.*\n$/,
    );
  });

  it.each([
    [['--tls-cert', 'package.json'], '--tls-cert also needs --tls-key.'],
    [
      ['--tls-cert', 'none.pem', '--tls-key', 'none.pem'],
      '--tls-cert none.pem cannot be read. It is not there.',
    ],
    [['--tls-cert', 'package.json', '--tls-key', 'package.json'], 'One of them is not in PEM.'],
  ])('its certificate cannot be used: %j', async (flags, what) => {
    expect(await refused(['--port', '0', ...flags])).toContain(what);
  });
});
