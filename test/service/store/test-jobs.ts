/** Jobs and presentations as a store keeps them, in a workspace and without a story. */
import type { Job } from '../../../src/service/store/store.js';
import { template } from './test-registry.js';

export function job(id: string, change: Partial<Job> = {}): Job {
  return {
    id,
    workspaceId: 'amber',
    startedAt: 0,
    prompt: 'A lesson about tides',
    template: template('shared-1'),
    timelineId: 'story@1',
    seed: 1,
    events: [],
    ...change,
  };
}
