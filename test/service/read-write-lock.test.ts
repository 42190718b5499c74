import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/generated/control-api.js';
import { ReadWriteLock } from '../../src/service/read-write-lock.js';
import { Virtual } from './control/virtual.js';

describe('the lock of a workspace', () => {
  it('runs changes one at a time, after the running requests', async () => {
    const lock = new ReadWriteLock();
    const seen: string[] = [];
    lock.enterShared();
    const first = lock.runAlone(async () => {
      seen.push('first begins');
      await Promise.resolve();
      seen.push('first ends');
    });
    const second = lock.runAlone(() => seen.push('second'));
    await Promise.resolve();
    expect(seen).toEqual([]);
    lock.leaveShared();
    await Promise.all([first, second]);
    expect(seen).toEqual(['first begins', 'first ends', 'second']);
    expect(lock.change).toBeUndefined();
  });

  it('is free again after a change that failed', async () => {
    const lock = new ReadWriteLock();
    await expect(lock.runAlone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(lock.change).toBeUndefined();
  });

  it('shows no request a partly restored snapshot', async () => {
    const stage = new Virtual({ scenario: 'instant' });
    const snapshots: Snapshot[] = [];
    for (const plan of ['max', 'business'] as const) {
      await stage.run('resetWorkspace');
      await stage.run('changeWorkspace', {}, { plan });
      for (let job = 0; job < (plan === 'max' ? 1 : 3); job += 1) await stage.job();
      await stage.run('useScenario', {}, { name: plan === 'max' ? 'slow-progress' : 'instant' });
      snapshots.push(await stage.run('takeSnapshot'));
    }
    const seen = new Set<string>();
    const look = async (): Promise<void> => {
      for (let round = 0; round < 50; round += 1) {
        const { plan, jobs, scenario } = await stage.run('getWorkspace');
        seen.add(`${plan} ${jobs} ${scenario}`);
        await stage.api('GET', '/templates');
      }
    };
    const restore = async (): Promise<void> => {
      for (let round = 0; round < 50; round += 1)
        await stage.run('restoreSnapshot', {}, snapshots[round % 2]);
    };
    await Promise.all([look(), restore(), look()]);
    expect([...seen].sort()).toEqual(['business 3 instant', 'max 1 slow-progress']);
  });
});
