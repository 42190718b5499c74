import { once } from 'node:events';
import { readFileSync, watch, writeFileSync } from 'node:fs';
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

/** Waits until the file contains this text. */
const waitForText = (file: string, part: string) =>
  expect.poll(() => readFileSync(file, 'utf8'), { interval: 5 }).toContain(part);

describe('deckhand serve --state', () => {
  const kills = cases(2).numRuns;
  it(
    `loses no job of its file when it is killed during a write, ${kills} times`,
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
        await waitForText(file, id);
        ids.push(id);
        // Any change in the folder: the temporary file of the next write, or its rename.
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

describe('deckhand serve --snapshot', () => {
  const saveSnapshot = async (url: string): Promise<string> => {
    const response = await fetch(`${url}/_deckhand/api/workspaces/ws_dev/snapshot`);
    return response.text();
  };

  it('restores a workspace, names its file in the log, and never writes it', async () => {
    const file = join(createTempFolder({}), 'snapshot.json');
    const first = serve('--log', 'silent', '--scenario', 'never-ends');
    const firstUrl = await first.url();
    const id = await start(firstUrl);
    const text = await saveSnapshot(firstUrl);
    writeFileSync(file, text);

    const second = serve('--snapshot', file, '--log', 'json');
    const url = await second.url();
    expect(JSON.parse(second.stdout.split('\n')[0] ?? '')).toEqual({ listening: url, snapshot: file });
    expect(await saveSnapshot(url)).toContain(id);
    await start(url);
    second.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it.each([
    ['with --state', ['--state', 'b.json'], /option '--state <file>' .*option '--snapshot <file>'/],
    [
      'with a snapshot of another version',
      [],
      /was written by another version of Deckhand; start without it\.$/m,
    ],
  ])('%s exits with 2, and leaves the file unchanged', async (_what, flags, message) => {
    const text = '{"format":"deckhand-snapshot","version":3}';
    const file = join(createTempFolder({ 'a.json': text }), 'a.json');
    const { code, stderr } = await deckhand.run(['serve', '--port', '0', '--snapshot', file, ...flags]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
