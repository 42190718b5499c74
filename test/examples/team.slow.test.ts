/** The files of examples/team: the compose file as data, and the proxy for real, in front of two replicas. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../free-port.js';
import { describeWithStore, RedisServer } from '../replicas/redis-server.js';
import { Replicas, type TestReplica } from '../replicas/two-replicas.js';

const FOLDER = join(import.meta.dirname, '../../examples/team');
const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const hasNginx = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0;

describe('the compose file', () => {
  const compose = parse(textOf('compose.yaml'));

  it('has two replicas, a store that keeps what it confirms, and a proxy', () => {
    expect(Object.keys(compose.services)).toEqual(['store', 'deckhand', 'proxy']);
    expect(compose.services.deckhand.deploy.replicas).toBe(2);
    const settings = compose.services.store.command.join(' ');
    for (const setting of ['--appendonly yes', '--appendfsync always', '--maxmemory-policy noeviction'])
      expect(settings).toContain(setting);
    expect(compose.volumes).toHaveProperty('store');
  });

  it('uses only variables that the example of .env has, and flags that exist', () => {
    const used = new Set([...textOf('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name));
    const set = new Set([...textOf('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name));
    expect(used).toEqual(set);
    const help = readFileSync(join(FOLDER, '../../docs/cli.md'), 'utf8');
    for (const [flag] of compose.services.deckhand.command
      .join(' ')
      .matchAll(/(?<=deckhand serve.*)--[\w-]+/g))
      expect(help).toContain(`  ${flag} `);
  });
});

describeWithStore('the proxy', () => {
  it.skipIf(!hasNginx)('spreads requests over both replicas, and skips one that is gone', async () => {
    const store = await RedisServer.start('--appendonly', 'no');
    onTestFinished(() => store.close());
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const replicas = await Replicas.start(store.address, { publicUrl: url });
    onTestFinished(() => replicas.close());
    const servers = replicas.all.map((one) => `server ${new URL(one.url).host};`).join(' ');
    const folder = mkdtempSync(join(tmpdir(), 'deckhand-nginx-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'nginx.conf');
    const own = `pid ${folder}/pid; error_log ${folder}/error.log;`;
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    writeFileSync(
      file,
      `${own}\n${textOf('nginx.conf')}`
        .replace('server deckhand:4010;', servers)
        .replace('listen 8080', `listen 127.0.0.1:${port}`)
        .replace('http {', `http { access_log off; ${temporary.join(' ')}`),
    );
    const nginx = spawn('nginx', ['-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
    onTestFinished(() => void nginx.kill('SIGQUIT'));
    const seen = new Map(replicas.all.map((one) => [one, 0]));
    for (const one of replicas.all) {
      const respond = one.deckhand.service.respond.bind(one.deckhand.service);
      one.deckhand.service.respond = (request) => {
        seen.set(one, (seen.get(one) ?? 0) + 1);
        return respond(request);
      };
    }
    await expect
      .poll(() =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    const { generation_id: id } = await replicas.json(
      '/presentations/generate',
      { json: { prompt: 'Proxied' } },
      url,
    );
    const path = `/presentations/generate/${id}/status`;
    for (let poll = 0; poll < 20; poll += 1) expect((await replicas.fetch(path, {}, url)).status).toBe(200);
    expect(Math.min(...seen.values())).toBeGreaterThan(5);
    await replicas.leave(replicas.all[0] as TestReplica);
    for (let poll = 0; poll < 10; poll += 1) expect((await replicas.fetch(path, {}, url)).status).toBe(200);
    expect((await replicas.fetch('/presentations/generate', { json: { prompt: 'Still' } }, url)).status).toBe(
      202,
    );
  });
});
