/** Rules about messages to jobs: a question accepts a reply, and the reply advances only its own job. Sections 3, 4.5, 4.6 and 5.1. */
import { groupBy } from '../../base/group-by.js';
import { pluralize } from '../../base/text/pluralize.js';
import { getField } from '../../base/json.js';
import { endedBefore, isFromVerify, type Call } from '../model/call.js';
import { getReplies, type JobHistory, type PollResult, type QuestionReply } from '../model/job-history.js';
import type { Trace } from '../model/trace.js';
import { isWithinConsistencyWindow } from '../downgrades/consistency.js';
import type { Finding, Rule, VerdictReason } from '../rule.js';
import { NO_ACCEPTED_REPLY, NO_OTHER_QUESTION, NO_POLL_AFTER_REPLY, NO_QUESTION } from './not-covered.js';
import { description, valueOrMissing } from '../description.js';
import { endsQuestionEarly } from './checks/rejected-request-effects.js';
import { violation, info, createRule } from './create-rule.js';

/** Fewer occurrences may be a coincidence. */
const MIN_OCCURRENCES = 2;

/** Accepted replies after which a question counts as stuck. */
const MIN_REPLIES = 3;

/** Ms for which the question must stay open after the last of them. */
const MIN_OPEN_MS = 10_000;

const MESSAGE_REJECTIONS = new Set([404, 405, 409, 410, 501]);

/** Accepted replies to one question, and the poll results after the first of them. */
interface AnsweredQuestion {
  readonly question: unknown;
  readonly replies: readonly Call[];
  readonly after: readonly PollResult[];
}

interface UnrelatedQuestion {
  readonly reply: Call;
  /** The poll result with the question of the reply. */
  readonly question: PollResult;
  readonly before: PollResult;
  readonly after: PollResult;
  /** The first poll result of the replied job after the consistency window. */
  readonly own: PollResult | undefined;
}

/** A question with its first reply, and the reply that advanced the job. */
interface QuestionAttempt {
  readonly first: QuestionReply;
  readonly effective: QuestionReply | undefined;
}

const getQuestion = ({ value }: PollResult): unknown => getField(value, 'message');

const isAsking = (view: PollResult, question: unknown): boolean =>
  view.status === 'awaiting_input' && getQuestion(view) === question;

export const replyRules: readonly Rule[] = [
  {
    id: 'job/accepts-message-while-awaiting-input',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A job that awaits input accepts a message',
    interpretation:
      'The message body is unspecified. Fails only for 404, 405, 409 (from the second on), 410 and 501 while the job awaits input ' +
      'before and after.',
    judge: (trace) => {
      const withReplies = trace.jobs.filter((job) => getReplies(job).length > 0);
      return {
        checked: withReplies.filter((job) => getReplies(job).some(({ call }) => call.isSuccess)).length,
        findings: withReplies.flatMap((job) => checkRejectedMessages(job, trace)),
        notCovered: explainNoReply(trace, NO_POLL_AFTER_REPLY),
      };
    },
  },
  {
    id: 'job/reply-advances-job',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'An accepted reply advances the job',
    interpretation:
      `The next status is unspecified and may be another question. Fails after ${MIN_REPLIES} accepted replies with the same question for ` +
      `${MIN_OPEN_MS / 1000} s. Warns if the same question is open until the last poll.`,
    judge: (trace) => {
      const { jobs } = trace;
      const answered = jobs.flatMap(findAnsweredQuestions);
      const workingKeys = new Set(answered.filter((one) => !isStillAsked(one)).map(getKey));
      return {
        checked: answered.length,
        findings: answered.flatMap((one) => checkAnsweredQuestion(one, workingKeys, trace) ?? []),
        notCovered: NO_POLL_AFTER_REPLY,
      };
    },
  },
  createRule({
    id: 'job/reply-affects-only-its-job',
    sections: ['3', '4.5', '4.6'],
    title: 'A reply affects only its own job',
    interpretation:
      'Fails if another job advances while the replied job does not (verify), or while a third question stays open longer.',
    select: findUnrelatedQuestions,
    notCovered: NO_OTHER_QUESTION,
    check: checkUnrelatedQuestion,
  }),
  {
    id: 'job/no-5xx-for-applied-reply',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A reply that takes effect does not return 5xx',
    interpretation: `Fails after ${MIN_OCCURRENCES} replies with 500 that advance their job, if no reply succeeds. A job that fails then does not count.`,
    judge: (trace) => {
      const replies = trace.jobs.flatMap(getReplies).filter(({ after }) => after !== undefined);
      const accepted = replies.filter(({ call }) => call.isSuccess).length;
      const failed = replies.filter(
        ({ call, after }) =>
          call.status === 500 && after?.status !== 'awaiting_input' && after?.status !== 'failed',
      );
      return {
        checked: accepted + failed.length,
        findings: failed.slice(0, 1).map(({ call, after }) =>
          violation('a reply returns 5xx but takes effect', {
            ...{ expected: description('any 2xx'), actual: call.status, call, comparedWith: after?.call },
            downgrade:
              failed.length >= MIN_OCCURRENCES && accepted === 0 ? undefined : 'one error may be transient',
          }),
        ),
        notCovered: explainNoReply(trace, NO_POLL_AFTER_REPLY),
      };
    },
  },
  {
    id: 'job/reply-works-with-any-text-and-header',
    sections: ['3', '4.5', '4.6', '5.1'],
    level: 'must',
    title: 'A reply works with any text and either key header',
    interpretation:
      'verify only. Fails if a reply has no effect (accepted twice, or 5xx twice) and another text or header then works.',
    judge: (trace) => {
      const questions = trace.jobs.flatMap((job) => findQuestionAttempts(job, trace));
      const works = new Set(
        questions.flatMap(({ first, effective }) => (effective === first ? [formatReply(first)] : [])),
      );
      // A service may repeat its question after each first reply.
      const failed = questions.filter(
        ({ first, effective }) => effective && works.size > 0 && !works.has(formatReply(first)),
      );
      return {
        checked: questions.filter(({ effective }) => effective !== undefined).length,
        findings: checkReplyVariants(failed),
        notCovered: explainNoReply(trace, 'no reply of `deckhand verify` that advances its job'),
      };
    },
  },
];

/** @param otherwise the reason if the traffic has accepted replies */
function explainNoReply({ jobs }: Trace, otherwise: string | VerdictReason): string | VerdictReason {
  const replies = jobs.flatMap(getReplies);
  if (replies.some(({ call }) => call.isSuccess)) return otherwise;
  return replies.length > 0 ? NO_ACCEPTED_REPLY : NO_QUESTION;
}

function checkRejectedMessages(job: JobHistory, trace: Trace): readonly Finding[] {
  const replies = getReplies(job);
  if (replies.some(({ call }) => call.isSuccess)) return [];
  const rejected = replies.filter(
    (reply) =>
      MESSAGE_REJECTIONS.has(reply.call.status) &&
      reply.after?.status === 'awaiting_input' &&
      !isTooEarly(reply, job, trace),
  );
  // The service may have been busy once.
  if (rejected.length < 2 && rejected.every(({ call }) => call.status === 409)) return [];
  return rejected.map(({ call }) =>
    violation('a job that awaits input rejects a message', {
      ...{ expected: description('any 2xx'), actual: call.status, call },
    }),
  );
}

/** Whether a replica may not know the question yet. A run of `deckhand verify` waits. */
function isTooEarly({ call, before }: QuestionReply, { views }: JobHistory, trace: Trace): boolean {
  if (call.status !== 404 || isFromVerify(call)) return false;
  const first = views.find((view) => isAsking(view, getQuestion(before)));
  return first !== undefined && isWithinConsistencyWindow(first.call, call, trace);
}

function findAnsweredQuestions(job: JobHistory): readonly AnsweredQuestion[] {
  const accepted = getReplies(job).filter(({ call }) => call.isSuccess);
  return [...groupBy(accepted, ({ before }) => getQuestion(before))].flatMap(([question, replies]) => {
    const [first] = replies;
    const after = first ? job.views.filter((view) => endedBefore(first.call, view.call)) : [];
    return after.length === 0 ? [] : [{ question, replies: replies.map(({ call }) => call), after }];
  });
}

const getKey = ({ replies: [first] }: AnsweredQuestion): string | undefined => first?.credential.key;

const isStillAsked = ({ question, after }: AnsweredQuestion): boolean =>
  after.every((view) => isAsking(view, question));

/** @param workingKeys the keys whose replies advance another job */
function checkAnsweredQuestion(
  answered: AnsweredQuestion,
  workingKeys: ReadonlySet<string | undefined>,
  trace: Trace,
): Finding | undefined {
  const { replies, after } = answered;
  const [last, latest] = [after.at(-1), replies.at(-1)];
  if (!last || !latest || !isStillAsked(answered)) return undefined;
  const message = 'a job repeats its question after an accepted reply';
  const details = {
    expected: description('another status or another question'),
    actual: description(
      `the same question after ${pluralize(replies.length, 'accepted reply', 'accepted replies')}`,
    ),
    path: 'message',
    call: last.call,
    about: latest,
  };
  const waited = last.call.exchange.startedAt - latest.exchange.endedAt;
  if (isWithinConsistencyWindow(latest, last.call, trace)) return info(message, details);
  if (replies.length < MIN_REPLIES || waited < MIN_OPEN_MS)
    return violation(message, { ...details, downgrade: 'the spec does not show the state after a reply' });
  // A run of `deckhand verify` sends each text to several questions.
  const mustBeUsable = replies.every(isFromVerify) || !workingKeys.has(getKey(answered));
  return violation(message, {
    ...details,
    downgrade: mustBeUsable
      ? undefined
      : 'the service may repeat its question because it cannot use the reply',
  });
}

/** The questions of other jobs, also of other keys, that were open when a reply was accepted. */
function findUnrelatedQuestions(trace: Trace): readonly UnrelatedQuestion[] {
  return trace.jobs.flatMap((job) =>
    getReplies(job).flatMap(({ call: reply, before: question }) => {
      if (!reply.isSuccess) return [];
      const own = job.views.find(({ call }) => !isWithinConsistencyWindow(reply, call, trace));
      return trace.jobs.flatMap((other): UnrelatedQuestion[] => {
        const [first] = other.views;
        if (other === job || !first || !endedBefore(first.call, reply)) return [];
        const before = other.views.findLast((view) => endedBefore(view.call, reply));
        const after = other.views.find((view) => endedBefore(reply, view.call));
        if (before?.status !== 'awaiting_input' || !after) return [];
        return hasOwnMessage(other, before, after, trace) ? [] : [{ reply, question, before, after, own }];
      });
    }),
  );
}

/** Whether the other job got a message itself, which may take effect later. */
const hasOwnMessage = ({ id }: JobHistory, before: PollResult, after: PollResult, trace: Trace): boolean =>
  trace
    .callsFor('sendGenerationMessage', id)
    .some((call) => endedBefore(call, after.call) && (endedBefore(before.call, call) || call.isSuccess));

function checkUnrelatedQuestion(
  { reply, question, before, after, own }: UnrelatedQuestion,
  trace: Trace,
): Finding | undefined {
  if (after.status === undefined || after.status === 'awaiting_input') return undefined;
  const isOwnStuck = own !== undefined && getQuestion(own) === getQuestion(question);
  const isCertain = (isOwnStuck && isFromVerify(reply)) || endsQuestionEarly(after, trace);
  return violation('a reply to one job affects another job', {
    expected: description('the question'),
    actual: valueOrMissing(after.status),
    path: 'status',
    call: after.call,
    comparedWith: before.call,
    about: reply,
    downgrade: isCertain ? undefined : 'a question may expire, or users may reply to it elsewhere',
  });
}

function findQuestionAttempts(job: JobHistory, trace: Trace): readonly QuestionAttempt[] {
  const byQuestion = groupBy(
    getReplies(job).filter(({ call }) => isFromVerify(call)),
    ({ before }) => getQuestion(before),
  );
  return [...byQuestion.values()].flatMap((all): QuestionAttempt[] => {
    const replies = all.filter(({ call }) => call.isSuccess || call.status >= 500);
    const [first] = replies;
    if (!first) return [];
    const effective = replies.find((reply, index) => isAnswered(job, reply, replies[index + 1]));
    return effective === first || hasNoEffect(job, replies, trace) ? [{ first, effective }] : [];
  });
}

/** Whether the first reply failed, or was accepted twice without an effect. */
function hasNoEffect(
  job: JobHistory,
  [first, second, third]: readonly QuestionReply[],
  trace: Trace,
): boolean {
  if (!first || !second) return false;
  if (first.call.status >= 500) return true;
  if (formatReply(second) !== formatReply(first) || !third) return false;
  return isStillOpen(job, first, second, trace) && isStillOpen(job, second, third, trace);
}

const formatReply = ({ call: { credential, exchange } }: QuestionReply): string => {
  const isLong = /[^\p{ASCII}]/u.test(exchange.request.body?.text ?? '');
  return `the key in ${credential.header === 'bearer' ? 'Authorization' : 'x-api-key'} and a ${isLong ? 'long' : 'short'} text`;
};

/** Whether the job no longer has the same question before the next reply. */
const isAnswered = (
  { views }: JobHistory,
  { call, before }: QuestionReply,
  next: QuestionReply | undefined,
): boolean =>
  views.some(
    (view) =>
      endedBefore(call, view.call) &&
      (!next || endedBefore(view.call, next.call)) &&
      !isAsking(view, getQuestion(before)),
  );

/** Whether the question was still open before the next reply, after the consistency window of the first one. */
function isStillOpen(
  { views }: JobHistory,
  first: QuestionReply,
  next: QuestionReply,
  trace: Trace,
): boolean {
  const last = views.findLast(({ call }) => endedBefore(call, next.call));
  return (
    last !== undefined &&
    endedBefore(first.call, last.call) &&
    !isWithinConsistencyWindow(first.call, last.call, trace)
  );
}

function checkReplyVariants(failed: readonly QuestionAttempt[]): readonly Finding[] {
  const [question] = failed;
  if (!question?.effective) return [];
  const { first, effective } = question;
  const { call } = first;
  return [
    violation(`a reply with ${formatReply(first)} has no effect, with ${formatReply(effective)} it works`, {
      expected: description('another status or another question'),
      actual: call.isSuccess ? description('the same question') : call.status,
      call,
      comparedWith: effective.call,
      downgrade:
        call.isSuccess || failed.length >= MIN_OCCURRENCES ? undefined : 'one error may be transient',
    }),
  ];
}
