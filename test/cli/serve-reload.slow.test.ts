import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { install, type DeckhandProcess } from './deckhand-process.js';
import { connectDeckhand } from '../../src/app/remote.js';
import { folderOf } from './temporary.js';

const deckhand = install();
const HEADERS = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };

const story = (steps: string): string => `title: Mine\ndescription: A story of mine\nsteps: [${steps}]\n`;
const WORKING = story('{ work: { for: 1h } }, { complete: }');
const FAILED = story('{ fail: { error: Edited } }');
const COMPLETED = story('{ complete: }');
const BROKEN = story('{ complte: }');

/** Starts a job and returns a function that reads its status. */
async function startJob(url: string, scenario = ''): Promise<() => Promise<string>> {
  const headers = { ...HEADERS, 'x-deckhand-scenario': scenario };
  const accepted = await fetch(`${url}/api/v1/presentations/generate`, {
    method: 'POST',
    headers,
    body: '{"prompt":"A deck"}',
  });
  if (accepted.status !== 202) return async () => `refused with ${accepted.status}`;
  const { poll_url: pollUrl } = await accepted.json();
  return async () => (await (await fetch(url + pollUrl, { headers: HEADERS })).json()).status;
}
const statusOf = async (url: string, scenario?: string): Promise<string> => (await startJob(url, scenario))();

/** The mistakes of scenario files, from the control API. */
async function refusedAt(url: string): Promise<unknown> {
  return (await (await fetch(`${url}/_deckhand/api/scenarios`)).json()).refused;
}

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

/** A process that watches a folder with these files. */
async function serveFolder(files: Readonly<Record<string, string>>) {
  const folder = folderOf(files);
  const running = deckhand.start(['serve', '--port', '0', '--scenarios', folder]);
  const save = (name: string, text: string) => (count: number) =>
    writeFileSync(join(folder, name), `${text}# ${count}\n`);
  return { folder, running, save, url: await running.url() };
}

describe('an edited scenario file', () => {
  it('is played by new jobs, and running jobs keep the old story', async () => {
    const { running, url, save } = await serveFolder({ 'mine.yaml': WORKING });
    const job = await startJob(url, 'mine');
    await changeUntil(running, /^(?:Rel|L)oaded mine from \S*mine\.yaml\./m, save('mine.yaml', FAILED));
    expect(await statusOf(url, 'mine')).toBe('failed');
    expect(await job()).toBe('generating');
  });

  it('is refused with its place while it is broken, and the last good version stays', async () => {
    const { running, url, save } = await serveFolder({ 'mine.yaml': WORKING });
    const changes = connectDeckhand(url).workspace('ws_dev').changes();
    await changes.next();
    expect(await refusedAt(url)).toEqual([]);
    await changeUntil(running, /^\S*mine\.yaml:3:\d+: .*complte.*complete/m, save('mine.yaml', BROKEN));
    await running.until(/^The last valid version stays in use\.$/m);
    // Clients that watch the workspace learn of the change, too.
    expect((await changes.next()).value).toHaveProperty('scenarios');
    await changes.return();
    expect(await refusedAt(url)).toEqual([
      { name: 'mine', errors: [expect.stringMatching(/mine\.yaml:3:\d+: .*complte/)] },
    ]);
    expect(await statusOf(url, 'mine')).toBe('generating');
    await changeUntil(running, /^(?:Rel|L)oaded mine /m, save('mine.yaml', COMPLETED));
    expect(await statusOf(url, 'mine')).toBe('completed');
    expect(await refusedAt(url)).toEqual([]);
  });

  it('is read when an editor replaces the file', async () => {
    const { folder, running, url } = await serveFolder({ 'mine.yaml': WORKING });
    await changeUntil(running, /^(?:Rel|L)oaded mine /m, (count) => {
      writeFileSync(join(folder, '.mine.yaml.swp'), `${FAILED}# ${count}\n`);
      renameSync(join(folder, '.mine.yaml.swp'), join(folder, 'mine.yaml'));
    });
    expect(await statusOf(url, 'mine')).toBe('failed');
    expect(running.stdout).not.toContain('swp');
  });

  it('is refused only while another file of the folder has the same name', async () => {
    const { folder, running, url, save } = await serveFolder({ 'mine.yaml': WORKING });
    await changeUntil(
      running,
      /^Two files are the scenario mine: mine\.json and mine\.yaml in /m,
      save('mine.json', FAILED),
    );
    expect(await statusOf(url, 'mine')).toBe('generating');
    save('other.yaml', COMPLETED)(0);
    await running.until(/^Loaded other /m);
    rmSync(join(folder, 'mine.yaml'));
    await running.until(/^Reloaded mine from \S*mine\.json\./m);
    expect(await statusOf(url, 'mine')).toBe('failed');
    expect(await refusedAt(url)).toEqual([]);
  });
});

describe('a new scenario file', () => {
  it('can be played at once', async () => {
    const { running, url, save } = await serveFolder({});
    expect(await statusOf(url, 'new')).toBe('refused with 400');
    await changeUntil(running, /^(?:Rel|L)oaded new from \S*new\.yaml/m, save('new.yaml', COMPLETED));
    expect(await statusOf(url, 'new')).toBe('completed');
  });

  it('does not stop the server when it is broken at the start, and is loaded when it is valid', async () => {
    const { running, url, save } = await serveFolder({ 'broken.yaml': BROKEN, 'good.yaml': FAILED });
    await running.until(/^deckhand: \S*broken\.yaml:3:\d+: .*complte/m);
    await running.until(/^deckhand: broken is loaded when its file is valid\.$/m);
    expect(await statusOf(url, 'good')).toBe('failed');
    expect(await statusOf(url, 'broken')).toBe('refused with 400');
    await changeUntil(running, /^(?:Rel|L)oaded broken /m, save('broken.yaml', COMPLETED));
    expect(await statusOf(url, 'broken')).toBe('completed');
  });
});

describe('a deleted scenario file', () => {
  it('is reported as deleted, and can be played until the next start', async () => {
    const { folder, running, url, save } = await serveFolder({ 'mine.yaml': WORKING });
    await changeUntil(running, /^(?:Rel|L)oaded mine /m, save('mine.yaml', COMPLETED));
    rmSync(join(folder, 'mine.yaml'));
    await running.until(/^\S*mine\.yaml was deleted\. .*stays until the next start\.$/m);
    expect(await statusOf(url, 'mine')).toBe('completed');
  });
});
