/** Rows about messages to jobs: a question takes a reply, and the reply moves its job and no other. Sections 3, 4.5, 4.6 and 5.1. */
import { groupBy } from '../../base/group-by.js';
import { fieldOf } from '../../base/json.js';
import { isBefore, isOfRun, type Call } from '../model/call.js';
import { repliesOf, type Job, type JobView, type Reply, type Trace } from '../model/trace.js';
import { isWithinSettling } from '../excuses.js';
import type { Finding, Rule } from '../rule.js';
import { noAcceptedReply, noOtherQuestion, noPollAfterReply, noQuestion } from './reasons.js';
import { inWords, shown } from '../words.js';
import { endsQuestionEarly } from './effects.js';
import { broken, observed, row } from './row.js';

/** Coincidences that prove something. */
const ENOUGH = 2;
/** Accepted replies to one question, and the ms after the last of them for which it must have been seen. */
const MANY_REPLIES = 3;
const LONG_ASKED = 10_000;

const questionIn = ({ value }: JobView): unknown => fieldOf(value, 'message');
const asks = (view: JobView, question: unknown): boolean =>
  view.status === 'awaiting_input' && questionIn(view) === question;

export const replyRows: readonly Rule[] = [
  {
    id: 'job/question-can-be-answered',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A job that awaits input accepts a message',
    reading:
      'The interface does not document the body of a message. If the service refuses all bodies that were tried, the rule is not ' +
      'reached. It fails only for 404, 405, 409, 410 and 501 while the job awaits input before and after. 409 counts from the second time on.',
    judge: (trace) => {
      const tried = trace.jobs.filter((job) => repliesOf(job).length > 0);
      return {
        checked: tried.filter((job) => repliesOf(job).some(({ call }) => call.ok)).length,
        findings: tried.flatMap((job) => judgeRefusals(job, trace)),
        notReached: whyNoReply(trace, noPollAfterReply),
      };
    },
  },
  {
    id: 'job/reply-ends-its-question',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'An accepted reply moves the job on from its question',
    reading:
      'Section 3: a reply moves a job out of awaiting_input; the next state is open, and it may be another question. The rule fails ' +
      `if three accepted replies leave the job with the same question for ${LONG_ASKED / 1000} s. Other cases are observed.`,
    judge: ({ jobs }) => {
      const answered = jobs.flatMap(answeredQuestions);
      const working = new Set(answered.filter((one) => !isStillAsked(one)).map(keyOf));
      return {
        checked: answered.length,
        findings: answered.flatMap((one) => judgeAnswered(one, working) ?? []),
        notReached: noPollAfterReply,
      };
    },
  },
  row({
    id: 'job/reply-moves-only-its-job',
    sections: ['3', '4.5', '4.6'],
    title: 'An accepted reply moves the job that it was sent to, and no other',
    reading:
      'Another job that goes on after the reply is a violation only if, in a run of `deckhand verify`, the job of the reply stays in the same ' +
      'question, or if a third question stays open for longer without any message.',
    items: bystanders,
    unseen: noOtherQuestion,
    check: judgeBystander,
  }),
  {
    id: 'job/reply-is-not-an-error',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A reply that moves its job does not get a server error',
    reading: `Counts 500, from ${ENOUGH} replies on, if each of them moves its job and no reply is accepted. A job that is failed then is not moved by its reply.`,
    judge: (trace) => {
      const replies = trace.jobs.flatMap(repliesOf).filter(({ after }) => after !== undefined);
      const accepted = replies.filter(({ call }) => call.ok).length;
      const failed = replies.filter(
        ({ call, after }) =>
          call.status === 500 && after?.status !== 'awaiting_input' && after?.status !== 'failed',
      );
      return {
        checked: accepted + failed.length,
        findings: failed.slice(0, 1).map(({ call, after }) =>
          broken('a reply gets a server error, and moves its job', {
            ...{ expected: inWords('any 2xx'), actual: call.status, call, comparedWith: after?.call },
            doubt:
              failed.length >= ENOUGH && accepted === 0 ? undefined : 'one error may be a fault that passes',
          }),
        ),
        notReached: whyNoReply(trace, noPollAfterReply),
      };
    },
  },
  {
    id: 'job/reply-works-in-each-form',
    sections: ['3', '4.5', '4.6', '5.1'],
    level: 'must',
    title: 'A reply moves its job with any text, and with the key in either header',
    reading:
      'Judged in runs of `deckhand verify`, which reply with two texts and both headers. A reply without effect is accepted twice and leaves the question open for the ' +
      `settling time each, or gets 5xx at ${ENOUGH} questions. It is a violation, if a reply with another text or header then moves the job, while another first ` +
      'reply moves its job at once. A service may refuse a text with 4xx, or ask again after each first reply.',
    judge: (trace) => {
      const questions = trace.jobs.flatMap((job) => triedQuestions(job, trace));
      const works = new Set(
        questions.flatMap(({ first, moved }) => (moved === first ? [formOf(first)] : [])),
      );
      // A service may ask again after each first reply.
      const failed = questions.filter(
        ({ first, moved }) => moved && works.size > 0 && !works.has(formOf(first)),
      );
      return {
        checked: questions.filter(({ moved }) => moved !== undefined).length,
        findings: judgeForms(failed),
        notReached: whyNoReply(trace, 'not seen: a reply of `deckhand verify` moved its job'),
      };
    },
  },
];

/** Why a row about replies judged nothing. @param lack what is not seen of the accepted ones */
function whyNoReply({ jobs }: Trace, lack: string): string {
  const replies = jobs.flatMap(repliesOf);
  if (replies.some(({ call }) => call.ok)) return lack;
  return replies.length > 0 ? noAcceptedReply : noQuestion;
}

// A question takes a reply.

const REFUSES_MESSAGES = new Set([404, 405, 409, 410, 501]);

function judgeRefusals(job: Job, trace: Trace): readonly Finding[] {
  const replies = repliesOf(job);
  if (replies.some(({ call }) => call.ok)) return [];
  const refused = replies.filter(
    (reply) =>
      REFUSES_MESSAGES.has(reply.call.status) &&
      reply.after?.status === 'awaiting_input' &&
      !isTooEarly(reply, job, trace),
  );
  // The service may have been busy once.
  if (refused.length < 2 && refused.every(({ call }) => call.status === 409)) return [];
  return refused.map(({ call }) =>
    broken('a job that awaits input refuses a message', {
      ...{ expected: inWords('any 2xx'), actual: call.status, call },
    }),
  );
}

/** Whether a replica may not know the question yet. A run of `deckhand verify` waits. */
function isTooEarly({ call, before }: Reply, { views }: Job, trace: Trace): boolean {
  if (call.status !== 404 || isOfRun(call)) return false;
  const first = views.find((view) => asks(view, questionIn(before)));
  return first !== undefined && isWithinSettling(first.call, call, trace);
}

// The reply moves its job.

/** Accepted replies to one question, and the views after the first of them. */
interface AnsweredQuestion {
  readonly question: unknown;
  readonly replies: readonly Call[];
  readonly after: readonly JobView[];
}

function answeredQuestions(job: Job): readonly AnsweredQuestion[] {
  const accepted = repliesOf(job).filter(({ call }) => call.ok);
  return [...groupBy(accepted, ({ before }) => questionIn(before))].flatMap(([question, replies]) => {
    const [first] = replies;
    const after = first ? job.views.filter((view) => isBefore(first.call, view.call)) : [];
    return after.length === 0 ? [] : [{ question, replies: replies.map(({ call }) => call), after }];
  });
}

const keyOf = ({ replies: [first] }: AnsweredQuestion): string | undefined => first?.by.key;

const isStillAsked = ({ question, after }: AnsweredQuestion): boolean =>
  after.every((view) => asks(view, question));

/** @param working the keys whose replies move another job */
function judgeAnswered(
  answered: AnsweredQuestion,
  working: ReadonlySet<string | undefined>,
): Finding | undefined {
  const { replies, after } = answered;
  const [last, latest] = [after.at(-1), replies.at(-1)];
  if (!last || !latest || !isStillAsked(answered)) return undefined;
  const message = 'a job still asks the same question after an accepted reply';
  const details = {
    expected: inWords('another state or another question'),
    actual: inWords(`the same question after ${replies.length} accepted replies`),
    path: 'message',
    call: last.call,
  };
  const waited = last.call.exchange.startedAt - latest.exchange.endedAt;
  if (replies.length < MANY_REPLIES || waited < LONG_ASKED) return observed(message, details);
  // A run of `deckhand verify` sends each text to several questions.
  const isUsable = replies.every(isOfRun) || !working.has(keyOf(answered));
  return broken(message, {
    ...details,
    doubt: isUsable ? undefined : 'the service may ask again because it cannot use the reply',
  });
}

// And no other job.

interface Bystander {
  readonly reply: Call;
  /** The view with the question of the reply. */
  readonly question: JobView;
  readonly before: JobView;
  readonly after: JobView;
  /** The view of the job of the reply, once the reply must have had its effect. */
  readonly own: JobView | undefined;
}

/** The questions of other jobs, also of other keys, that were open when a reply was accepted. */
function bystanders(trace: Trace): readonly Bystander[] {
  return trace.jobs.flatMap((job) =>
    repliesOf(job).flatMap(({ call: reply, before: question }) => {
      if (!reply.ok) return [];
      const own = job.views.find(({ call }) => !isWithinSettling(reply, call, trace));
      return trace.jobs.flatMap((other): Bystander[] => {
        const [first] = other.views;
        if (other === job || !first || !isBefore(first.call, reply)) return [];
        const before = other.views.findLast((view) => isBefore(view.call, reply));
        const after = other.views.find((view) => isBefore(reply, view.call));
        if (before?.status !== 'awaiting_input' || !after) return [];
        return isDisturbed(other, before, after, trace) ? [] : [{ reply, question, before, after, own }];
      });
    }),
  );
}

/** Whether the job got a message itself. A service may act on an accepted message some time later. */
const isDisturbed = ({ id }: Job, before: JobView, after: JobView, trace: Trace): boolean =>
  trace
    .about('sendGenerationMessage', id)
    .some((call) => isBefore(call, after.call) && (isBefore(before.call, call) || call.ok));

function judgeBystander(
  { reply, question, before, after, own }: Bystander,
  trace: Trace,
): Finding | undefined {
  if (after.status === undefined || after.status === 'awaiting_input') return undefined;
  const isOwnUnmoved = own !== undefined && questionIn(own) === questionIn(question);
  const isCertain = (isOwnUnmoved && isOfRun(reply)) || endsQuestionEarly(after, trace);
  return broken('a reply to one job moves another job', {
    expected: inWords('the question'),
    actual: shown(after.status),
    path: 'status',
    call: after.call,
    comparedWith: before.call,
    about: reply,
    doubt: isCertain ? undefined : 'a question may expire, and people may answer it elsewhere',
  });
}

// In each form.

/** A question with its first reply, and the reply that moved the job from it. */
interface TriedQuestion {
  readonly first: Reply;
  readonly moved: Reply | undefined;
}

function triedQuestions(job: Job, trace: Trace): readonly TriedQuestion[] {
  const byQuestion = groupBy(
    repliesOf(job).filter(({ call }) => isOfRun(call)),
    ({ before }) => questionIn(before),
  );
  return [...byQuestion.values()].flatMap((all): TriedQuestion[] => {
    const replies = all.filter(({ call }) => call.ok || call.status >= 500);
    const [first] = replies;
    if (!first) return [];
    const moved = replies.find((reply, index) => isMoved(job, reply, replies[index + 1]));
    return moved === first || hasNoEffect(job, replies, trace) ? [{ first, moved }] : [];
  });
}

/** Whether the first reply failed, or was accepted twice without an effect. */
function hasNoEffect(job: Job, [first, second, third]: readonly Reply[], trace: Trace): boolean {
  if (!first || !second) return false;
  if (first.call.status >= 500) return true;
  if (formOf(second) !== formOf(first) || !third) return false;
  return isLeftOpen(job, first, second, trace) && isLeftOpen(job, second, third, trace);
}

const formOf = ({ call: { by, exchange } }: Reply): string => {
  const isLong = /[^\p{ASCII}]/u.test(exchange.request.body?.text ?? '');
  return `the key in ${by.via === 'bearer' ? 'Authorization' : 'x-api-key'} and a ${isLong ? 'long' : 'plain'} text`;
};

/** Whether the job no longer asks the same before the next reply. */
const isMoved = ({ views }: Job, { call, before }: Reply, next: Reply | undefined): boolean =>
  views.some(
    (view) =>
      isBefore(call, view.call) &&
      (!next || isBefore(view.call, next.call)) &&
      !asks(view, questionIn(before)),
  );

/** Whether the question was still open before the next reply, although a replica must have known the first one. */
function isLeftOpen({ views }: Job, first: Reply, next: Reply, trace: Trace): boolean {
  const last = views.findLast(({ call }) => isBefore(call, next.call));
  return (
    last !== undefined && isBefore(first.call, last.call) && !isWithinSettling(first.call, last.call, trace)
  );
}

function judgeForms(failed: readonly TriedQuestion[]): readonly Finding[] {
  const [question] = failed;
  if (!question?.moved) return [];
  const { first, moved } = question;
  const { call } = first;
  return [
    broken(`a reply with ${formOf(first)} has no effect, and one with ${formOf(moved)} moves the job`, {
      expected: inWords('another state or another question'),
      actual: call.ok ? inWords('the same question') : call.status,
      call,
      comparedWith: moved.call,
      doubt: call.ok || failed.length >= ENOUGH ? undefined : 'one 5xx may be a fault that passes',
    }),
  ];
}
