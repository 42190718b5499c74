/**
 * Emits an event when a job reaches a new state by itself, for the followers of its workspace. It sleeps until the next such
 * instant on the workspace's clock, so a paused clock costs nothing. All followers of a workspace share one watch.
 */
import { readClock } from '../service/clock.js';
import type { EventLog, WorkspaceEvent } from '../service/event-log.js';
import { standingOf } from '../service/presentations.js';
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
  const { world } = service;
  /** The instant of the next change of each job. */
  const due = new Map<string, number>();
  let isOver = false;
  let waiting = new AbortController();
  const now = (): number => readClock(state.clock, realNow() + state.skew());
  const wake = (): void => waiting.abort();

  const look = async (id: string): Promise<void> => {
    const job = await world.store.job(state.id, id);
    const until = (job && standingOf(job, world, now())?.state.until) ?? Infinity;
    if (until === Infinity) due.delete(id);
    else due.set(id, until);
    wake();
  };
  const lookAtAll = async (): Promise<void> => {
    due.clear();
    const { jobs } = await world.store.jobs(state.id, WATCHED);
    for (const job of jobs) {
      const until = standingOf(job, world, now())?.state.until ?? Infinity;
      if (until !== Infinity) due.set(job.id, until);
    }
    wake();
  };
  const onEvent = (event: WorkspaceEvent): void => {
    if (event.kind === 'job') void look(event.id);
    if (event.kind === 'reset') void lookAtAll();
  };

  const run = async (): Promise<void> => {
    await lookAtAll();
    while (!isOver) {
      waiting = new AbortController();
      const next = earliest(due);
      const outcome =
        next === Infinity ? await waitForAbort(waiting.signal) : await waitUntil(state, next, waiting.signal);
      if (outcome !== 'reached') continue;
      for (const [id, until] of due) {
        if (until > now()) continue;
        due.delete(id);
        events.emit({ kind: 'job', id });
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
