/** Jobs and presentations of a store, in a workspace and without a timeline. */
import type { Job } from '../../../src/service/store/store.js';
import { template } from './test-registry.js';

export function job(id: string, change: Partial<Job> = {}): Job {
  return {
    id,
    workspaceId: 'amber',
    startedAt: 0,
    prompt: 'A lesson about tides',
    template: template('shared-1'),
    timelineId: 'scenario@1',
    seed: 1,
    events: [],
    ...change,
  };
}
