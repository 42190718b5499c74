import { describe, expect, it } from 'vitest';
import fc, { cases } from '../../fast-check.js';
import type { DeckhandOptions } from '../../../src/app/deckhand.js';
import type { UserError } from '../../../src/base/user-error.js';
import type { Snapshot, WorkspaceSnapshot } from '../../../src/generated/control-api.js';
import { restoreSnapshot } from '../../../src/service/snapshot/restore.js';
import { createServerSnapshot } from '../../../src/service/snapshot/create.js';
import { performAction, arbitraryActions } from './arbitrary-actions.js';
import { EPOCH, ControlHarness } from './control-harness.js';

const OPTIONS: DeckhandOptions = { seed: 7, rateLimit: '15/1m', scenario: 'slow-progress' };
const TEMPLATE = { name: 'T', description: '', outline: ['A'], slideCount: 1 };

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Without the real time of the save. */
const content = async (harness: ControlHarness): Promise<unknown> =>
  (await harness.run('getSnapshot')).workspaces;

describe('a snapshot of a workspace', () => {
  it('restored in another mock server behaves like the original, and is the same snapshot', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryActions, arbitraryActions, async (before, after) => {
        const first = new ControlHarness(OPTIONS);
        const jobs: string[] = [];
        for (const what of before) await performAction(first, jobs, what);
        const snapshot = copyOf(await first.run('getSnapshot'));

        const second = new ControlHarness();
        second.at = EPOCH + 123_456_789;
        await second.run('restoreSnapshot', {}, snapshot);
        expect(await content(second)).toEqual(snapshot.workspaces);
        const others = [...jobs];
        for (const what of after)
          expect(await performAction(second, others, what)).toEqual(await performAction(first, jobs, what));
        expect(others).toEqual(jobs);
      }),
      { numRuns: 100 },
    );
  });

  it('restored in another workspace has its plan and templates there, and the registry can still be changed', async () => {
    const harness = new ControlHarness();
    await harness.deckhand.arrange((db) =>
      db.template.create({ id: 'tpl_own', workspaceId: 'ws_dev', ...TEMPLATE }),
    );
    await harness.run('updateWorkspace', {}, { plan: 'max' });
    const snapshot = await harness.run('getSnapshot');
    for (const workspace of ['ws_other', 'sandbox-copy'])
      expect(await harness.run('restoreSnapshot', { workspace }, snapshot)).toMatchObject({ plan: 'max' });
    const { body } = await harness.api('GET', '/templates', undefined, 'sandbox-copy');
    expect(body.templates[0].id).toBe('tpl_own');
    const owners = await harness.deckhand.arrange((db) =>
      db.template.findMany({ where: { id: { equals: 'tpl_own' } } }).map(({ workspaceId }) => workspaceId),
    );
    expect(owners).toEqual(['ws_dev', 'ws_other']);
  });
});

/** The state of all workspaces, in another process at the same time. */
function carried(from: ControlHarness, options = OPTIONS): ControlHarness {
  const to = new ControlHarness(options);
  to.at = from.at;
  restoreSnapshot(to.deckhand.service, copyOf(createServerSnapshot(from.deckhand.service, from.at)), to.at);
  return to;
}

describe('a snapshot of a server', () => {
  it('continues in another process as if the process had not ended, without journals', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryActions, arbitraryActions, async (before, after) => {
        const first = new ControlHarness(OPTIONS);
        const jobs: string[] = [];
        for (const what of before) await performAction(first, jobs, what);
        const second = carried(first);
        await first.run('clearJournal');
        expect(await content(second)).toEqual(await content(first));
        const others = [...jobs];
        for (const what of after)
          expect(await performAction(second, others, what)).toEqual(await performAction(first, jobs, what));
        expect(others).toEqual(jobs);
      }),
      cases(40),
    );
  });

  it('advances its clocks by the time in between, unless they are paused', async () => {
    const first = new ControlHarness();
    await first.run('setClockSpeed', {}, { speed: 60 });
    await first.run('pauseClock', { workspace: 'ws_other' });
    const state = copyOf(createServerSnapshot(first.deckhand.service, first.at));
    const second = new ControlHarness();
    second.at = first.at + 60_000;
    restoreSnapshot(second.deckhand.service, state, second.at);
    const { service } = second.deckhand;
    const [dev, other] = ['ws_dev', 'ws_other'].map((id) => service.workspace(id, second.at).clock);
    expect([dev?.anchor, dev?.realAnchor, dev?.speed]).toEqual([first.at, first.at, 60]);
    expect(other).toMatchObject({ anchor: first.at, paused: true });
    expect((await second.run('getClock')).now).toBe(new Date(first.at + 3_600_000).toISOString());
  });

  it('restores its sandboxes and its created keys, and contains no key', async () => {
    const first = new ControlHarness();
    const { key } = await first.run('createApiKey', { workspace: 'sandbox-a' });
    const job = await first.job('Tides', 'sandbox-a');
    const text = JSON.stringify(createServerSnapshot(first.deckhand.service, first.at));
    for (const secret of [key, 'deckhand-dev-key', '"sandbox-a"']) expect(text).not.toContain(secret);
    const second = carried(first);
    const path = `/presentations/generate/${job}/status`;
    expect((await second.api('GET', path, undefined, key)).status).toBe(200);
  });

  it('numbers exchanges after those of its journals, and counts those that it does not contain', async () => {
    const first = new ControlHarness();
    for (let count = 0; count < 3; count += 1) await first.api('GET', '/templates');
    const second = new ControlHarness();
    restoreSnapshot(
      second.deckhand.service,
      copyOf(createServerSnapshot(first.deckhand.service, first.at, 1)),
      second.at,
    );
    await second.api('GET', '/templates');
    const { evicted, exchanges } = await second.run('getJournal');
    expect([evicted, exchanges.map(({ sequence }) => sequence)]).toEqual([2, [3, 4]]);
  });
});

function restoreError(state: unknown, harness = new ControlHarness(OPTIONS)): UserError | undefined {
  try {
    restoreSnapshot(harness.deckhand.service, state, harness.at);
    return undefined;
  } catch (error) {
    return error as UserError;
  }
}

describe('an invalid snapshot is rejected and changes nothing:', () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- it is invalid on purpose
  const inside = (replace: (workspace: any) => object) => (state: Snapshot) => ({
    ...state,
    workspaces: [{ ...state.workspaces[0], ...replace(state.workspaces[0] as WorkspaceSnapshot) }],
  });

  it.each<[string, (state: Snapshot) => unknown, string]>([
    [
      'of another version',
      (one) => ({ ...one, version: 2 }),
      'version was written by another version of Deckhand; start without it',
    ],
    [
      'of all workspaces of a server, in one of them',
      (one) => ({ ...one, scope: 'server' }),
      'scope must be "workspace"',
    ],
    [
      'with a job of no timeline',
      inside(() => ({ scenarios: [] })),
      'workspaces[0].jobs[0].timelineId must be the id of one of the scenarios',
    ],
    [
      'with events out of order',
      inside(({ jobs }) => ({ jobs: [{ ...jobs[0], events: [{ kind: 'stall', at: 5 }] }] })),
      'workspaces[0].jobs[0].events must be in chronological order',
    ],
  ])('%s', async (_name, change, message) => {
    const harness = new ControlHarness();
    await harness.job();
    const snapshot = await harness.run('getSnapshot');
    await harness.job();
    const before = await content(harness);
    await expect(harness.run('restoreSnapshot', {}, change(snapshot))).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining(message),
    });
    expect(await content(harness)).toEqual(before);
  });

  it('with a number that no server can count to, in any field', async () => {
    const harness = new ControlHarness({ ...OPTIONS, rateLimit: '2/1m' });
    await harness.job();
    await harness.run('addFault', {}, { probability: 0.5, latency: '1ms' });
    await harness.run('setClockSpeed', {}, { speed: 2 });
    const snapshot = await harness.run('getSnapshot');
    const changed: string[] = [];
    JSON.stringify(snapshot, function (this: Record<string, unknown>, name: string, value: unknown) {
      if (typeof value !== 'number' || name === 'version') return value;
      this[name] = 1e300;
      const error = restoreError(copyOf(snapshot), harness);
      this[name] = value;
      expect(error?.code, name).toBe('invalid-input');
      changed.push(name);
      return value;
    });
    expect([...new Set(changed)]).toEqual(
      expect.arrayContaining(['savedAt', 'now', 'speed', 'seed', 'count', 'sequence', 'endedAt', 'status']),
    );
  });

  it('of a workspace that this server does not have', async () => {
    const first = new ControlHarness({ apiKeys: { 'team-key': 'ws_team' } });
    await first.job();
    const second = new ControlHarness();
    const state = copyOf(createServerSnapshot(first.deckhand.service, first.at));
    expect(restoreError(state, second)?.message).toContain(
      'has no ws_team: give it a key, --api-key KEY=ws_team',
    );
    expect((await second.run('listJobs')).total).toBe(0);
  });

  it('with more jobs than this server keeps', async () => {
    const harness = new ControlHarness();
    for (let job = 0; job < 3; job += 1) await harness.job();
    const small = new ControlHarness({ maxStoredJobs: 2 });
    expect(await small.errorOf('restoreSnapshot', {}, await harness.run('getSnapshot'))).toBe(
      'invalid-input /workspaces/0/jobs',
    );
    expect(restoreError(copyOf(await harness.run('getSnapshot')), small)?.message).toContain(
      'are 3, more than the 2 of this mock server: raise it with --max-stored-jobs 3',
    );
    expect((await small.run('listJobs')).total).toBe(0);
  });
});
