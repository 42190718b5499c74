/** What one client knows of one job. Immutable. */
import type { JobStatus } from '../../generated/lifecycle.js';
import type { Call } from '../model/call.js';
import { parseJobStatus } from '../model/call.js';
import { getField } from '../../base/json.js';
import { getJson } from '../model/body.js';
import { fnv1a } from '../../base/fnv1a.js';
import { intervalBetween, addTime, type RequestTime } from './request-timing.js';

/** A poll result after which the client must stop polling. */
interface StopCondition {
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
interface RepeatedPollResult {
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
  readonly isQuestionRepeated: boolean;
  /** Whether a later view had no question: the next question is another one. */
  readonly isAnswered: boolean;
}

/** Polls while the job generates, without a message in between. */
interface PollingPeriod {
  readonly since: RequestTime;
  readonly polls: number;
}

export interface ClientJob {
  /** The last polls since the page was loaded. */
  readonly polls: readonly RequestTime[];
  /** The view that told the client to stop; undefined while there is a reason to poll. */
  readonly stopCondition: StopCondition | undefined;
  /** Whether the job ever asked a question. Another tab may still show the question. */
  readonly hasAskedBefore: boolean;
  /** Whether the journal holds the start of the job. */
  readonly hasStart: boolean;
  readonly unchanged: RepeatedPollResult | undefined;
  readonly pollingPeriod: PollingPeriod | undefined;
  readonly reply: SentReply | undefined;
  /** The last gap between polls, in ms, while there was a reason to poll. */
  readonly usualInterval: number | undefined;
  /** Whether the last poll succeeded. */
  readonly wasOk: boolean;
}

export const EMPTY_CLIENT_JOB: ClientJob = {
  polls: [],
  stopCondition: undefined,
  hasAskedBefore: false,
  hasStart: false,
  unchanged: undefined,
  pollingPeriod: undefined,
  reply: undefined,
  usualInterval: undefined,
  wasOk: false,
};

export function addPoll(job: ClientJob, call: Call, time: RequestTime): ClientJob {
  const last = job.polls.at(-1);
  const gap = last && intervalBetween(last, time);
  // A client waits differently after a failure.
  const isUsual = gap !== undefined && !job.stopCondition && job.wasOk;
  const polled: ClientJob = {
    ...job,
    polls: addTime(job.polls, time),
    usualInterval: isUsual ? gap : job.usualInterval,
    wasOk: call.isSuccess,
  };
  return call.isSuccess ? addPollResult(polled, call, time) : polled;
}

export function addMessage(job: ClientJob, call: Call, time: RequestTime): ClientJob {
  return { ...afterSending(job, call), pollingPeriod: undefined, reply: replyAfter(job, call, time) };
}

function afterSending(job: ClientJob, call: Call): ClientJob {
  const { stopCondition } = job;
  if (!stopCondition) return job;
  // The client acted, so it has a reason to poll again, even if the reply did not arrive.
  if (stopCondition.status === 'awaiting_input') return { ...job, stopCondition: undefined };
  return {
    ...job,
    stopCondition: { ...stopCondition, messages: [...stopCondition.messages, call.exchange.sequence] },
  };
}

function replyAfter(
  { reply, stopCondition }: ClientJob,
  call: Call,
  time: RequestTime,
): SentReply | undefined {
  const body = fnv1a(call.exchange.request.body?.text ?? '');
  if (reply?.body === body) return { ...reply, times: addTime(reply.times, time) };
  if (!call.isSuccess || stopCondition?.status !== 'awaiting_input') return reply;
  return {
    body,
    times: [time],
    question: stopCondition.question,
    isQuestionRepeated: false,
    isAnswered: false,
  };
}

function replyAfterView(
  reply: SentReply | undefined,
  status: JobStatus,
  view: unknown,
): SentReply | undefined {
  if (!reply) return undefined;
  if (status !== 'awaiting_input') return { ...reply, isAnswered: true };
  // Another question may have the same reply.
  const isSame = !reply.isAnswered && reply.question === getField(view, 'message');
  return isSame ? { ...reply, isQuestionRepeated: true } : undefined;
}

/** A reloaded page polls once more for the view that it shows. */
export function resetOnReload(job: ClientJob): ClientJob {
  const { stopCondition } = job;
  return {
    ...job,
    polls: job.polls.slice(-1),
    ...(stopCondition && {
      stopCondition: { ...stopCondition, polls: stopCondition.polls.slice(0, 1), isReloaded: true },
    }),
  };
}

function addPollResult(job: ClientJob, call: Call, time: RequestTime): ClientJob {
  const view = getJson(call.responseBody);
  const status = parseJobStatus(getField(view, 'status'));
  if (status === undefined) return job;
  const unchanged = unchangedView(job.unchanged, fnv1a(call.exchange.response?.body?.text ?? ''), time);
  const wasAsked = job.hasAskedBefore || status === 'awaiting_input';
  const stop = updateStopCondition(job.stopCondition, status, view, call, time);
  const reply = replyAfterView(job.reply, status, view);
  const watching = status === 'generating' ? watchingAfter(job.pollingPeriod, time) : undefined;
  return { ...job, unchanged, pollingPeriod: watching, reply, hasAskedBefore: wasAsked, stopCondition: stop };
}

function watchingAfter(before: PollingPeriod | undefined, time: RequestTime): PollingPeriod {
  if (before?.since.clockChanges !== time.clockChanges) return { since: time, polls: 1 };
  return { ...before, polls: before.polls + 1 };
}

function unchangedView(
  before: RepeatedPollResult | undefined,
  view: number,
  time: RequestTime,
): RepeatedPollResult {
  if (before?.view === view && before.since.clockChanges === time.clockChanges)
    return { ...before, polls: before.polls + 1 };
  return { view, since: time, polls: 1 };
}

function updateStopCondition(
  stop: StopCondition | undefined,
  status: JobStatus,
  view: unknown,
  call: Call,
  time: RequestTime,
): StopCondition | undefined {
  const question = getField(view, 'message');
  if (stop?.status === status && stop.question === question)
    return time.at < stop.receivedAt
      ? stop
      : { ...stop, polls: addTime(stop.polls, time), count: stop.count + 1, isReloaded: false };
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
