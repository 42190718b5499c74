/** Follows one job from start to end: polls it, replies to questions, fetches its presentation. Sections 3, 4.4 to 4.6. */
import { fieldOf } from '../../../base/json.js';
import { startedJobId } from '../../model/call.js';
import type { PlannedJob } from '../plan.js';
import type { RunContext } from '../run-context.js';
import type { Session } from '../session.js';
import { Conversation } from './conversation.js';
import { messageAsOtherWorkspace, pollAsOtherWorkspace } from './other-workspace.js';
import { fetchTitle, poll } from './read.js';
import { VainPolls } from './vain-polls.js';
import { startWithoutKey } from './keys.js';
import { waitForAll } from '../follow-jobs.js';

/** Starts a job and follows it to its end. @returns false if the refusal may be temporary */
export async function followJob(context: RunContext, job: PlannedJob): Promise<boolean> {
  // Without a last job, the first question waits for nothing.
  const over = () => {
    if (job.isLast) context.lastQuestion = 'over';
  };
  let mayAsk = job.isToAsk;
  const onQuestion = () => {
    if (mayAsk) context.askers--;
    mayAsk = false;
  };
  return startAndFollow(context, job, onQuestion).finally(onQuestion).finally(over);
}

/** @param onQuestion called when the job asks its first question */
async function startAndFollow(
  context: RunContext,
  job: PlannedJob,
  onQuestion: () => void,
): Promise<boolean> {
  context.startsToCome--;
  if (context.jobsLeft <= 0) return true;
  context.jobsLeft--;
  const { session } = context;
  const start = await context.starter.start(job.prompt, job.via);
  if (start.kind === 'refused') {
    context.jobsLeft++;
    // An open question may count as a running job.
    context.lastQuestion = 'over';
    return !start.isTemporary;
  }
  const id = startedJobId(start.call);
  if (id === undefined) session.note('the response to a start has no usable generation_id');
  else {
    session.polledJobs++;
    context.jobs.push(id);
    const ended = context.pollAfterStart.splice(0);
    await waitForAll([
      followToEnd(context, id, new Conversation(context, id, job, onQuestion), job.isLast),
      startWithoutKey(context, start.body),
      ...ended.map((other) => poll(context, other)),
    ]);
  }
  return true;
}

const maxPolls = 80;
const maxInterval = 30_000;
const minute = 60_000;
/** Ms for a job in a run of a minute. */
const SMOKE_TIMEOUT = 25_000;

async function followToEnd(
  context: RunContext,
  id: string,
  conversation: Conversation,
  isLast: boolean,
): Promise<void> {
  const probes: Promise<unknown>[] = [];
  context.following.add(id);
  const end = await followPolls(context, id, conversation, probes, isLast).finally(
    () => context.session.polledJobs--,
  );
  context.following.delete(id);
  await waitForAll(probes);
  if (end) await finish(context, id, end.status, end.view);
}

interface End {
  readonly status: 'completed' | 'failed';
  readonly view: unknown;
}

/**
 * Polls a job until it ends; `undefined` if no poll shows the end.
 * @param probes gets the requests that need not be complete before the next poll
 */
async function followPolls(
  context: RunContext,
  id: string,
  conversation: Conversation,
  probes: Promise<unknown>[],
  isLast: boolean,
): Promise<End | undefined> {
  const { session } = context;
  const { jobTimeout, pollInterval } = session.settings;
  const since = session.now();
  let until = since + (context.isSmoke ? Math.min(jobTimeout, SMOKE_TIMEOUT) : jobTimeout);
  const vain = new VainPolls(session);
  // The first view of a job, and the first one after a reply, show what later views do not.
  let isSoon = true;
  for (let polls = 0; session.now() < until && polls < maxPolls; polls++) {
    const polled = await poll(context, id, isSoon);
    const { status, view, startedAt } = polled;
    isSoon = false;
    const why = vain.add(polled);
    if (why !== undefined) {
      session.note(`job ${id} ${why}`);
      return undefined;
    }
    if (status === 'completed' || status === 'failed') return { status, view };
    if (status !== undefined) {
      await beside(context, probes, pollAsOtherWorkspace(context, id, status));
    }
    if (status === 'awaiting_input') {
      const { replies } = conversation;
      const before = session.now();
      context.following.delete(id);
      const goesOn = await conversation.reply(String(fieldOf(view, 'message')));
      if (conversation.isRefused) context.unended.push(id);
      if (!goesOn) return undefined;
      context.following.add(id);
      // The other jobs have shown what follows a reply.
      const isShown = context.finished.some((job) => job.status === 'completed') && !context.hasIgnoredReply;
      if (isLast && isShown && conversation.replies > replies) return undefined;
      // The service does not work while a question is open on purpose.
      until += session.now() - before;
      isSoon = conversation.replies > replies;
      if (isSoon) continue;
    } else if (status === 'generating') {
      await beside(context, probes, messageAsOtherWorkspace(context, id, status));
      await beside(context, probes, conversation.sendUnasked(startedAt));
    }
    await session.sleep(Math.max(intervalAfter(polls, pollInterval), shareOfRate(polls, session)));
  }
  session.note(`job ${id} did not end in time (--job-timeout)`);
  context.unended.push(id);
  return undefined;
}

/** With a request rate, polls do not wait for probes. Without one, each state gets its probes. */
async function beside(
  { isPaced }: RunContext,
  probes: Promise<unknown>[],
  probe: Promise<unknown>,
): Promise<void> {
  if (!isPaced) return void (await probe);
  // An error is reported when all probes are awaited.
  probe.catch(() => undefined);
  probes.push(probe);
}

/** The poll interval grows with the number of polls: a slow job needs fewer polls. */
function intervalAfter(polls: number, interval: number): number {
  return Math.min(interval * 1.5 ** Math.floor(polls / 4), Math.max(interval, maxInterval));
}

/** Running jobs share the request rate: each is polled every few seconds. */
function shareOfRate(polls: number, { polledJobs, settings: { requestsPerMinute } }: Session): number {
  if (requestsPerMinute === 0) return 0;
  // Some of the rate is left for other requests.
  const share = (4 / 3) * polledJobs * (minute / requestsPerMinute);
  return polls === 0 ? 0 : share;
}

async function finish(
  context: RunContext,
  id: string,
  status: 'completed' | 'failed',
  view: unknown,
): Promise<void> {
  const earlier = context.finished.map((job) => job.id);
  context.finished.push({ id, status });
  const presentation = fieldOf(view, 'presentation');
  const presentationId = status === 'completed' ? fieldOf(presentation, 'id') : undefined;
  const isMade = typeof presentationId === 'string' && presentationId !== '';
  const early = isMade ? await fetchAndRename(context, presentationId) : undefined;
  await pollAsOtherWorkspace(context, id, status);
  await messageAsOtherWorkspace(context, id, status);
  const isFirst = context.isFirst(`${status} again`);
  // All jobs are polled again at the end. With a request rate, only the first one of each kind is polled before, once another
  // job was started if one follows.
  if (isFirst && (status === 'completed' || context.lastQuestion === 'to come'))
    context.pollAfterStart.push(id);
  else if (isFirst) await poll(context, id);
  // The end of a job must not change the others. With a request rate, all jobs are polled again only at the end.
  for (const other of context.isPaced ? [] : earlier.slice(-1)) await poll(context, other);
  if (!isMade) return;
  const title = early ?? (await fetchTitle(context, presentationId));
  if (title === undefined) context.unfetched.push(presentationId);
  else context.presentations.unshift({ id: presentationId, title, job: id });
}

/**
 * Fetches the first presentation as soon as its job has completed, and renames it: a late step of the job may write the former
 * title again. The reads at the end show it.
 * @returns the former title; undefined if nothing was renamed
 */
async function fetchAndRename(context: RunContext, id: string): Promise<string | undefined> {
  const isOnlyOne = context.jobs.length < 2;
  if (context.isPaced || context.isSmoke || isOnlyOne || !context.isFirst('rename at once')) return undefined;
  const title = await fetchTitle(context, id);
  if (title === undefined) return undefined;
  const body = { title: '[deckhand check] renamed at once' };
  await context.session.call({ operation: 'updatePresentation', id, body });
  return title;
}
