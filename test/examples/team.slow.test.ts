/** The files of examples/team: the compose file as data, and the proxy's configuration in a real nginx, in front of two servers. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { createDeckhandServer, type DeckhandServer } from '../../src/integrations/server.js';
import { freePort } from '../free-port.js';

const FOLDER = join(import.meta.dirname, '../../examples/team');
const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

describe('the compose file', () => {
  const { services } = parse(textOf('compose.yaml'), { merge: true });

  it('has two servers with a public URL each, and a proxy', () => {
    expect(Object.keys(services)).toEqual(['one', 'two', 'proxy']);
    const [one, two] = [services.one, services.two];
    expect(one.command).toEqual(two.command);
    expect(one.environment.PUBLIC_URL).not.toBe(two.environment.PUBLIC_URL);
    expect([...textOf('nginx.conf').matchAll(/server (\w+):4010/g)].map(([, name]) => name)).toEqual([
      'one',
      'two',
    ]);
  });

  it('requires every value of .env.example, and uses existing flags', () => {
    const used = [...textOf('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)(:\?)?/g)];
    const set = [...textOf('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(new Set(used.map(([, name]) => name))).toEqual(new Set(set));
    expect(used.every(([, , demanded]) => demanded === ':?')).toBe(true);
    const help = readFileSync(join(FOLDER, '../../docs/cli.md'), 'utf8');
    for (const [flag] of services.one.command.join(' ').matchAll(/(?<=deckhand serve.*)--[\w-]+/gs))
      expect(help).toContain(`  ${flag} `);
  });
});

/** nginx with the example's configuration, its own folder and a free port. @returns its origin */
async function startProxy(servers: readonly DeckhandServer[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-nginx-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // If this user is root, nginx works as another user.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const [one, two] = servers.map(({ origin }) => new URL(origin).host);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const text = textOf('nginx.conf')
    .replace('one:4010', `${one}`)
    .replace('two:4010', `${two}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('http {', `http { access_log off; ${temporary.join(' ')}`);
  const [file, pid, log] = ['nginx.conf', 'pid', 'error.log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, text);
  const own = `daemon off; pid ${pid}; error_log ${log};`;
  const nginx = spawn('nginx', ['-p', folder, '-e', log, '-c', file, '-g', own], { stdio: 'ignore' });
  const ended = once(nginx, 'exit');
  onTestFinished(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  const response = (): Promise<number | string> =>
    fetch(url).then(
      ({ status }) => status,
      () => (existsSync(log) ? readFileSync(log, 'utf8') : 'no log'),
    );
  await expect.poll(response).toBe(404);
  return `${url}/api/v1`;
}

/** Enough that each server gets some of them. */
const KEYS = Array.from({ length: 30 }, (_, index) => `key-of-team-${index}`);

async function startServers(): Promise<readonly DeckhandServer[]> {
  const servers = await Promise.all(
    ['one', 'two'].map(async () => {
      const port = await freePort();
      const server = createDeckhandServer({
        apiKeys: Object.fromEntries(KEYS.map((key, index) => [key, `ws_${index}`])),
        publicUrl: `http://127.0.0.1:${port}`,
        scenario: 'instant',
        controlToken: 'a-token-of-the-team',
        config: false,
      });
      onTestFinished(() => server.close());
      await server.listen(port);
      return server;
    }),
  );
  return servers;
}

// .ci/run installs it.
const hasNginx = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0;

describe.runIf(hasNginx)(`the proxy${hasNginx ? '' : ' (skipped: nginx is not installed)'}`, () => {
  const start = async (api: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${api}/presentations/generate`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"prompt":"Harbour taxis"}',
    });
  const poll = (api: string, id: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${api}/presentations/generate/${id}/status`, { headers });
  /** The numbers of requests that each server got with a key. */
  const requestsOf = (servers: readonly DeckhandServer[], index: number): number[] =>
    servers.map(({ deckhand }) => deckhand.workspace(`ws_${index}`).journal().length);

  it('sends each key to one server, whichever header has it', async () => {
    const servers = await startServers();
    const api = await startProxy(servers);
    for (const [index, key] of KEYS.entries()) {
      const { generation_id: id } = await (await start(api, { authorization: `Bearer ${key}` })).json();
      const others: Record<string, string>[] = [
        { 'x-api-key': key },
        { authorization: `bearer   ${key}` },
        { authorization: `Bearer ${key}`, 'x-api-key': 'another' },
        { authorization: 'Basic dXNlcjpwYXNz', 'x-api-key': key },
      ];
      for (const headers of others) expect((await poll(api, id, headers)).status).toBe(200);
      const { presentation } = await (await poll(api, id, { 'x-api-key': key })).json();
      expect((await fetch(presentation.url)).status).toBe(200);
      expect(requestsOf(servers, index).toSorted()).toEqual([0, 2 + others.length]);
    }
    const shares = servers.map((_, server) =>
      KEYS.filter((__, index) => (requestsOf(servers, index)[server] ?? 0) > 0),
    );
    expect(Math.min(...shares.map(({ length }) => length))).toBeGreaterThan(0);
  });

  it('responds with 502 to the keys of a dead server, and the others continue', async () => {
    const servers = await startServers();
    const api = await startProxy(servers);
    const statuses = async (): Promise<number[]> =>
      Promise.all(
        KEYS.map(async (key) => (await fetch(`${api}/templates`, { headers: { 'x-api-key': key } })).status),
      );
    expect(new Set(await statuses())).toEqual(new Set([200]));
    const [dead] = servers as [DeckhandServer];
    const expected = KEYS.map((_, index) => ((requestsOf(servers, index)[0] ?? 0) > 0 ? 502 : 200));
    const { port } = new URL(dead.origin);
    await dead.close();
    // nginx does not learn from failures: a key never moves.
    expect(await statuses()).toEqual(expected);
    expect(await statuses()).toEqual(expected);
    expect(new Set(expected).size).toBe(2);
    await dead.listen(Number(port));
    expect(new Set(await statuses())).toEqual(new Set([200]));
  });
});
