/**
 * Follows one job of the other workspace to its end, with a reply to its question. The start has the body of a start of the first
 * key, so a service that mixes up the two shows it. Sections 4.4 to 4.6 and 5.
 */
import { startedJobId } from '../../model/call.js';
import type { Call } from '../../model/call.js';
import { isBodyRefusal, messageBodies } from '../bodies.js';
import type { RunContext } from '../run-context.js';
import { poll } from './read.js';
import { VainPolls } from './vain-polls.js';

/** Ms to wait for a start of the first key. */
const MAX_WAIT = 30_000;
/** Starts that get a server error. */
const MAX_FAULTS = 3;
/** Templates of the other workspace to try. */
const MAX_TEMPLATES = 2;
const MAX_POLLS = 60;
/** Accepted replies to one question, and polls that may still show it after a reply. */
const MAX_REPLIES = 3;
const MAX_REPEATS = 2;
/** Ms for which the question is watched after the last accepted reply. */
const PATIENCE = 12_000;

/**
 * @param templates of the other workspace, likeliest first
 * @param followed settles when all jobs of the first key have ended
 */
export async function followJobOfOther(
  context: RunContext,
  templates: () => readonly string[],
  followed: Promise<void>,
): Promise<void> {
  if (context.startsToCome > 0) await nextStart(context, followed);
  else await context.starter.settled;
  if (context.jobsLeft <= 0 || context.jobs.length === 0) return;
  context.jobsLeft--;
  const starting = startAsOther(context, templates());
  context.startOfOther = starting;
  const start = await starting;
  const id = start.ok ? startedJobId(start) : undefined;
  context.jobOfOther = id;
  if (!start.ok) context.jobsLeft++;
  // Ids may be unique in a workspace only. A poll of such a job looks like one of the other workspace's job.
  if (id !== undefined && !context.jobs.includes(id)) await followToEnd(context, id);
}

/** Two starts at once: a service may keep one of them where all requests find it. */
async function nextStart({ session, starter }: RunContext, followed: Promise<void>): Promise<void> {
  const until = session.now() + MAX_WAIT;
  const end = (): boolean => true;
  const over = Promise.race([starter.nextSent.then(end), followed.then(end, end)]);
  const pause = (): Promise<boolean> => session.sleep(session.settings.pollInterval).then(() => false);
  while (session.now() < until && !session.isOver) if (await Promise.race([over, pause()])) return;
}

async function startAsOther(context: RunContext, templates: readonly string[]): Promise<Call> {
  const { session, starter } = context;
  const { questionPrompt, prompt, pollInterval } = session.settings;
  const send = (template: string | undefined): Promise<Call> =>
    session.call({
      operation: 'startGeneration',
      by: 'other',
      body: starter.bodyFor(questionPrompt ?? prompt, template),
    });
  const [first, ...others] = templates.slice(0, MAX_TEMPLATES);
  let call = await send(first);
  for (const template of others) if (isBodyRefusal(call) && call.status < 500) call = await send(template);
  for (let faults = 1; call.status >= 500 && faults < MAX_FAULTS; faults++) {
    await session.sleep(pollInterval);
    call = await send(first);
  }
  return call;
}

async function followToEnd(context: RunContext, id: string): Promise<void> {
  const { session } = context;
  const { jobTimeout, pollInterval } = session.settings;
  let until = session.now() + jobTimeout;
  const vain = new VainPolls(session);
  let replies = 0;
  let repeats = 0;
  let repliedAt = 0;
  for (let polls = 0; polls < MAX_POLLS && session.now() < until; polls++) {
    const polled = await poll(context, id, false, 'other');
    const { status } = polled;
    if (status === 'completed' || status === 'failed') return;
    const why = vain.add(polled);
    if (why !== undefined) return session.note(`job ${id} of the other workspace ${why}`);
    if (status === 'awaiting_input') {
      const since = session.now();
      // The first key finds out which body the service accepts.
      while (isReplyToCome(context) && !session.isOver) await session.sleep(pollInterval);
      until += session.now() - since;
      if (replies >= MAX_REPLIES) {
        if (session.now() - repliedAt > PATIENCE) return;
      } else if (replies === 0 || ++repeats > MAX_REPEATS) {
        repeats = 0;
        const call = await replyAsOwner(context, id);
        if (!call.ok) return void (await poll(context, id, false, 'other'));
        replies++;
        repliedAt = session.now();
      }
    } else repeats = 0;
    await session.sleep(pollInterval * 1.5 ** Math.floor(polls / 4));
  }
  session.note(`job ${id} of the other workspace did not end in time (--job-timeout)`);
  context.unended.push(id);
}

/** Whether the first key may still find the body of a reply. */
const isReplyToCome = ({ repliedVias, askers, watched, isHolding, isProbing }: RunContext): boolean =>
  repliedVias.size === 0 && (askers > 0 || watched > 0 || isHolding || isProbing);

function replyAsOwner({ session, messageBody }: RunContext, id: string): Promise<Call> {
  const bodies = messageBodies(session.settings, '[deckhand check] a reply of the other workspace');
  const body = bodies[messageBody] ?? bodies[0];
  return session.call({ operation: 'sendGenerationMessage', id, by: 'other', body });
}
