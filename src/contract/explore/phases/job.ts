/** Follows one job from its start to its end: polls it, answers its questions, fetches what it made. Sections 3 and 4.4 to 4.6. */
import { fieldOf } from '../../trace/answer.js';
import { startedId } from '../../trace/job.js';
import type { Crew } from '../crew.js';
import type { Session, Via } from '../session.js';
import { Conversation } from './conversation.js';
import { pollAsStranger } from './foreign.js';
import { poll } from './job-poll.js';
import { pollWithoutKey, startWithoutKey } from './keys.js';
import { together } from '../together.js';

export interface JobWish {
  readonly prompt: string;
  readonly via: Via;
}

/** Refusals that may not last: another job is running, or the plan allows no more for now. */
const passing = [402, 403, 409, 423, 429];

/** Starts a job and follows it to its end. False when it was refused in a way that may pass. */
export async function followJob(crew: Crew, { prompt, via }: JobWish): Promise<boolean> {
  if (crew.jobsLeft <= 0) return true;
  crew.jobsLeft--;
  const { session } = crew;
  const body = { prompt, ...(crew.template !== undefined && { template_id: crew.template }) };
  session.following++;
  const start = await session.call({ operation: 'startGeneration', via, body });
  const id = start.ok ? startedId(start) : undefined;
  if (id === undefined) session.following--;
  if (!start.ok) {
    crew.jobsLeft++;
    session.note(`a job was not started: the target answered ${start.status}`);
    return !passing.includes(start.status);
  }
  if (id === undefined) session.note('a job was started and given no usable generation_id');
  else await together([followToEnd(crew, id), startWithoutKey(crew, body)]);
  return true;
}

/** A job that cannot be polled so many times in a row is given up. */
const mostMisses = 4;
const mostPolls = 80;
const longestInterval = 30_000;
const minute = 60_000;

async function followToEnd(crew: Crew, id: string): Promise<void> {
  const end = await followPolls(crew, id);
  crew.session.following--;
  if (end) await finish(crew, id, end.status, end.view);
}

interface End {
  readonly status: 'completed' | 'failed';
  readonly view: unknown;
}

/** Polls a job until it ends; nothing when its end is not seen. */
async function followPolls(crew: Crew, id: string): Promise<End | undefined> {
  const { session } = crew;
  const { jobTimeout, pollInterval } = session.settings;
  const until = session.now() + jobTimeout;
  const conversation = new Conversation(crew, id);
  let misses = 0;
  for (let polls = 0; session.now() < until && polls < mostPolls; polls++) {
    const { status, view } = await poll(crew, id);
    misses = view === undefined ? misses + 1 : 0;
    if (misses > mostMisses) {
      session.note(`job ${id} can no longer be polled`);
      return undefined;
    }
    if (status === 'completed' || status === 'failed') return { status, view };
    if (status !== undefined) {
      await pollWithoutKey(crew, id, status);
      await pollAsStranger(crew, id, status);
    }
    if (status === 'awaiting_input') {
      if (!(await conversation.answer(String(fieldOf(view, 'message'))))) return undefined;
    } else if (status === 'generating') await conversation.interject();
    await session.sleep(Math.max(intervalAfter(polls, pollInterval), shareOfRate(polls, session)));
  }
  session.note(`job ${id} did not end in time`);
  return undefined;
}

/** A slow job is asked less and less often: its next news is as far away as its last. */
function intervalAfter(polls: number, interval: number): number {
  return Math.min(interval * 1.5 ** Math.floor(polls / 4), Math.max(interval, longestInterval));
}

/**
 * The jobs that run share the rate. They are polled faster than it allows at first, for the sake of short jobs, and then
 * less and less often, so that there is a poll left for every part of a long one.
 */
function shareOfRate(polls: number, { following, settings: { requestsPerMinute } }: Session): number {
  if (requestsPerMinute === 0) return 0;
  const first = (2 / 3) * following * (minute / requestsPerMinute);
  return Math.min(first * (polls + 1), minute);
}

async function finish(crew: Crew, id: string, status: 'completed' | 'failed', view: unknown): Promise<void> {
  crew.finished.push({ id, status });
  // All are polled again at the end; when requests are counted, one of each kind must do for now.
  if (crew.first(`${status} again`) || !crew.isPaced) await poll(crew, id);
  await pollWithoutKey(crew, id, status);
  await pollAsStranger(crew, id, status);
  const presentation = fieldOf(view, 'presentation');
  const presentationId = fieldOf(presentation, 'id');
  if (status !== 'completed' || typeof presentationId !== 'string' || presentationId === '') return;
  const call = await crew.session.call({ operation: 'getPresentation', id: presentationId });
  const title = call.ok && call.answer.kind === 'json' ? fieldOf(call.answer.value, 'title') : undefined;
  if (typeof title === 'string') crew.presentations.unshift({ id: presentationId, title, job: id });
}
