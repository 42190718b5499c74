/** Shifts all times in a workspace's records, so that they have the same distance to a clock that was set. */
import type { Job, WorkspaceRecords } from '../store/store.js';

/**
 * No time becomes earlier than 1970, where the times of snapshots and of the API start.
 * @param by milliseconds; negative to go back
 */
export function shiftRecords(records: WorkspaceRecords, by: number): WorkspaceRecords {
  const moved = (instant: number): number => Math.max(0, instant + by);
  return {
    jobs: records.jobs.map((job): Job => ({
      ...job,
      startedAt: moved(job.startedAt),
      events: job.events.map((event) => ({ ...event, at: moved(event.at) })),
      ...(job.renamed && { renamed: { ...job.renamed, at: moved(job.renamed.at) } }),
    })),
    presentations: records.presentations.map((record) => ({
      ...record,
      createdAt: moved(record.createdAt),
      updatedAt: moved(record.updatedAt),
    })),
    counters: records.counters,
    rates: records.rates.map(([bucket, granted]) => [bucket, granted.map(moved)] as const),
  };
}
