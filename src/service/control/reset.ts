/** Resets a workspace, or parts of it. */
import type { ResetRequest } from '../../generated/control-api.js';
import { readClock, startClock } from '../clock.js';
import type { Job, WorkspaceRecords } from '../store/store.js';
import { activeFaults } from './faults.js';
import { badInput } from './refuse.js';
import { check } from './check-input.js';
import type { StateNow } from './verb-context.js';

/** Resets a workspace, or the chosen parts of it. @throws UserError (`bad-input`) */
export function resetWorkspace({ state, shared, real, now }: StateNow, chosen: ResetRequest = {}): void {
  check('ResetRequest', chosen);
  const parts = partsOf(chosen);
  // If only the clock went back, completed jobs would not be completed any more. So the jobs move back by the same time.
  const shift = readClock(startClock(real), real) - now;
  if (parts.data) {
    shared.store.clear(state.id);
    state.resetStory();
  } else if (parts.clock) {
    shared.store.load(state.id, shiftRecords(shared.store.dump(state.id), shift));
    state.armed = activeFaults(state, now).map((armed) => ({
      ...armed,
      until: Math.max(0, armed.until + shift),
    }));
  }
  if (parts.journal) state.clearJournal();
  if (parts.clock) state.resetClock(real);
  state.changes.reset();
}

function partsOf(chosen: ResetRequest): ResetRequest {
  const named: readonly unknown[] = Object.values(chosen).filter((value: unknown) => value !== undefined);
  if (named.length === 0) return { data: true, clock: true, journal: true };
  if (named.includes(true)) return chosen;
  throw badInput([{ pointer: '', detail: 'has to have data, clock or journal as true, or to be empty' }]);
}

/**
 * Shifts all times, so that they have the same distance to a clock that was set. No time becomes earlier than 1970, where the times of saved states and of the API start.
 * @param by milliseconds; negative to go back
 */
function shiftRecords(records: WorkspaceRecords, by: number): WorkspaceRecords {
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
    rates: records.rates.map(({ bucket, granted }) => ({ bucket, granted: granted.map(moved) })),
  };
}
