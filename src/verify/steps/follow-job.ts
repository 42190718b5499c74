/** Follows jobs of both keys: polls each until it ends, and sends the rows that are due in its state. Sections 3 and 4.4 to 4.6. */
import { getStartedJobId } from '../../judge/model/call.js';
import { afterEnd, atWork, sendJobRows } from './job-table.js';
import { StuckJobDetector } from '../retry-budget.js';
import type { PlannedJob } from '../plan.js';
import type { RunState } from '../run-state.js';
import { startWithoutKey } from './invalid-keys.js';
import { poll, waitForAll } from '../senders.js';
import type { Requester } from '../requester.js';
import { QuestionDriver, type FollowedJob } from './answer-question.js';

const MAX_POLLS = 80;
const MAX_INTERVAL = 30_000;
const MINUTE = 60_000;
/** Ms for a job in a run of a minute. */
const SMOKE_TIMEOUT = 25_000;

/** Jobs at a time with a request rate, and ms after which a long job no longer holds up the next one. */
const LANES = 2;
const LONG = 30_000;
/** A rate at which all jobs can be polled every few seconds. */
const FAST = 60;

/**
 * Follows jobs in parallel: all at once, or a few at a time if the request rate is limited, so that each is polled often. Late
 * jobs start after another job has ended, so its effects on ended jobs are visible.
 * @returns the jobs whose refusal may be temporary
 */
export async function followJobs(run: RunState, jobs: readonly PlannedJob[]): Promise<readonly PlannedJob[]> {
  const { session, finished } = run;
  const { requestsPerMinute, pollInterval } = session.settings;
  const isFast = requestsPerMinute === 0 || requestsPerMinute >= FAST;
  const refused: PlannedJob[] = [];
  const all: Promise<void>[] = [];
  const running = new Set<Promise<void>>();
  const aMoment = (ms = pollInterval) => Promise.race([...running, session.sleep(ms)]);
  for (const job of jobs) {
    // A question that waits for the last one needs no requests.
    const busy = (): number => running.size - (run.isHolding ? 1 : 0);
    if (!isFast && busy() >= LANES) await aMoment(LONG);
    const since = session.now();
    const isLong = (): boolean => session.now() - since >= LONG;
    while (isFast && job.isLate && finished.length === 0 && running.size > 0 && !isLong()) await aMoment();
    while (job.isLast && busy() > 0 && !isLong()) await aMoment();
    const followed = followPlanned(run, job).then((isOver) => void (isOver || refused.push(job)));
    all.push(followed);
    const ended: Promise<void> = followed.catch(() => undefined).then(() => void running.delete(ended));
    running.add(ended);
  }
  await waitForAll(all);
  return refused;
}

/** Starts a job and follows it to its end. @returns false if the refusal may be temporary */
export async function followPlanned(run: RunState, planned: PlannedJob): Promise<boolean> {
  let mayAsk = planned.isToAsk;
  const onQuestion = () => {
    if (mayAsk) run.askers--;
    mayAsk = false;
  };
  try {
    return await startAndFollow(run, planned, onQuestion);
  } finally {
    onQuestion();
    // Without a last job, the first question waits for nothing.
    if (planned.isLast) run.lastQuestion = 'over';
  }
}

/** @param onQuestion called when the job asks its first question */
async function startAndFollow(run: RunState, planned: PlannedJob, onQuestion: () => void): Promise<boolean> {
  run.startsToCome--;
  if (run.jobsLeft <= 0) return true;
  run.jobsLeft--;
  const start = await run.starter.start(planned.prompt, planned.via);
  if (start.kind === 'refused') {
    run.jobsLeft++;
    // An open question may count as a running job.
    run.lastQuestion = 'over';
    return !start.isTemporary;
  }
  const id = getStartedJobId(start.call);
  if (id === undefined) run.session.note('the response to a start has no usable generation_id');
  else {
    run.jobs.push(id);
    run.session.polledJobs++;
    const ended = run.pollAfterStart.splice(0);
    await waitForAll([
      follow(run, id, 'key', planned, onQuestion),
      startWithoutKey(run, start.body),
      ...ended.map((other) => poll(run, other)),
    ]);
  }
  return true;
}

export async function follow(
  run: RunState,
  id: string,
  by: FollowedJob['by'],
  { isToWatch, isLast }: Pick<PlannedJob, 'isToWatch' | 'isLast'> = { isToWatch: false, isLast: false },
  onQuestion: () => void = () => undefined,
): Promise<void> {
  const job: FollowedJob = {
    ...{ id, by, isToWatch, isLast, isSoon: by === 'key', isGivenUp: false, polledAt: 0 },
    ...{ status: undefined, view: undefined, openFor: undefined, endedBefore: undefined, title: undefined },
    talk: new QuestionDriver(run, id, by, onQuestion),
  };
  /** Requests that the next poll does not wait for. */
  const beside: Promise<unknown>[] = [];
  if (by === 'key') run.following.add(id);
  await pollToEnd(run, job, beside).finally(() => {
    if (by === 'key') run.session.polledJobs--;
  });
  run.following.delete(id);
  await waitForAll(beside);
  const { status } = job;
  if (by === 'other' || (status !== 'completed' && status !== 'failed')) return;
  job.endedBefore = run.finished.at(-1)?.id;
  run.finished.push({ id, status });
  await sendJobRows(run, afterEnd, job);
}

async function pollToEnd(run: RunState, job: FollowedJob, beside: Promise<unknown>[]): Promise<void> {
  const { session } = run;
  const { jobTimeout } = session.settings;
  const name = job.by === 'key' ? `job ${job.id}` : `job ${job.id} of the other workspace`;
  let until = session.now() + (run.isSmoke ? Math.min(jobTimeout, SMOKE_TIMEOUT) : jobTimeout);
  const vain = new StuckJobDetector(session.settings.consistencyWindow, session.now());
  /** Since when its question is open on purpose. */
  let openSince: number | undefined;
  for (let polls = 0; (openSince !== undefined || session.now() < until) && polls < MAX_POLLS;) {
    await pollOnce(run, job);
    const why = vain.add(job.status, job.view, session.now());
    if (why !== undefined) return session.note(`${name} ${why}`);
    if (job.status !== 'awaiting_input') job.talk.end(job);
    if (job.status === 'completed' || job.status === 'failed') return;
    const since = openSince ?? session.now();
    if (job.status !== undefined) await sendJobRows(run, atWork, job, beside);
    if (job.isGivenUp) return;
    if (job.openFor !== undefined) {
      openSince = since;
      await session.sleep(job.openFor);
      continue;
    }
    // The service does not work while a question is open on purpose, or gets its replies.
    if (openSince !== undefined || job.status === 'awaiting_input') until += session.now() - since;
    openSince = undefined;
    if (!job.isSoon) await session.sleep(intervalAfter(polls, session, job));
    polls++;
  }
  session.note(`${name} timed out (--job-timeout)`);
  run.unended.push(job.id);
}

async function pollOnce(run: RunState, job: FollowedJob): Promise<void> {
  const { status, view, startedAt } = await poll(run, job.id, job.isSoon, job.by);
  Object.assign(job, { status, view, polledAt: startedAt, isSoon: false, openFor: undefined });
}

/** A slow job needs fewer polls. With a request rate, running jobs share it: each is polled every few seconds. */
function intervalAfter(polls: number, { settings, polledJobs }: Requester, { by }: FollowedJob): number {
  const { pollInterval, requestsPerMinute } = settings;
  const longest = Math.max(pollInterval, MAX_INTERVAL);
  const interval = Math.min(pollInterval * 1.5 ** Math.floor(polls / 4), longest);
  if (requestsPerMinute === 0 || polls === 0 || by === 'other') return interval;
  // Some of the rate is left for other requests.
  return Math.max(interval, (4 / 3) * polledJobs * (MINUTE / requestsPerMinute));
}
