import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, watch } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cases } from '../fast-check.js';
import { DeckhandProcess, install } from './deckhand-process.js';
import { folderOf } from './temporary.js';

const deckhand = install();
const serve = (...flags: readonly string[]) => deckhand.start(['serve', '--port', '0', ...flags]);
const KEY = { 'x-api-key': 'deckhand-dev-key' };
const SEND = { ...KEY, 'content-type': 'application/json' };

async function start(url: string, prompt = 'Tides'): Promise<string> {
  const body = JSON.stringify({ prompt });
  const response = await fetch(`${url}/api/v1/presentations/generate`, {
    method: 'POST',
    headers: SEND,
    body,
  });
  return (await response.json()).generation_id;
}

/** When the file has this text. */
const has = (file: string, part: string) =>
  expect.poll(() => readFileSync(file, 'utf8'), { interval: 5 }).toContain(part);

describe('deckhand serve --state', () => {
  const kills = cases(5).numRuns;
  it(
    `loses no job that its file had over ${kills} times kill -9 in the middle of a write`,
    async () => {
      const folder = folderOf({});
      const file = join(folder, 'state.json');
      const ids: string[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        const server = serve('--state', file, '--log', 'silent', '--scenario', 'never-ends');
        const url = await server.url();
        const listed = await fetch(`${url}/_deckhand/api/workspaces/ws_dev/jobs?limit=1000`);
        const { jobs } = (await listed.json()) as { jobs: readonly { generation_id: string }[] };
        expect(jobs.map(({ generation_id }) => generation_id)).toEqual(expect.arrayContaining(ids));
        const id = await start(url, 'and waves '.repeat(700));
        await has(file, id);
        ids.push(id);
        // Any change in the folder: the draft of the next write, or its rename.
        const watcher = watch(folder);
        const changed = once(watcher, 'change');
        await start(url);
        await changed;
        server.kill('SIGKILL');
        await server.ended;
        watcher.close();
        expect(
          ids.filter((one) => !JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))).includes(one)),
        ).toEqual([]);
      }
    },
    60_000 + kills * 10_000,
  );

  it('writes the last changes when it is stopped', async () => {
    const file = join(folderOf({}), 'state.json');
    const server = serve('--state', file, '--log', 'silent');
    const id = await start(await server.url());
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain(id);
  });

  it('serves a moment of the control API at its instant, and never writes to its file', async () => {
    const first = await serve('--log', 'silent').url();
    await start(first);
    const moment = await (await fetch(`${first}/_deckhand/api/workspaces/ws_dev/state`)).text();
    const file = join(folderOf({ 'moment.json': moment }), 'moment.json');
    const second = serve('--state', file);
    const url = await second.url();
    const clock = await (await fetch(`${url}/_deckhand/api/workspaces/ws_dev/clock`)).json();
    const now = new Date(JSON.parse(moment).workspaces[0].clock.now).toISOString();
    expect(clock).toMatchObject({ now, paused: true });
    await start(url);
    second.kill('SIGTERM');
    const { stdout } = await second.ended;
    expect(stdout).toContain('moment.json: the file is only read, and the clock is paused');
    expect(readFileSync(file, 'utf8')).toBe(moment);
  });

  it('refuses a file that is no state, with exit code 2, and one sentence', async () => {
    const file = join(folderOf({ 'state.json': 'not a state' }), 'state.json');
    const { code, stderr } = await deckhand.run(['serve', '--port', '0', '--state', file]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^deckhand: .*state\.json is not a state that can be loaded: it is not JSON: .*\n {2}The file was not changed\./,
      ),
    ]);
    expect(readFileSync(file, 'utf8')).toBe('not a state');
  });

  it.skipIf(process.platform === 'win32')(
    'goes on when descriptors run out, says it once, and writes later',
    async () => {
      const file = join(folderOf({}), 'state.json');
      const main = join(deckhand.folder, 'dist/cli/main.js');
      const command = `ulimit -n 64; exec "$0" "$@"`;
      const words = [process.execPath, main, 'serve', '--port', '0', '--state', file, '--log', 'silent'];
      const env = { PATH: process.env['PATH'] ?? '' };
      const server = new DeckhandProcess(
        spawn('sh', ['-c', command, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
      );
      const sockets: Socket[] = [];
      onTestFinished(async () => {
        for (const socket of sockets) socket.destroy();
        server.kill('SIGKILL');
        await server.ended;
      });
      const url = new URL(await server.url());
      // This connection exists before the others take all descriptors.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => agent.destroy());
      const send = async (path: string): Promise<string> => {
        const sent = request(new URL(path, url), { agent, method: 'POST', headers: SEND });
        sent.end('{"prompt":"Tides"}');
        const [response] = await once(sent, 'response');
        return text(response);
      };
      await send('/api/v1/presentations/generate');
      const open = (): Socket => connect(Number(url.port), url.hostname).on('error', () => {});
      // Descriptors run out when the connections are accepted, and stay so: a server closes those that it cannot hold, and idle
      // ones. Each job is a reason to write.
      const started: string[] = [];
      // Without a free descriptor, the server can also reset the connection of a request.
      const start = async (): Promise<void> => {
        const reply = await send('/api/v1/presentations/generate').catch(() => undefined);
        if (reply !== undefined) started.push(JSON.parse(reply).generation_id);
      };
      while (!server.stderr.includes('state.json cannot be written. Too many files are open.')) {
        for (let index = 0; index < 100; index += 1)
          if (sockets[index]?.destroyed ?? true) sockets[index] = open();
        await start();
      }
      for (const before = started.length; started.length === before;) await start();
      for (const socket of sockets) socket.destroy();
      await has(file, started.at(-1) ?? '');
      expect(server.stderr.match(/cannot be written/g)).toHaveLength(1);
    },
  );
});
