import { describe, expect, it } from 'vitest';
import { ControlStage } from './control-stage.js';

/** Opens so many sandboxes that those before them are evicted. */
function openOthers({ deckhand }: ControlStage, name: string): void {
  for (let count = 0; count < 200; count += 1)
    deckhand.directory.getOrOpenWorkspace(`ws_sandbox_${name}-${count}`);
}

describe('a sandbox', () => {
  it('is created by the first request with its key, and shares no state', async () => {
    const stage = new ControlStage();
    const id = await stage.job('Mine', 'sandbox-one');
    const path = `/presentations/generate/${id}/status`;
    expect((await stage.api('GET', path, undefined, 'sandbox-one')).status).toBe(200);
    expect((await stage.api('GET', path, undefined, 'sandbox-two')).status).toBe(404);
    expect((await stage.api('GET', path)).status).toBe(404);
    const { workspaces } = await stage.run('listWorkspaces');
    expect(workspaces.map((one) => [one.id, one.job_count])).toEqual([
      ['ws_dev', 0],
      ['ws_other', 0],
      ['ws_sandbox_one', 1],
      ['ws_sandbox_two', 0],
    ]);
  });

  it.each([
    ['is not there any more', 0],
    ['is created again', 1],
  ])('that was evicted and %s has no state from before', async (_, requests) => {
    const stage = new ControlStage();
    const record = await stage.sendUnrecorded('GET', '/templates', 'sandbox-a');
    openOthers(stage, 'other');
    for (let count = 0; count < requests; count += 1)
      await stage.api('GET', '/templates', undefined, 'sandbox-a');
    record();
    const { workspaces } = await stage.run('listWorkspaces');
    expect(workspaces.filter(({ id }) => id === 'ws_sandbox_a')).toHaveLength(requests);
    expect((await stage.run('getJournal', { workspace: 'sandbox-a' })).exchanges).toHaveLength(requests);
  });

  it.each(['sandbox-', 'Sandbox-a'])('is not created by %s', async (key) => {
    expect((await new ControlStage().api('GET', '/templates', undefined, key)).status).toBe(401);
  });
});

describe('an API key', () => {
  it.each(['ws_dev', 'sandbox-k'])(
    'for %s opens it, and its value is never shown again',
    async (workspace) => {
      const stage = new ControlStage();
      const { key, fingerprint } = await stage.run('createApiKey', { workspace });
      expect((await stage.api('GET', '/templates', undefined, key)).status).toBe(200);
      const shown = await stage.run('getWorkspace', { workspace });
      expect(shown.key_fingerprints).toContain(fingerprint);
      const everything = [
        shown,
        await stage.run('getJournal', { workspace }),
        await stage.run('getJournalHar', { workspace }),
        await stage.run('getSnapshot', { workspace }),
      ];
      expect(JSON.stringify(everything)).not.toContain(key);
      expect(JSON.stringify(everything)).not.toContain('deckhand-dev-key');
    },
  );
});

describe('plan and API switch', () => {
  it.each(['ws_dev', 'sandbox-p'])('of %s decide about access', async (workspace) => {
    const stage = new ControlStage();
    const ask = async () =>
      (await stage.api('GET', '/templates', undefined, workspace === 'ws_dev' ? undefined : workspace)).body
        .code;
    await stage.run('updateWorkspace', { workspace }, { api_enabled: false });
    expect(await ask()).toBe('api_disabled');
    await stage.run('updateWorkspace', { workspace }, { plan: 'free', api_enabled: true });
    expect(await ask()).toBe('api_not_in_plan');
    await stage.run('updateWorkspace', { workspace }, { plan: 'max' });
    expect(await ask()).toBeUndefined();
  });
});

describe('a reset', () => {
  async function used(): Promise<{ stage: ControlStage; id: string }> {
    const stage = new ControlStage();
    const id = await stage.job();
    await stage.run('advanceClock', {}, { by: '5m' });
    await stage.run('addFault', {}, { operation: 'listTemplates', connection: 'reset' });
    await stage.run('useScenario', {}, { name: 'slow-progress' });
    return { stage, id };
  }

  it('of everything starts with an empty state', async () => {
    const { stage } = await used();
    expect(await stage.run('resetWorkspace')).toMatchObject({
      job_count: 0,
      exchange_count: 0,
      active_fault_count: 0,
      scenario: null,
      clock: { now: new Date(stage.at).toISOString() },
    });
  });

  it('of the clock moves the jobs: a completed job stays completed', async () => {
    const { stage, id } = await used();
    const { status } = await stage.poll(id);
    await stage.run('resetWorkspace', {}, { clock: true });
    expect(await stage.run('getClock')).toMatchObject({ now: new Date(stage.at).toISOString() });
    expect([status, (await stage.poll(id)).status]).toEqual(['completed', 'completed']);
  });

  it('of the clock moves the time of the last change of a presentation', async () => {
    const { stage, id } = await used();
    const path = `/presentations/${id.replace('gen_', 'pres_')}`;
    await stage.api('PATCH', path, { title: 'New' });
    await stage.run('resetWorkspace', {}, { clock: true });
    expect((await stage.api('GET', path)).body).toMatchObject({
      title: 'New',
      updated_at: new Date(stage.at).toISOString(),
    });
  });
});

it('a missing workspace is not found', async () => {
  expect(await new ControlStage().errorOf('getWorkspace', { workspace: 'ws_nope' })).toBe('not-found');
});
