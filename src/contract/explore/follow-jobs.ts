/** Follows jobs in parallel: all at once, or a few at a time if the request rate is limited, so that each is polled often. */
import type { PlannedJob } from './plan.js';
import type { RunContext } from './run-context.js';

/** Jobs at a time, and ms after which a long job no longer holds up the next one. */
const LANES = 2;
const LONG = 30_000;
/** A rate at which all jobs can be polled every few seconds. */
const FAST = 60;

/** Late jobs start after another job has ended, so its effects on ended jobs are visible. */
export async function followJobs(
  context: RunContext,
  jobs: readonly PlannedJob[],
  follow: (job: PlannedJob) => Promise<void>,
): Promise<void> {
  const { session, finished } = context;
  const { requestsPerMinute } = session.settings;
  const isFast = requestsPerMinute === 0 || requestsPerMinute >= FAST;
  const all: Promise<void>[] = [];
  const running = new Set<Promise<void>>();
  for (const job of jobs) {
    // A question that waits for the last one needs no requests.
    const busy = (): number => running.size - (context.isHolding ? 1 : 0);
    if (!isFast && busy() >= LANES) await Promise.race([...running, session.sleep(LONG)]);
    const since = session.now();
    const mustWait = (): boolean => finished.length === 0 && running.size > 0 && session.now() - since < LONG;
    while (isFast && job.isLate && mustWait())
      await Promise.race([...running, session.sleep(session.settings.pollInterval)]);
    while (job.isLast && busy() > 0 && session.now() - since < LONG)
      await Promise.race([...running, session.sleep(session.settings.pollInterval)]);
    const followed = follow(job);
    all.push(followed);
    const ended: Promise<void> = followed.then(
      () => void running.delete(ended),
      () => void running.delete(ended),
    );
    running.add(ended);
  }
  await waitForAll(all);
}

/** Waits for all tasks even if one rejects, so no request is open when the run ends. Then rejects with the first error. */
export async function waitForAll(tasks: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
