/** Jobs and presentations as a store keeps them, in a workspace and without a story. */
import type { Job, PresentationRecord } from '../../../src/service/store/store.js';
import { template } from './rows.js';

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

export function presentation(id: string, change: Partial<PresentationRecord> = {}): PresentationRecord {
  return { id, workspaceId: 'amber', title: 'Tides', createdAt: 0, updatedAt: 0, sections: [], ...change };
}
