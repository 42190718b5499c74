import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { install, type DeckhandProcess } from './deckhand-process.js';
import { connectDeckhand } from '../../src/adapters/remote.js';
import { folderOf } from './temporary.js';

const deckhand = install();
const HEADERS = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };

const story = (steps: string): string => `title: Mine\ndescription: A story of mine\nsteps: [${steps}]\n`;
const WORKING = story('{ work: { for: 1h } }, { complete: }');
const FAILED = story('{ fail: { error: Edited } }');
const COMPLETED = story('{ complete: }');
const BROKEN = story('{ complte: }');

/** Starts a job and returns what to ask for its status with. */
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

/** What is wrong with scenario files, as the control API tells it. */
async function refusedAt(url: string): Promise<unknown> {
  return (await (await fetch(`${url}/_deckhand/api/scenarios`)).json()).refused;
}

/**
 * Changes something until the process speaks of it: it says that it listens a moment before it begins to watch.
 * @param change gets a number that differs each time
 */
async function changeUntil(
  running: DeckhandProcess,
  pattern: RegExp,
  change: (count: number) => void,
): Promise<void> {
  const heard = running.until(pattern);
  for (let count = 0; ; count += 1) {
    change(count);
    const later = new Promise<undefined>((resolve) => setTimeout(resolve, 150));
    if (await Promise.race([heard, later])) return;
  }
}

/** A process that watches a folder with these files. */
async function serveFolder(files: Readonly<Record<string, string>>) {
  const folder = folderOf(files);
  const running = deckhand.start(['serve', '--port', '0', '--scenarios', folder]);
  const save = (name: string, text: string) => (count: number) =>
    writeFileSync(join(folder, name), `${text}# ${count}\n`);
  return { folder, running, save, url: await running.url() };
}

describe('a scenario file that is edited while the server runs', () => {
  it('is what new jobs play; those that run keep the story they began with', async () => {
    const { running, url, save } = await serveFolder({ 'mine.yaml': WORKING });
    const job = await startJob(url, 'mine');
    await changeUntil(running, /^(?:Rel|L)oaded mine from \S*mine\.yaml\./m, save('mine.yaml', FAILED));
    expect(await statusOf(url, 'mine')).toBe('failed');
    expect(await job()).toBe('generating');
  });

  it('is what a workspace plays where it was made active', async () => {
    const { running, url, save } = await serveFolder({ 'mine.yaml': WORKING });
    await connectDeckhand(url).workspace('ws_dev').use('mine');
    expect(await statusOf(url)).toBe('generating');
    await changeUntil(running, /^(?:Rel|L)oaded mine /m, save('mine.yaml', FAILED));
    expect(await statusOf(url)).toBe('failed');
  });

  it('is refused with its place when it is broken, and the last good version stays, until it is mended', async () => {
    const { running, url, save } = await serveFolder({ 'mine.yaml': WORKING });
    const events = connectDeckhand(url).workspace('ws_dev').events();
    await events.next();
    expect(await refusedAt(url)).toEqual([]);
    await changeUntil(running, /^\S*mine\.yaml:3:\d+: .*complte.*complete/m, save('mine.yaml', BROKEN));
    await running.until(/^The last good version stays\.$/m);
    // Who looks at the file is told of it all the same.
    expect((await events.next()).value?.event).toBe('scenarios');
    await events.return();
    expect(await refusedAt(url)).toEqual([
      { name: 'mine', errors: [expect.stringMatching(/mine\.yaml:3:\d+: .*complte/)] },
    ]);
    expect(await statusOf(url, 'mine')).toBe('generating');
    await changeUntil(running, /^(?:Rel|L)oaded mine /m, save('mine.yaml', COMPLETED));
    expect(await statusOf(url, 'mine')).toBe('completed');
    expect(await refusedAt(url)).toEqual([]);
  });

  it('is read when an editor puts a new file in its place', async () => {
    const { folder, running, url } = await serveFolder({ 'mine.yaml': WORKING });
    await changeUntil(running, /^(?:Rel|L)oaded mine /m, (count) => {
      writeFileSync(join(folder, '.mine.yaml.swp'), `${FAILED}# ${count}\n`);
      renameSync(join(folder, '.mine.yaml.swp'), join(folder, 'mine.yaml'));
    });
    expect(await statusOf(url, 'mine')).toBe('failed');
    expect(running.stdout).not.toContain('swp');
  });

  it('may be one of those that came with the package', async () => {
    const { running, url } = await serveFolder({});
    await changeUntil(running, /^(?:Rel|L)oaded instant /m, (count) =>
      writeFileSync(join(deckhand.folder, 'scenarios/instant.yaml'), `${FAILED}# ${count}\n`),
    );
    expect(await statusOf(url, 'instant')).toBe('failed');
  });

  it('is refused as long as another file beside it has its name, and nothing else is', async () => {
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

  // The edited file wins, whichever folder it is in; after a restart the other one does again.
  it('stays behind one of its name in a later folder', async () => {
    const last = folderOf({ 'mine.yaml': COMPLETED });
    const first = folderOf({ 'mine.yaml': WORKING });
    const running = deckhand.start(['serve', '--port', '0', '--scenarios', first, '--scenarios', last]);
    const url = await running.url();
    const save = (name: string) => writeFileSync(join(first, `${name}.yaml`), FAILED);
    await changeUntil(running, /^(?:Rel|L)oaded watched /m, () => save('watched'));
    save('mine');
    // What was saved after it has been read: so has it.
    for (const name of ['then', 'later']) {
      save(name);
      await running.until(new RegExp(`^(?:Rel|L)oaded ${name} `, 'm'));
    }
    expect(await statusOf(url, 'mine')).toBe('completed');
  });
});

describe('a scenario file that appears while the server runs', () => {
  it('can be played at once', async () => {
    const { running, url, save } = await serveFolder({});
    expect(await statusOf(url, 'new')).toBe('refused with 400');
    await changeUntil(running, /^(?:Rel|L)oaded new from \S*new\.yaml/m, save('new.yaml', COMPLETED));
    expect(await statusOf(url, 'new')).toBe('completed');
  });

  it('is refused when it is broken', async () => {
    const { running, url, save } = await serveFolder({});
    await changeUntil(running, /^\S*new\.yaml:3:\d+: .*complte/m, save('new.yaml', BROKEN));
    expect(await statusOf(url, 'new')).toBe('refused with 400');
  });
});

describe('a scenario file that is deleted while the server runs', () => {
  it('is said to be gone, and can be played until the next start', async () => {
    const { folder, running, url, save } = await serveFolder({ 'mine.yaml': WORKING });
    await changeUntil(running, /^(?:Rel|L)oaded mine /m, save('mine.yaml', COMPLETED));
    rmSync(join(folder, 'mine.yaml'));
    await running.until(/^\S*mine\.yaml was deleted\. .*stays until the next start\.$/m);
    expect(await statusOf(url, 'mine')).toBe('completed');
  });
});
