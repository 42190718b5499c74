import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cases } from '../fast-check.js';
import { install } from './deckhand-process.js';
import { folderOf } from './temporary.js';

const deckhand = install();
const serve = (...flags: readonly string[]) => deckhand.start(['serve', '--port', '0', ...flags]);
/** Containers are process namespaces; to make one needs rights that not every machine gives. */
const canMakeNamespaces =
  spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' }).status === 0;
const KEY = { 'x-api-key': 'deckhand-dev-key' };

describe('deckhand serve --state', () => {
  it('has every job after kill -9 that was started a second before', async () => {
    const file = join(folderOf({}), 'state.json');
    const flags = ['--state', file, '--log', 'silent', '--scenario', 'never-ends'];
    const first = serve(...flags);
    const url = await first.url();
    const send = { ...KEY, 'content-type': 'application/json' };
    const ids: string[] = [];
    for (let job = 0; job < 50; job += 1) {
      const response = await fetch(`${url}/api/v1/presentations/generate`, {
        method: 'POST',
        headers: send,
        body: JSON.stringify({ prompt: `Tides ${job}` }),
      });
      ids.push((await response.json()).generation_id);
    }
    await expect.poll(() => readFileSync(file, 'utf8')).toContain(ids.at(-1));
    first.kill('SIGKILL');
    await first.ended;
    const second = await serve(...flags).url();
    for (const id of ids) {
      const response = await fetch(`${second}/api/v1/presentations/generate/${id}/status`, { headers: KEY });
      expect([id, response.status, (await response.json()).status]).toEqual([id, 200, 'generating']);
    }
  });

  it('refuses a second server on one file, with exit code 2 and the name of the first', async () => {
    const file = join(folderOf({}), 'state.json');
    await serve('--state', file, '--log', 'silent').url();
    const { pid } = JSON.parse(readFileSync(`${file}.lock`, 'utf8'));
    const { code, stderr } = await deckhand.run(['serve', '--port', '0', '--state', file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`in use by process ${pid} of `)]);
  });

  it.skipIf(!canMakeNamespaces)('starts again as process 1 of a container that was killed', async () => {
    const file = join(folderOf({}), 'state.json');
    const main = join(deckhand.folder, 'dist/cli/main.js');
    const contained = ['--pid', '--fork', '--kill-child', '--mount-proc', process.execPath, main];
    const start = () => {
      const child = spawn('unshare', [
        ...contained,
        'serve',
        '--port',
        '0',
        '--state',
        file,
        '--log',
        'silent',
      ]);
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = once(child, 'close');
      const url = once(child.stdout, 'data').then(([data]) => String(data).trim());
      return { child, ended, url };
    };
    const first = start();
    await first.url;
    expect(JSON.parse(readFileSync(`${file}.lock`, 'utf8')).pid).toBe(1);
    const { code, stderr } = await deckhand.run(['serve', '--port', '0', '--state', file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('in use by process 1 of ')]);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await start().url).toContain('http://127.0.0.1:');
  });

  const kills = cases(5).numRuns;
  it(
    `loses no job that its file had, and leaves no draft, over ${kills} times kill -9`,
    async () => {
      const folder = folderOf({});
      const file = join(folder, 'state.json');
      const send = { ...KEY, 'content-type': 'application/json' };
      const ids: string[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        const server = serve('--state', file, '--log', 'silent', '--scenario', 'never-ends');
        const url = `${await server.url()}/api/v1/presentations/generate`;
        const job = async (): Promise<string> => {
          const body = JSON.stringify({ prompt: `Tides ${'and waves '.repeat(400)}` });
          const response = await fetch(url, { method: 'POST', headers: send, body });
          return (await response.json()).generation_id;
        };
        for (const id of ids.slice(-20))
          expect([kill, id, (await fetch(`${url}/${id}/status`, { headers: KEY })).status]).toEqual([
            kill,
            id,
            200,
          ]);
        const kept = [await job(), await job()];
        await expect.poll(() => readFileSync(file, 'utf8'), { interval: 5 }).toContain(kept[1]);
        ids.push(...kept);
        // The next write has begun, or is about to: another moment each time.
        void job().catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, (kill * 83) % 700));
        server.kill('SIGKILL');
        await server.ended;
        const text = readFileSync(file, 'utf8');
        expect(ids.filter((id) => !text.includes(id))).toEqual([]);
      }
      const last = serve('--state', file, '--log', 'silent');
      await last.url();
      expect(readdirSync(folder).toSorted()).toEqual(['state.json', 'state.json.lock']);
      last.kill('SIGTERM');
      await last.ended;
      expect(readdirSync(folder)).toEqual(['state.json']);
    },
    60_000 + kills * 10_000,
  );

  it('serves a snapshot of the control API at its moment, and never writes to its file', async () => {
    const first = await serve('--log', 'silent').url();
    const snapshot = await (await fetch(`${first}/_deckhand/api/workspaces/ws_dev/snapshot`)).text();
    const file = join(folderOf({ 'snapshot.json': snapshot }), 'snapshot.json');
    const second = serve('--state', file);
    const url = await second.url();
    const clock = await (await fetch(`${url}/_deckhand/api/workspaces/ws_dev/clock`)).json();
    expect(clock).toMatchObject({
      now: new Date(JSON.parse(snapshot).clock.now).toISOString(),
      paused: true,
    });
    await fetch(`${url}/api/v1/presentations/generate`, {
      method: 'POST',
      headers: { ...KEY, 'content-type': 'application/json' },
      body: '{"prompt":"Tides"}',
    });
    second.kill('SIGTERM');
    const { stdout } = await second.ended;
    expect(stdout).toContain('the file is only read, and the clock is paused');
    expect(readFileSync(file, 'utf8')).toBe(snapshot);
  });

  it('refuses a file that is no state, with exit code 2', async () => {
    const file = join(folderOf({ 'state.json': 'not a state' }), 'state.json');
    const { code, stderr } = await deckhand.run(['serve', '--port', '0', '--state', file]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^deckhand: The state in .* cannot be loaded\./),
    ]);
  });
});
