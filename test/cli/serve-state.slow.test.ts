import { once } from 'node:events';
import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cases } from '../fast-check.js';
import { install } from './deckhand-process.js';
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
});
