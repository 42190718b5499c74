/** Changes of a workspace are synchronous: no request and no other verb sees one in part. */
import { expect, it } from 'vitest';
import type { SavedState } from '../../../src/generated/control-api.js';
import { Stage } from '../stage.js';
import { Virtual } from './virtual.js';

it('no request sees a partly loaded state', async () => {
  const stage = new Virtual({ scenario: 'instant' });
  const moments: SavedState[] = [];
  for (const plan of ['max', 'business'] as const) {
    await stage.run('resetWorkspace');
    await stage.run('changeWorkspace', {}, { plan });
    for (let job = 0; job < (plan === 'max' ? 1 : 3); job += 1) await stage.job();
    await stage.run('useScenario', {}, { name: plan === 'max' ? 'slow-progress' : 'instant' });
    moments.push(await stage.run('save'));
  }
  const seen = new Set<string>();
  const look = async (): Promise<void> => {
    for (let round = 0; round < 50; round += 1) {
      const { plan, jobs, scenario } = await stage.run('getWorkspace');
      seen.add(`${plan} ${jobs} ${scenario}`);
      await stage.api('GET', '/templates');
    }
  };
  const load = async (): Promise<void> => {
    for (let round = 0; round < 50; round += 1) await stage.run('load', {}, moments[round % 2]);
  };
  await Promise.all([look(), load(), look()]);
  expect([...seen].sort()).toEqual(['business 3 instant', 'max 1 slow-progress']);
});

it('a reset deletes the jobs before it, and the ids after it start again', async () => {
  const stage = new Stage({ scenario: 'instant' });
  const { service } = stage.deckhand;
  const started = stage.dev.start('Tides');
  service.reset('ws_dev', stage.at);
  const after = stage.dev.start('Tides');
  expect((await started).status).toBe(202);
  expect((await after).body.generation_id).toBe((await started).body.generation_id);
  expect(service.shared.store.jobs('ws_dev', 0).total).toBe(1);
});
