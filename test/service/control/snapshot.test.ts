import { describe, expect, it } from 'vitest';
import fc from '../../fast-check.js';
import type { Snapshot } from '../../../src/generated/control-api.js';
import { digestOf } from '../../../src/service/snapshot/digest.js';
import { act, acts } from './random-history.js';
import { EPOCH, Virtual } from './virtual.js';

describe('a snapshot', () => {
  it('restored in another mock server behaves like the original, and has the same snapshot', async () => {
    await fc.assert(
      fc.asyncProperty(acts, acts, fc.integer({ min: 0, max: 99 }), async (before, after, seed) => {
        const first = new Virtual({ seed, rateLimit: '15/1m', scenario: 'slow-progress' });
        const jobs: string[] = [];
        for (const what of before) await act(first, jobs, what);
        const snapshot = JSON.parse(JSON.stringify(await first.run('takeSnapshot'))) as Snapshot;

        const second = new Virtual();
        second.at = EPOCH + 123_456_789;
        await second.run('restoreSnapshot', {}, snapshot);
        expect(await second.run('takeSnapshot')).toEqual(snapshot);
        const others = [...jobs];
        for (const what of after)
          expect(await act(second, others, what)).toEqual(await act(first, jobs, what));
        expect(others).toEqual(jobs);
      }),
      { numRuns: 100 },
    );
  });

  it('replaces the whole state', async () => {
    const stage = new Virtual();
    await stage.job();
    const snapshot = await stage.run('takeSnapshot');
    const later = await stage.job();
    await stage.run('restoreSnapshot', {}, snapshot);
    expect((await stage.run('listJobs')).total).toBe(1);
    expect(await stage.refusal('getJob', { job: later })).toBe('not-found');
  });

  it('keeps plan, switch and templates of its workspace', async () => {
    const stage = new Virtual();
    const row = { name: 'T', description: '', outline: ['A'], slideCount: 1 };
    await stage.deckhand.arrange((db) =>
      db.template.create({ id: 'tpl_own', workspaceId: 'ws_dev', ...row }),
    );
    await stage.run('changeWorkspace', {}, { plan: 'free' });
    const snapshot = await stage.run('takeSnapshot');
    const sandbox = { workspace: 'sandbox-copy' };
    expect(await stage.run('restoreSnapshot', sandbox, snapshot)).toMatchObject({ plan: 'free' });
    await stage.run('changeWorkspace', sandbox, { plan: 'max' });
    const { body } = await stage.api('GET', '/templates', undefined, 'sandbox-copy');
    expect(body.templates[0].id).toBe('tpl_own');
  });

  it('can be restored in another workspace, and arrangements still work there', async () => {
    const stage = new Virtual();
    const row = { name: 'T', description: '', outline: ['A'], slideCount: 1 };
    await stage.deckhand.arrange((db) =>
      db.template.create({ id: 'tpl_own', workspaceId: 'ws_dev', ...row }),
    );
    await stage.run('restoreSnapshot', { workspace: 'ws_other' }, await stage.run('takeSnapshot'));
    const owners = await stage.deckhand.arrange((db) =>
      db.template.findMany({ where: { id: { equals: 'tpl_own' } } }).map(({ workspaceId }) => workspaceId),
    );
    expect(owners).toEqual(['ws_dev', 'ws_other']);
  });
});

describe('a snapshot is refused as a whole', () => {
  const seal = (snapshot: Snapshot) => ({ ...snapshot, digest: digestOf(snapshot) });

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- it is damaged on purpose
  it.each<[string, (snapshot: any) => unknown, string]>([
    ['of another version', (one) => seal({ ...one, version: 2 }), '/version'],
    ['of something else', (one) => seal({ ...one, format: 'har' }), '/format'],
    ['with a field gone', ({ clock: _, ...rest }) => seal(rest), '/clock'],
    ['with one figure changed', (one) => ({ ...one, settings: { ...one.settings, seed: 7 } }), '/digest'],
    [
      'with a job of no timeline',
      (one) => seal({ ...one, scenarios: [] }),
      '/settings/default_scenario /jobs/0/timeline',
    ],
    ['with a job twice', (one) => seal({ ...one, jobs: [...one.jobs, ...one.jobs] }), '/jobs/1/id'],
    [
      'with a template twice',
      (one) => {
        const template = { id: 'tpl', name: 'T', description: '', outline: ['A'], slide_count: 1 };
        return seal({ ...one, templates: [template, template] });
      },
      '/templates/1/id',
    ],
    [
      'with events out of order',
      (one) => seal({ ...one, jobs: [{ ...one.jobs[0], events: [{ kind: 'stall', at: 5 }] }] }),
      '/jobs/0/events',
    ],
    [
      'with a broken scenario',
      (one) => seal({ ...one, scenarios: [{ ...one.scenarios[0], scenario: { title: 'T' } }] }),
      '/scenarios/0/scenario/steps',
    ],
    ['that is no object', () => 'snapshot', ''],
  ])('%s', async (_name, damage, pointers) => {
    const stage = new Virtual();
    await stage.job();
    const snapshot = await stage.run('takeSnapshot');
    await stage.job();
    const before = await stage.run('takeSnapshot');
    expect(await stage.refusal('restoreSnapshot', {}, damage(snapshot))).toContain(`bad-input ${pointers}`);
    expect(await stage.run('takeSnapshot')).toEqual(before);
  });

  it('when it is larger than the limits', async () => {
    const stage = new Virtual();
    for (let job = 0; job < 3; job += 1) await stage.job();
    const snapshot = await stage.run('takeSnapshot');
    const small = new Virtual({ maxJobs: 2 });
    expect(await small.refusal('restoreSnapshot', {}, snapshot)).toBe('bad-input /jobs');
    expect((await small.run('listJobs')).total).toBe(0);
  });
});
