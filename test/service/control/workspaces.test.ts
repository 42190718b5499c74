import { describe, expect, it } from 'vitest';
import { ControlHarness } from './control-harness.js';

/** Opens so many sandboxes that those before them are evicted. */
function openOthers({ deckhand }: ControlHarness, name: string): void {
  for (let count = 0; count < 200; count += 1)
    deckhand.directory.getOrOpenWorkspace(`ws_sandbox_${name}-${count}`);
}

describe('a sandbox', () => {
  it('is created by the first request with its key, and shares no state', async () => {
    const harness = new ControlHarness();
    const id = await harness.job('Mine', 'sandbox-one');
    const path = `/presentations/generate/${id}/status`;
    expect((await harness.api('GET', path, undefined, 'sandbox-one')).status).toBe(200);
    expect((await harness.api('GET', path, undefined, 'sandbox-two')).status).toBe(404);
    expect((await harness.api('GET', path)).status).toBe(404);
    const { workspaces } = await harness.run('listWorkspaces');
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
    const harness = new ControlHarness();
    const record = await harness.sendUnrecorded('GET', '/templates', 'sandbox-a');
    openOthers(harness, 'other');
    for (let count = 0; count < requests; count += 1)
      await harness.api('GET', '/templates', undefined, 'sandbox-a');
    record();
    const { workspaces } = await harness.run('listWorkspaces');
    expect(workspaces.filter(({ id }) => id === 'ws_sandbox_a')).toHaveLength(requests);
    expect((await harness.run('getJournal', { workspace: 'sandbox-a' })).exchanges).toHaveLength(requests);
  });

  it.each(['sandbox-', 'Sandbox-a'])('is not created by %s', async (key) => {
    expect((await new ControlHarness().api('GET', '/templates', undefined, key)).status).toBe(401);
  });
});

describe('an API key', () => {
  it.each(['ws_dev', 'sandbox-k'])(
    'for %s opens it, and its value is never shown again',
    async (workspace) => {
      const harness = new ControlHarness();
      const { key, fingerprint } = await harness.run('createApiKey', { workspace });
      expect((await harness.api('GET', '/templates', undefined, key)).status).toBe(200);
      const shown = await harness.run('getWorkspace', { workspace });
      expect(shown.key_fingerprints).toContain(fingerprint);
      const everything = [
        shown,
        await harness.run('getJournal', { workspace }),
        await harness.run('getJournalHar', { workspace }),
        await harness.run('getSnapshot', { workspace }),
      ];
      expect(JSON.stringify(everything)).not.toContain(key);
      expect(JSON.stringify(everything)).not.toContain('deckhand-dev-key');
    },
  );
});

describe('plan and API switch', () => {
  it.each(['ws_dev', 'sandbox-p'])('of %s decide about access', async (workspace) => {
    const harness = new ControlHarness();
    const ask = async () =>
      (await harness.api('GET', '/templates', undefined, workspace === 'ws_dev' ? undefined : workspace)).body
        .code;
    await harness.run('updateWorkspace', { workspace }, { api_enabled: false });
    expect(await ask()).toBe('api_disabled');
    await harness.run('updateWorkspace', { workspace }, { plan: 'free', api_enabled: true });
    expect(await ask()).toBe('api_not_in_plan');
    await harness.run('updateWorkspace', { workspace }, { plan: 'max' });
    expect(await ask()).toBeUndefined();
  });
});

describe('a reset', () => {
  async function used(): Promise<{ harness: ControlHarness; id: string }> {
    const harness = new ControlHarness();
    const id = await harness.job();
    await harness.run('advanceClock', {}, { by: '5m' });
    await harness.run('addFault', {}, { operation: 'listTemplates', connection: 'reset' });
    await harness.run('useScenario', {}, { name: 'slow-progress' });
    return { harness, id };
  }

  it('of everything starts with an empty state', async () => {
    const { harness } = await used();
    expect(await harness.run('resetWorkspace')).toMatchObject({
      job_count: 0,
      exchange_count: 0,
      active_fault_count: 0,
      scenario: null,
      clock: { now: new Date(harness.at).toISOString() },
    });
  });

  it('of the clock moves the jobs: a completed job stays completed', async () => {
    const { harness, id } = await used();
    const { status } = await harness.poll(id);
    await harness.run('resetWorkspace', {}, { clock: true });
    expect(await harness.run('getClock')).toMatchObject({ now: new Date(harness.at).toISOString() });
    expect([status, (await harness.poll(id)).status]).toEqual(['completed', 'completed']);
  });

  it('of the clock moves the time of the last change of a presentation', async () => {
    const { harness, id } = await used();
    const path = `/presentations/${id.replace('gen_', 'pres_')}`;
    await harness.api('PATCH', path, { title: 'New' });
    await harness.run('resetWorkspace', {}, { clock: true });
    expect((await harness.api('GET', path)).body).toMatchObject({
      title: 'New',
      updated_at: new Date(harness.at).toISOString(),
    });
  });
});

it('a missing workspace is not found', async () => {
  expect(await new ControlHarness().errorOf('getWorkspace', { workspace: 'ws_nope' })).toBe('not-found');
});
