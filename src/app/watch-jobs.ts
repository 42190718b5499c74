/**
 * Emits an event when a job reaches a new state by itself, for the followers of its workspace. It sleeps until the next such
 * instant on the workspace's clock, so a paused clock costs nothing. All followers of a workspace share one watch.
 */
import { readClock } from '../service/clock.js';
import type { EventLog, WorkspaceEvent } from '../service/event-log.js';
import { currentJobAt } from '../service/control/jobs.js';
import { currentJob } from '../service/job-view.js';
import type { Service } from '../service/service.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { realNow } from '../base/real-time.js';
import { waitForAbort, waitUntil } from '../transports/wait.js';

/** The maximum number of watched jobs in a workspace. The newest are watched. */
const WATCHED = 10_000;

const watches = new WeakMap<EventLog, { followers: number; stop: () => void }>();

/** Watches until every caller has called its returned function. */
export function watchJobs(service: Service, state: WorkspaceState, events: EventLog): () => void {
  let watch = watches.get(events);
  if (!watch) watches.set(events, (watch = { followers: 0, stop: start(service, state, events) }));
  const kept = watch;
  kept.followers += 1;
  return () => {
    kept.followers -= 1;
    if (kept.followers > 0) return;
    watches.delete(events);
    kept.stop();
  };
}

function start(service: Service, state: WorkspaceState, events: EventLog): () => void {
  const { shared } = service;
  /** The instant of the next change of each job. */
  const due = new Map<string, number>();
  let isOver = false;
  let waiting = new AbortController();
  const now = (): number => readClock(state.clock, realNow());
  const wake = (): void => waiting.abort();

  const endOf = (id: string, at: number): number => {
    const job = shared.store.job(state.id, id);
    return (job && currentJobAt(job, shared, at)?.state.until) ?? Infinity;
  };
  const look = (id: string, at: number): void => {
    const until = endOf(id, at);
    if (until === Infinity) due.delete(id);
    else due.set(id, until);
    wake();
  };
  const lookAtAll = (): void => {
    due.clear();
    const { jobs } = shared.store.jobs(state.id, WATCHED);
    for (const job of jobs) {
      const until = currentJob(job, shared, now())?.state.until ?? Infinity;
      if (until !== Infinity) due.set(job.id, until);
    }
    wake();
  };
  const onEvent = (event: WorkspaceEvent): void => {
    if (event.kind === 'job') look(event.id, event.at);
    if (event.kind === 'reset') lookAtAll();
  };

  const run = async (): Promise<void> => {
    lookAtAll();
    while (!isOver) {
      waiting = new AbortController();
      const next = earliest(due);
      const outcome =
        next === Infinity ? await waitForAbort(waiting.signal) : await waitUntil(state, next, waiting.signal);
      if (outcome !== 'reached') continue;
      for (const [id, until] of due) {
        const at = now();
        if (until > at) continue;
        due.delete(id);
        // A verb that led the clock here has computed the state at this instant.
        events.emit({ kind: 'job', id, at: endOf(id, until) > at ? until : at });
      }
    }
  };

  const stopListening = events.listen(onEvent);
  void run();
  return () => {
    isOver = true;
    stopListening();
    wake();
  };
}

function earliest(due: ReadonlyMap<string, number>): number {
  let first = Infinity;
  for (const until of due.values()) first = Math.min(first, until);
  return first;
}
