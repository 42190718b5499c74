/** Follows one job from start to end: polls it, replies to questions, fetches its presentation. Sections 3, 4.4 to 4.6. */
import { fieldOf } from '../../../base/json.js';
import { startedJobId } from '../../trace/job.js';
import type { RunContext } from '../run-context.js';
import type { Session, Via } from '../session.js';
import { Conversation } from './conversation.js';
import { pollAsOtherWorkspace } from './other-workspace.js';
import { fetchTitle } from './fetch-title.js';
import { poll } from './job-poll.js';
import { pollWithoutKey, startWithoutKey } from './keys.js';
import { waitForAll } from '../wait-for-all.js';

export interface PlannedJob {
  readonly prompt: string;
  readonly via: Via;
}

/** Starts a job and follows it to its end. @returns false if the refusal may be temporary */
export async function followJob(context: RunContext, { prompt, via }: PlannedJob): Promise<boolean> {
  if (context.jobsLeft <= 0) return true;
  context.jobsLeft--;
  const { session } = context;
  const start = await context.starter.start(prompt, via);
  if (start.kind === 'refused') {
    context.jobsLeft++;
    return !start.isTemporary;
  }
  const id = startedJobId(start.call);
  if (id === undefined) session.note('the response to a start has no usable generation_id');
  else {
    session.polledJobs++;
    await waitForAll([followToEnd(context, id), startWithoutKey(context, start.body)]);
  }
  return true;
}

/** Failed polls in a row after which the run gives up on a job. */
const maxMisses = 4;
const maxPolls = 80;
const maxInterval = 30_000;
const minute = 60_000;

async function followToEnd(context: RunContext, id: string): Promise<void> {
  const end = await followPolls(context, id);
  context.session.polledJobs--;
  if (end) await finish(context, id, end.status, end.view);
}

interface End {
  readonly status: 'completed' | 'failed';
  readonly view: unknown;
}

/** Polls a job until it ends; `undefined` if no poll shows the end. */
async function followPolls(context: RunContext, id: string): Promise<End | undefined> {
  const { session } = context;
  const { jobTimeout, pollInterval } = session.settings;
  const until = session.now() + jobTimeout;
  const conversation = new Conversation(context, id);
  let misses = 0;
  for (let polls = 0; session.now() < until && polls < maxPolls; polls++) {
    const { status, view } = await poll(context, id);
    misses = view === undefined ? misses + 1 : 0;
    if (misses > maxMisses) {
      session.note(`job ${id} can no longer be polled`);
      return undefined;
    }
    if (status === 'completed' || status === 'failed') return { status, view };
    if (status !== undefined) {
      await pollWithoutKey(context, id, status);
      await pollAsOtherWorkspace(context, id, status);
    }
    if (status === 'awaiting_input') {
      if (!(await conversation.reply(String(fieldOf(view, 'message'))))) return undefined;
    } else if (status === 'generating') await conversation.sendUnasked();
    await session.sleep(Math.max(intervalAfter(polls, pollInterval), shareOfRate(polls, session)));
  }
  session.note(`job ${id} did not end in time (--job-timeout)`);
  return undefined;
}

/** The poll interval grows with the number of polls: a slow job needs fewer polls. */
function intervalAfter(polls: number, interval: number): number {
  return Math.min(interval * 1.5 ** Math.floor(polls / 4), Math.max(interval, maxInterval));
}

/**
 * Running jobs share the request rate. The first polls come faster than the rate allows, for short jobs. Later polls come
 * less often, so enough polls remain for all parts of a long job.
 */
function shareOfRate(polls: number, { polledJobs, settings: { requestsPerMinute } }: Session): number {
  if (requestsPerMinute === 0) return 0;
  const first = (2 / 3) * polledJobs * (minute / requestsPerMinute);
  return Math.min(first * (polls + 1), minute);
}

async function finish(
  context: RunContext,
  id: string,
  status: 'completed' | 'failed',
  view: unknown,
): Promise<void> {
  context.finished.push({ id, status });
  // All jobs are polled again at the end. With a request rate, poll only the first job of each kind now.
  if (context.isFirst(`${status} again`) || !context.isPaced) await poll(context, id);
  await pollWithoutKey(context, id, status);
  await pollAsOtherWorkspace(context, id, status);
  const presentation = fieldOf(view, 'presentation');
  const presentationId = fieldOf(presentation, 'id');
  if (status !== 'completed' || typeof presentationId !== 'string' || presentationId === '') return;
  const title = await fetchTitle(context, presentationId);
  if (title !== undefined) context.presentations.unshift({ id: presentationId, title, job: id });
}
