/** One job as one client saw it, as a value: its last polls, and the view that told it to stop. */
import type { JobStatus } from '../../generated/lifecycle.js';
import type { Call } from '../model/call.js';
import { knownStatus } from '../model/call.js';
import { fieldOf } from '../../base/json.js';
import { jsonOf } from '../model/payload.js';
import { digest } from '../../base/digest.js';
import { gapBetween, withTime, type RequestTime } from './times.js';

/** A view that leaves no reason to poll: the job has ended, or it asks a question. */
interface StopView {
  readonly status: Exclude<JobStatus, 'generating'>;
  readonly question?: unknown;
  /** When the client had received the view, in ms. */
  readonly receivedAt: number;
  /** The poll that returned the view first, and the number of polls that returned it. */
  readonly since: RequestTime;
  readonly count: number;
  /** The last of these polls, since the page was loaded. */
  readonly polls: readonly RequestTime[];
  /** Whether the page was loaded again since the last poll. */
  readonly isReloaded: boolean;
  /** Messages that the client sent since, by `sequence`. */
  readonly messages: readonly number[];
}

/** Polls in a row that returned the same view. */
interface UnchangedView {
  /** A hash of the view. */
  readonly view: number;
  readonly since: RequestTime;
  readonly polls: number;
}

/** A reply to a question that the service accepted, and its repetitions. */
interface SentReply {
  /** A hash of the body. */
  readonly body: number;
  /** The accepted request first. */
  readonly times: readonly RequestTime[];
  readonly question: unknown;
  /** Whether a later view still had the question, so that a repetition may seem needed. */
  readonly isStillAsked: boolean;
  /** Whether a later view had no question: the next question is another one. */
  readonly isSettled: boolean;
}

/** Polls while the job generates, without a message in between. */
interface Watching {
  readonly since: RequestTime;
  readonly polls: number;
}

export interface ClientJob {
  /** The last polls since the page was loaded. */
  readonly polls: readonly RequestTime[];
  /** The view that told the client to stop; undefined while there is a reason to poll. */
  readonly stop: StopView | undefined;
  /** Whether the job ever asked a question. Another tab may still show the question. */
  readonly wasAsked: boolean;
  /** Whether the journal holds the start of the job. */
  readonly hasStart: boolean;
  readonly unchanged: UnchangedView | undefined;
  readonly watching: Watching | undefined;
  readonly reply: SentReply | undefined;
  /** The last gap between polls, in ms, while there was a reason to poll. */
  readonly usualInterval: number | undefined;
  /** Whether the last poll succeeded. */
  readonly wasOk: boolean;
}

export const NEW_JOB: ClientJob = {
  polls: [],
  stop: undefined,
  wasAsked: false,
  hasStart: false,
  unchanged: undefined,
  watching: undefined,
  reply: undefined,
  usualInterval: undefined,
  wasOk: false,
};

export function afterPoll(job: ClientJob, call: Call, time: RequestTime): ClientJob {
  const last = job.polls.at(-1);
  const gap = last && gapBetween(last, time);
  // A client waits differently after a failure.
  const isUsual = gap !== undefined && !job.stop && job.wasOk;
  const polled: ClientJob = {
    ...job,
    polls: withTime(job.polls, time),
    usualInterval: isUsual ? gap : job.usualInterval,
    wasOk: call.ok,
  };
  return call.ok ? afterView(polled, call, time) : polled;
}

export function afterMessage(job: ClientJob, call: Call, time: RequestTime): ClientJob {
  return { ...afterSending(job, call), watching: undefined, reply: replyAfter(job, call, time) };
}

function afterSending(job: ClientJob, call: Call): ClientJob {
  const { stop } = job;
  if (!stop) return job;
  // The client acted, so it has a reason to poll again, even if the reply did not arrive.
  if (stop.status === 'awaiting_input') return { ...job, stop: undefined };
  return { ...job, stop: { ...stop, messages: [...stop.messages, call.exchange.sequence] } };
}

function replyAfter({ reply, stop }: ClientJob, call: Call, time: RequestTime): SentReply | undefined {
  const body = digest(call.exchange.request.body?.text ?? '');
  if (reply?.body === body) return { ...reply, times: withTime(reply.times, time) };
  if (!call.ok || stop?.status !== 'awaiting_input') return reply;
  return { body, times: [time], question: stop.question, isStillAsked: false, isSettled: false };
}

function replyAfterView(
  reply: SentReply | undefined,
  status: JobStatus,
  view: unknown,
): SentReply | undefined {
  if (!reply) return undefined;
  if (status !== 'awaiting_input') return { ...reply, isSettled: true };
  // Another question may have the same reply.
  const isSame = !reply.isSettled && reply.question === fieldOf(view, 'message');
  return isSame ? { ...reply, isStillAsked: true } : undefined;
}

/** A reloaded page polls once more for the view that it shows. */
export function afterReload(job: ClientJob): ClientJob {
  const { stop } = job;
  return {
    ...job,
    polls: job.polls.slice(-1),
    ...(stop && { stop: { ...stop, polls: stop.polls.slice(0, 1), isReloaded: true } }),
  };
}

function afterView(job: ClientJob, call: Call, time: RequestTime): ClientJob {
  const view = jsonOf(call.received);
  const status = knownStatus(fieldOf(view, 'status'));
  if (status === undefined) return job;
  const unchanged = unchangedView(job.unchanged, digest(call.exchange.response?.body?.text ?? ''), time);
  const wasAsked = job.wasAsked || status === 'awaiting_input';
  const stop = stopAfter(job.stop, status, view, call, time);
  const reply = replyAfterView(job.reply, status, view);
  const watching = status === 'generating' ? watchingAfter(job.watching, time) : undefined;
  return { ...job, unchanged, watching, reply, wasAsked, stop };
}

function watchingAfter(before: Watching | undefined, time: RequestTime): Watching {
  if (before?.since.clockChanges !== time.clockChanges) return { since: time, polls: 1 };
  return { ...before, polls: before.polls + 1 };
}

function unchangedView(before: UnchangedView | undefined, view: number, time: RequestTime): UnchangedView {
  if (before?.view === view && before.since.clockChanges === time.clockChanges)
    return { ...before, polls: before.polls + 1 };
  return { view, since: time, polls: 1 };
}

function stopAfter(
  stop: StopView | undefined,
  status: JobStatus,
  view: unknown,
  call: Call,
  time: RequestTime,
): StopView | undefined {
  const question = fieldOf(view, 'message');
  if (stop?.status === status && stop.question === question)
    return time.at < stop.receivedAt
      ? stop
      : { ...stop, polls: withTime(stop.polls, time), count: stop.count + 1, isReloaded: false };
  if (status === 'generating') return undefined;
  return {
    status,
    question,
    receivedAt: call.exchange.endedAt,
    since: time,
    count: 1,
    polls: [time],
    isReloaded: false,
    messages: [],
  };
}
