/** Shifts all times in a workspace's records, so that they have the same distance to a clock that was set. */
import type { Job, WorkspaceRecords } from '../../store/store.js';

/** @param by milliseconds; negative to go back */
export function shiftRecords(records: WorkspaceRecords, by: number): WorkspaceRecords {
  return {
    jobs: records.jobs.map((job): Job => ({
      ...job,
      startedAt: job.startedAt + by,
      events: job.events.map((event) => ({ ...event, at: event.at + by })),
      ...(job.renamed && { renamed: { ...job.renamed, at: job.renamed.at + by } }),
    })),
    presentations: records.presentations.map((record) => ({
      ...record,
      createdAt: record.createdAt + by,
      updatedAt: record.updatedAt + by,
    })),
    counters: records.counters,
    rates: records.rates.map(
      ([bucket, granted]) => [bucket, granted.map((instant) => instant + by)] as const,
    ),
  };
}
