import { describe, expect, it } from 'vitest';
import { restoreSaved } from '../../../src/integrations/browser/put-back.js';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { ask, reloaded, saved, startJob, view, withLines } from './saved-tab.js';

const MINUTE = 60_000;

describe('the saved state of a tab', () => {
  it('is restored: jobs, journals, keys, plan, sandboxes', async () => {
    const before = createDeckhand();
    const dev = before.workspace('ws_dev');
    dev.clock.pause();
    const id = await startJob(before);
    const { key } = await before.workspace('ws_other').createKey();
    await dev.configure({ plan: 'free' });
    const mine = await startJob(before, 'sandbox-mine');
    const { key: further } = await before.workspace('sandbox-mine').createKey();
    await ask(before, '/templates', undefined, 'nobody');
    const after = await reloaded(saved(before));

    expect(await after.workspace('ws_dev').snapshot()).toEqual(await dev.snapshot());
    expect((await ask(after, '/templates', undefined, key)).status).toBe(200);
    expect((await view(after, mine, further)).status).toBe('generating');
    expect(after.workspace('').journal()).toEqual(before.workspace('').journal());
    expect((await view(after, id)).code).toBe('api_not_in_plan');
    const sequences = after
      .workspace('ws_dev')
      .journal()
      .map(({ sequence }) => sequence);
    expect(sequences).toEqual([1, 6]);
  });

  it('has no key in it', async () => {
    const before = createDeckhand();
    const { key } = await before.workspace('ws_dev').createKey();
    await ask(before, '/templates', undefined, key);
    expect(JSON.stringify(saved(before))).not.toContain(key);
  });

  it.each([
    ['runs', 1, MINUTE],
    ['runs at sixty times the speed', 60, 60 * MINUTE],
    ['stands still', 0, 0],
  ])('goes on as if the tab had stayed open with its clock, which %s', async (_how, speed, passed) => {
    const before = createDeckhand();
    const { clock } = before.workspace('ws_dev');
    if (speed > 0) clock.setSpeed(speed);
    else clock.pause();
    clock.advance('1h');
    const began = Date.now();
    const kept = saved(before);
    const shown = clock.now();
    const later = withLines(kept, ({ running, ...line }) =>
      running ? { ...line, running: { ...running, at: running.at - MINUTE } } : line,
    );
    const after = (await reloaded(later)).workspace('ws_dev').clock.now();
    expect(after - shown).toBeGreaterThanOrEqual(passed);
    // The duration of this test also passes on the clock, and one millisecond of it can count twice.
    expect(after - shown).toBeLessThanOrEqual(passed + speed * (Date.now() - began + 1));
  });

  it('numbers new jobs after the restored ones', async () => {
    const before = createDeckhand();
    const first = await startJob(before);
    const kept = saved(before);
    const second = await startJob(before);
    const after = await reloaded(kept);
    expect(await startJob(after)).toBe(second);
    expect((await view(after, first)).status).toBe('generating');
  });

  it('says how many exchanges are missing from a journal that did not fit', async () => {
    const before = createDeckhand();
    for (let count = 0; count < 3; count += 1) await ask(before, '/templates');
    const kept = saved(before);
    const after = await reloaded({ ...kept, entries: JSON.stringify(JSON.parse(kept.entries).slice(2)) });
    const { journal } = await after.workspace('ws_dev').snapshot();
    expect([journal.dropped, journal.exchanges.map(({ sequence }) => sequence)]).toEqual([2, [3]]);
  });

  it('with a workspace that the code no longer creates is restored without it', async () => {
    const before = createDeckhand();
    await before.arrange((data) => data.workspace.create({ id: 'ws_mine', name: 'Mine' }));
    const id = await startJob(before);
    const after = await reloaded(saved(before));
    expect((await view(after, id)).status).toBe('generating');
    expect(after.directory.workspace('ws_mine')).toBeUndefined();
  });

  it('changes nothing when a part of it is invalid', async () => {
    const before = createDeckhand();
    await startJob(before);
    for (let job = 0; job < 3; job += 1) await startJob(before, 'deckhand-other-key');
    const kept = saved(before);
    const after = createDeckhand({ maxJobs: 2 });
    after.workspace('ws_dev').use('timeout-failure');
    expect(() => restoreSaved(after, kept)).toThrow('more than this mock server keeps');
    expect(await after.workspace('ws_dev').jobs()).toEqual([]);
    expect((await after.workspace('ws_dev').info()).scenario).toBe('timeout-failure');
    expect(after.service.workspace('ws_dev', Date.now()).settings.fallback).toBeUndefined();
  });
});

describe('the current code of the page', () => {
  const statusOfNewJob = async (deckhand: ReturnType<typeof createDeckhand>): Promise<string> =>
    (await view(deckhand, await startJob(deckhand))).status;

  it('overrides the options of the time when the tab was saved', async () => {
    const kept = saved(createDeckhand({ scenario: 'happy-path' }));
    expect(await statusOfNewJob(await reloaded(kept, { scenario: 'instant' }))).toBe('completed');
    expect((await reloaded(kept, { speed: 60 })).service.workspace('ws_dev', 0).clock.speed).toBe(60);
  });

  it('overrides changes in the tab, when it runs before the restore', async () => {
    const before = createDeckhand();
    before.workspace('ws_dev').use('no-progress');
    const after = await reloaded(saved(before), {}, (deckhand) => {
      deckhand.workspace('ws_dev').use('instant');
      deckhand.workspace('ws_dev').clock.pause();
    });
    expect(await statusOfNewJob(after)).toBe('completed');
    expect((await after.workspace('ws_dev').info()).clock.paused).toBe(true);
  });

  it('keeps changes in the tab when it does not set the option', async () => {
    const before = createDeckhand({ speed: 2 });
    before.workspace('ws_dev').use('timeout-failure');
    before.workspace('ws_dev').clock.setSpeed(60);
    const after = await reloaded(saved(before), { speed: 2 });
    expect(await after.workspace('ws_dev').info()).toMatchObject({
      scenario: 'timeout-failure',
      clock: { speed: 60 },
    });
  });

  it('determines the story of a scenario that was edited since', async () => {
    const scenario = (error: string) => ({
      title: 'Mine',
      description: 'Fails',
      steps: [{ fail: { error } }],
    });
    const before = createDeckhand({ scenarios: { mine: scenario('Old') } });
    before.workspace('ws_dev').use('mine');
    const old = await startJob(before);
    const after = await reloaded(saved(before), { scenarios: { mine: scenario('New') } });
    expect((await view(after, old)).error).toBe('Old');
    expect((await view(after, await startJob(after))).error).toBe('New');
  });

  it('does not change a snapshot that was restored in the tab', async () => {
    const elsewhere = createDeckhand({ seed: 7, scenario: 'instant' });
    const before = createDeckhand();
    await before.workspace('ws_dev').restore(await elsewhere.workspace('ws_dev').snapshot());
    const after = await reloaded(saved(before), { scenario: 'no-progress', speed: 9 });
    expect(await startJob(after)).toBe(await startJob(elsewhere));
    expect(await statusOfNewJob(after)).toBe('completed');
  });
});
