import { once } from 'node:events';
import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cases } from '../fast-check.js';
import { installCli } from './deckhand-process.js';
import { createTempFolder } from './temp-files.js';

const deckhand = installCli();
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
  const kills = cases(2).numRuns;
  it(
    `loses no job that its file had over ${kills} times kill -9 in the middle of a write`,
    async () => {
      const folder = createTempFolder({});
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
});
