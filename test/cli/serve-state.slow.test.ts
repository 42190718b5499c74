import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install } from './deckhand-process.js';
import { folderOf } from './temporary.js';

const deckhand = install();
const serve = (...flags: readonly string[]) => deckhand.start(['serve', '--port', '0', ...flags]);
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
