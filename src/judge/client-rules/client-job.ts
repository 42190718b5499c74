/** What one client knows of one job. Immutable. */
import type { JobStatus } from '../../generated/lifecycle.js';
import { type Call, parseJobStatus } from '../model/call.js';
import { getField } from '../../base/json.js';
import { getJson } from '../model/body.js';
import { fnv1a } from '../../base/fnv1a.js';
import { intervalBetween, addTime, type RequestTime } from './request-timing.js';

export const EMPTY_CLIENT_JOB: ClientJob = {
  polls: [],
  stopCondition: undefined,
  hasAskedBefore: false,
  hasStart: false,
  unchanged: undefined,
  pollingPeriod: undefined,
  reply: undefined,
  usualInterval: undefined,
  hasSucceeded: false,
};

/** A poll result after which the client must stop polling. */
interface StopCondition {
  readonly status: Exclude<JobStatus, 'generating'>;
  readonly question?: unknown;
  /** When the client had received the response, in ms. */
  readonly receivedAt: number;
  /** The first poll with this status, and the number of such polls. */
  readonly since: RequestTime;
  readonly count: number;
  /** The last of these polls, since the page was loaded. */
  readonly polls: readonly RequestTime[];
  /** Whether the page was reloaded since the last poll. */
  readonly isReloaded: boolean;
  /** Messages that the client sent since, by `sequence`. */
  readonly messages: readonly number[];
}

/** Consecutive polls with the same response. */
interface RepeatedPollResult {
  /** A hash of the body. */
  readonly body: number;
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
  /** Whether a later poll still returned the question, so that a repetition may seem necessary. */
  readonly isQuestionRepeated: boolean;
  /** Whether a later poll returned no question, so the next question is another one. */
  readonly isAnswered: boolean;
}

/** Polls while the job is generating, without a message in between. */
interface PollingPeriod {
  readonly since: RequestTime;
  readonly polls: number;
}

export interface ClientJob {
  /** The last polls since the page was loaded. */
  readonly polls: readonly RequestTime[];
  /** Why the client must stop polling; undefined while it may poll. */
  readonly stopCondition: StopCondition | undefined;
  /** Whether the job ever awaited input. Another tab may still show the question. */
  readonly hasAskedBefore: boolean;
  /** Whether the journal contains the start of the job. */
  readonly hasStart: boolean;
  readonly unchanged: RepeatedPollResult | undefined;
  readonly pollingPeriod: PollingPeriod | undefined;
  readonly reply: SentReply | undefined;
  /** The last interval between polls, in ms, before the client had to stop. */
  readonly usualInterval: number | undefined;
  /** Whether the last poll succeeded. */
  readonly hasSucceeded: boolean;
}

export function addPoll(job: ClientJob, call: Call, time: RequestTime): ClientJob {
  const last = job.polls.at(-1);
  const interval = last && intervalBetween(last, time);
  // A client waits differently after a failure.
  const isUsual = interval !== undefined && !job.stopCondition && job.hasSucceeded;
  const polled: ClientJob = {
    ...job,
    polls: addTime(job.polls, time),
    usualInterval: isUsual ? interval : job.usualInterval,
    hasSucceeded: call.isSuccess,
  };
  return call.isSuccess ? addPollResult(polled, call, time) : polled;
}

export function addMessage(job: ClientJob, call: Call, time: RequestTime): ClientJob {
  return { ...updateAfterMessage(job, call), pollingPeriod: undefined, reply: updateReply(job, call, time) };
}

function updateAfterMessage(job: ClientJob, call: Call): ClientJob {
  const { stopCondition } = job;
  if (!stopCondition) return job;
  // After a reply, the client may poll again, even if the request failed.
  if (stopCondition.status === 'awaiting_input') return { ...job, stopCondition: undefined };
  return {
    ...job,
    stopCondition: { ...stopCondition, messages: [...stopCondition.messages, call.exchange.sequence] },
  };
}

function updateReply(
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

function updateReplyAfterPoll(
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

/** A reloaded page polls once more. */
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
  const unchanged = updateUnchanged(job.unchanged, fnv1a(call.exchange.response?.body?.text ?? ''), time);
  const hasAskedBefore = job.hasAskedBefore || status === 'awaiting_input';
  const stopCondition = updateStopCondition(job.stopCondition, status, view, call, time);
  const reply = updateReplyAfterPoll(job.reply, status, view);
  const pollingPeriod = status === 'generating' ? updatePollingPeriod(job.pollingPeriod, time) : undefined;
  return { ...job, unchanged, pollingPeriod, reply, hasAskedBefore, stopCondition };
}

function updatePollingPeriod(before: PollingPeriod | undefined, time: RequestTime): PollingPeriod {
  if (before?.since.clockChanges !== time.clockChanges) return { since: time, polls: 1 };
  return { ...before, polls: before.polls + 1 };
}

function updateUnchanged(
  before: RepeatedPollResult | undefined,
  body: number,
  time: RequestTime,
): RepeatedPollResult {
  if (before?.body === body && before.since.clockChanges === time.clockChanges)
    return { ...before, polls: before.polls + 1 };
  return { body, since: time, polls: 1 };
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
