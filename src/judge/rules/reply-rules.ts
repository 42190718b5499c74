/** Rows about messages to jobs: a question takes a reply, and the reply moves its job and no other. Sections 3, 4.5, 4.6 and 5.1. */
import { groupBy } from '../../base/group-by.js';
import { getField } from '../../base/json.js';
import { endedBefore, isFromVerify, type Call } from '../model/call.js';
import {
  getReplies,
  type JobHistory,
  type PollResult,
  type QuestionReply,
  type Trace,
} from '../model/trace.js';
import { isWithinConsistencyWindow } from '../downgrades/downgrades.js';
import type { Finding, Rule } from '../rule.js';
import { NO_ACCEPTED_REPLY, NO_OTHER_QUESTION, NO_POLL_AFTER_REPLY, NO_QUESTION } from './not-covered.js';
import { description, valueOrMissing } from '../description.js';
import { endsQuestionEarly } from './checks/rejected-request-effects.js';
import { violation, info, createRule } from './create-rule.js';

/** Coincidences that prove something. */
const MIN_OCCURRENCES = 2;
/** Accepted replies to one question, and the ms after the last of them for which it must have been seen. */
const MIN_REPLIES = 3;
const MIN_OPEN_MS = 10_000;

const questionIn = ({ value }: PollResult): unknown => getField(value, 'message');
const isAsking = (view: PollResult, question: unknown): boolean =>
  view.status === 'awaiting_input' && questionIn(view) === question;

export const replyRules: readonly Rule[] = [
  {
    id: 'job/accepts-message-while-awaiting-input',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A job that awaits input accepts a message',
    interpretation:
      'The interface does not document the body of a message. If the service refuses all bodies that were tried, the rule is not ' +
      'reached. It fails only for 404, 405, 409, 410 and 501 while the job awaits input before and after. 409 counts from the second time on.',
    judge: (trace) => {
      const tried = trace.jobs.filter((job) => getReplies(job).length > 0);
      return {
        checked: tried.filter((job) => getReplies(job).some(({ call }) => call.isSuccess)).length,
        findings: tried.flatMap((job) => judgeRefusals(job, trace)),
        notCovered: whyNoReply(trace, NO_POLL_AFTER_REPLY),
      };
    },
  },
  {
    id: 'job/reply-advances-job',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'An accepted reply advances the job',
    interpretation:
      'Section 3: a reply moves a job out of awaiting_input; the next state is open, and it may be another question. The rule fails ' +
      `if three accepted replies leave the job with the same question for ${MIN_OPEN_MS / 1000} s. Other cases are observed.`,
    judge: ({ jobs }) => {
      const answered = jobs.flatMap(answeredQuestions);
      const working = new Set(answered.filter((one) => !isStillAsked(one)).map(keyOf));
      return {
        checked: answered.length,
        findings: answered.flatMap((one) => judgeAnswered(one, working) ?? []),
        notCovered: NO_POLL_AFTER_REPLY,
      };
    },
  },
  createRule({
    id: 'job/reply-affects-only-its-job',
    sections: ['3', '4.5', '4.6'],
    title: 'A reply affects only its own job',
    interpretation:
      'Another job that goes on after the reply is a violation only if, in a run of `deckhand verify`, the job of the reply stays in the same ' +
      'question, or if a third question stays open for longer without any message.',
    select: findUnrelatedQuestions,
    notCovered: NO_OTHER_QUESTION,
    check: checkUnrelatedQuestion,
  }),
  {
    id: 'job/no-5xx-for-applied-reply',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A reply that takes effect does not return 5xx',
    interpretation: `Counts 500, from ${MIN_OCCURRENCES} replies on, if each of them moves its job and no reply is accepted. A job that is failed then is not moved by its reply.`,
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
            doubt:
              failed.length >= MIN_OCCURRENCES && accepted === 0
                ? undefined
                : 'one error may be a fault that passes',
          }),
        ),
        notCovered: whyNoReply(trace, NO_POLL_AFTER_REPLY),
      };
    },
  },
  {
    id: 'job/reply-works-with-any-text-and-header',
    sections: ['3', '4.5', '4.6', '5.1'],
    level: 'must',
    title: 'A reply works with any text and either key header',
    interpretation:
      'Judged in runs of `deckhand verify`, which reply with two texts and both headers. A reply without effect is accepted twice and leaves the question open for the ' +
      `settling time each, or gets 5xx at ${MIN_OCCURRENCES} questions. It is a violation, if a reply with another text or header then moves the job, while another first ` +
      'reply moves its job at once. A service may refuse a text with 4xx, or ask again after each first reply.',
    judge: (trace) => {
      const questions = trace.jobs.flatMap((job) => triedQuestions(job, trace));
      const works = new Set(
        questions.flatMap(({ first, moved }) => (moved === first ? [describeReply(first)] : [])),
      );
      // A service may ask again after each first reply.
      const failed = questions.filter(
        ({ first, moved }) => moved && works.size > 0 && !works.has(describeReply(first)),
      );
      return {
        checked: questions.filter(({ moved }) => moved !== undefined).length,
        findings: checkReplyVariants(failed),
        notCovered: whyNoReply(trace, 'not seen: a reply of `deckhand verify` moved its job'),
      };
    },
  },
];

/** Why a row about replies judged nothing. @param lack what is not seen of the accepted ones */
function whyNoReply({ jobs }: Trace, lack: string): string {
  const replies = jobs.flatMap(getReplies);
  if (replies.some(({ call }) => call.isSuccess)) return lack;
  return replies.length > 0 ? NO_ACCEPTED_REPLY : NO_QUESTION;
}

// A question takes a reply.

const REFUSES_MESSAGES = new Set([404, 405, 409, 410, 501]);

function judgeRefusals(job: JobHistory, trace: Trace): readonly Finding[] {
  const replies = getReplies(job);
  if (replies.some(({ call }) => call.isSuccess)) return [];
  const refused = replies.filter(
    (reply) =>
      REFUSES_MESSAGES.has(reply.call.status) &&
      reply.after?.status === 'awaiting_input' &&
      !isTooEarly(reply, job, trace),
  );
  // The service may have been busy once.
  if (refused.length < 2 && refused.every(({ call }) => call.status === 409)) return [];
  return refused.map(({ call }) =>
    violation('a job that awaits input rejects a message', {
      ...{ expected: description('any 2xx'), actual: call.status, call },
    }),
  );
}

/** Whether a replica may not know the question yet. A run of `deckhand verify` waits. */
function isTooEarly({ call, before }: QuestionReply, { views }: JobHistory, trace: Trace): boolean {
  if (call.status !== 404 || isFromVerify(call)) return false;
  const first = views.find((view) => isAsking(view, questionIn(before)));
  return first !== undefined && isWithinConsistencyWindow(first.call, call, trace);
}

// The reply moves its job.

/** Accepted replies to one question, and the views after the first of them. */
interface AnsweredQuestion {
  readonly question: unknown;
  readonly replies: readonly Call[];
  readonly after: readonly PollResult[];
}

function answeredQuestions(job: JobHistory): readonly AnsweredQuestion[] {
  const accepted = getReplies(job).filter(({ call }) => call.isSuccess);
  return [...groupBy(accepted, ({ before }) => questionIn(before))].flatMap(([question, replies]) => {
    const [first] = replies;
    const after = first ? job.views.filter((view) => endedBefore(first.call, view.call)) : [];
    return after.length === 0 ? [] : [{ question, replies: replies.map(({ call }) => call), after }];
  });
}

const keyOf = ({ replies: [first] }: AnsweredQuestion): string | undefined => first?.credential.key;

const isStillAsked = ({ question, after }: AnsweredQuestion): boolean =>
  after.every((view) => isAsking(view, question));

/** @param working the keys whose replies move another job */
function judgeAnswered(
  answered: AnsweredQuestion,
  working: ReadonlySet<string | undefined>,
): Finding | undefined {
  const { replies, after } = answered;
  const [last, latest] = [after.at(-1), replies.at(-1)];
  if (!last || !latest || !isStillAsked(answered)) return undefined;
  const message = 'a job repeats its question after an accepted reply';
  const details = {
    expected: description('another state or another question'),
    actual: description(`the same question after ${replies.length} accepted replies`),
    path: 'message',
    call: last.call,
  };
  const waited = last.call.exchange.startedAt - latest.exchange.endedAt;
  if (replies.length < MIN_REPLIES || waited < MIN_OPEN_MS) return info(message, details);
  // A run of `deckhand verify` sends each text to several questions.
  const isUsable = replies.every(isFromVerify) || !working.has(keyOf(answered));
  return violation(message, {
    ...details,
    doubt: isUsable ? undefined : 'the service may ask again because it cannot use the reply',
  });
}

// And no other job.

interface UnrelatedQuestion {
  readonly reply: Call;
  /** The view with the question of the reply. */
  readonly question: PollResult;
  readonly before: PollResult;
  readonly after: PollResult;
  /** The view of the job of the reply, once the reply must have had its effect. */
  readonly own: PollResult | undefined;
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
        return isDisturbed(other, before, after, trace) ? [] : [{ reply, question, before, after, own }];
      });
    }),
  );
}

/** Whether the job got a message itself. A service may act on an accepted message some time later. */
const isDisturbed = ({ id }: JobHistory, before: PollResult, after: PollResult, trace: Trace): boolean =>
  trace
    .callsFor('sendGenerationMessage', id)
    .some((call) => endedBefore(call, after.call) && (endedBefore(before.call, call) || call.isSuccess));

function checkUnrelatedQuestion(
  { reply, question, before, after, own }: UnrelatedQuestion,
  trace: Trace,
): Finding | undefined {
  if (after.status === undefined || after.status === 'awaiting_input') return undefined;
  const isOwnUnmoved = own !== undefined && questionIn(own) === questionIn(question);
  const isCertain = (isOwnUnmoved && isFromVerify(reply)) || endsQuestionEarly(after, trace);
  return violation('a reply to one job affects another job', {
    expected: description('the question'),
    actual: valueOrMissing(after.status),
    path: 'status',
    call: after.call,
    comparedWith: before.call,
    about: reply,
    doubt: isCertain ? undefined : 'a question may expire, and people may answer it elsewhere',
  });
}

// In each form.

/** A question with its first reply, and the reply that moved the job from it. */
interface QuestionAttempt {
  readonly first: QuestionReply;
  readonly moved: QuestionReply | undefined;
}

function triedQuestions(job: JobHistory, trace: Trace): readonly QuestionAttempt[] {
  const byQuestion = groupBy(
    getReplies(job).filter(({ call }) => isFromVerify(call)),
    ({ before }) => questionIn(before),
  );
  return [...byQuestion.values()].flatMap((all): QuestionAttempt[] => {
    const replies = all.filter(({ call }) => call.isSuccess || call.status >= 500);
    const [first] = replies;
    if (!first) return [];
    const moved = replies.find((reply, index) => isAnswered(job, reply, replies[index + 1]));
    return moved === first || hasNoEffect(job, replies, trace) ? [{ first, moved }] : [];
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
  if (describeReply(second) !== describeReply(first) || !third) return false;
  return isStillOpen(job, first, second, trace) && isStillOpen(job, second, third, trace);
}

const describeReply = ({ call: { credential, exchange } }: QuestionReply): string => {
  const isLong = /[^\p{ASCII}]/u.test(exchange.request.body?.text ?? '');
  return `the key in ${credential.header === 'bearer' ? 'Authorization' : 'x-api-key'} and a ${isLong ? 'long' : 'plain'} text`;
};

/** Whether the job no longer asks the same before the next reply. */
const isAnswered = (
  { views }: JobHistory,
  { call, before }: QuestionReply,
  next: QuestionReply | undefined,
): boolean =>
  views.some(
    (view) =>
      endedBefore(call, view.call) &&
      (!next || endedBefore(view.call, next.call)) &&
      !isAsking(view, questionIn(before)),
  );

/** Whether the question was still open before the next reply, although a replica must have known the first one. */
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
  if (!question?.moved) return [];
  const { first, moved } = question;
  const { call } = first;
  return [
    violation(
      `a reply with ${describeReply(first)} has no effect, and one with ${describeReply(moved)} moves the job`,
      {
        expected: description('another state or another question'),
        actual: call.isSuccess ? description('the same question') : call.status,
        call,
        comparedWith: moved.call,
        doubt:
          call.isSuccess || failed.length >= MIN_OCCURRENCES
            ? undefined
            : 'one 5xx may be a fault that passes',
      },
    ),
  ];
}
