/** Rules about messages to jobs: the endpoint accepts replies, and they move the job. Sections 3, 4.5, 4.6. */
import { groupBy } from '../../base/group-by.js';
import type { Finding, Rule } from '../rule.js';
import { fieldOf } from '../../base/json.js';
import { isBefore, type Call } from '../../trace/call.js';
import { repliesOf, type JobTrace, type JobView, type Reply } from '../../trace/job.js';
import type { Trace } from '../../trace/trace.js';
import { isOfVerify } from './creators.js';
import { fail, observed, warn } from './findings.js';
import { noAcceptedReply, noPollAfterReply, noQuestion } from './reasons.js';
import { isWithinSettling } from './settling.js';
import { inWords } from '../words.js';

/** Ms after the last accepted reply for which the question must have been seen. */
const LONG_ASKED = 10_000;
const MANY_REPLIES = 3;

export const questionRules: readonly Rule[] = [
  {
    id: 'job/question-can-be-answered',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A job that awaits input accepts a message',
    reading:
      'The interface does not document the body of a message. If the service refuses all bodies that were tried, the rule is not ' +
      'reached. It fails only for 404, 405, 409, 410 and 501 while the job awaits input before and after. 409 counts from the ' +
      'second time on, and in a recording 404 only after the settling time of the question: a replica may not know it yet.',
    judge: (trace) => {
      const tried = trace.jobs.filter((job) => repliesOf(job).length > 0);
      const findings = tried.flatMap((job) => judgeAnswerable(job, trace));
      const checked = tried.filter((job) => repliesOf(job).some(({ call }) => call.ok)).length;
      const notReached = tried.length > 0 ? noAcceptedReply : noQuestion;
      return { checked, findings, notReached };
    },
  },
  {
    id: 'job/reply-ends-its-question',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'An accepted reply moves the job on from its question',
    reading:
      'Section 3: a reply moves a job out of awaiting_input; the next state is open, and it may be another question. The rule fails ' +
      `if three accepted replies leave the job with the same question for ${LONG_ASKED / 1000} s. In a recording where another reply with the same key moves its job, the service ` +
      'may ask the same again because it cannot use the answer: a warning. Other cases are observed.',
    judge: (trace) => {
      const responded = trace.jobs.flatMap(answeredQuestions);
      const working = new Set(responded.filter((one) => !isStillAsked(one)).map(keyOf));
      const findings = responded.flatMap(
        (question) =>
          judgeAnswered(question, isUsable(question) || !working.has(keyOf(question)) ? fail : warn) ?? [],
      );
      return {
        checked: responded.length,
        findings,
        notReached: noPollAfterReply,
      };
    },
  },
];

const questionIn = ({ value }: JobView): unknown => fieldOf(value, 'message');
const asks = (view: JobView, question: unknown): boolean =>
  view.status === 'awaiting_input' && questionIn(view) === question;

const REFUSES_MESSAGES = new Set([404, 405, 409, 410, 501]);

function judgeAnswerable(job: JobTrace, trace: Trace): readonly Finding[] {
  const replies = repliesOf(job);
  if (replies.some(({ call }) => call.ok)) return [];
  const refused = replies.filter(
    (reply) =>
      REFUSES_MESSAGES.has(reply.call.status) &&
      reply.after?.status === 'awaiting_input' &&
      !isRefusedTooEarly(reply, job, trace),
  );
  // The service may have been busy once.
  const isConflict = refused.every(({ call }) => call.status === 409);
  if (isConflict && refused.length < 2) return [];
  return refused.map(({ call }) =>
    fail('a job that awaits input refuses a message', {
      expected: inWords('any 2xx'),
      actual: call.status,
      call,
    }),
  );
}

/** Whether a replica may not know the question yet. A run of `deckhand verify` waits. */
function isRefusedTooEarly({ call, before }: Reply, { views }: JobTrace, trace: Trace): boolean {
  const first = views.find((view) => asks(view, questionIn(before)));
  return (
    call.status === 404 &&
    !isOfVerify(call) &&
    first !== undefined &&
    isWithinSettling(first.call, call, trace)
  );
}

/** Accepted replies to one question, and the views after the first of them. */
interface AnsweredQuestion {
  readonly question: unknown;
  readonly replies: readonly Call[];
  readonly after: readonly JobView[];
}

function answeredQuestions(job: JobTrace): readonly AnsweredQuestion[] {
  const byQuestion = groupBy(
    repliesOf(job).filter(({ call }) => call.ok),
    ({ before }) => questionIn(before),
  );
  return [...byQuestion].flatMap(([question, replies]) => {
    const [first] = replies;
    const after = first ? job.views.filter((view) => isBefore(first.call, view.call)) : [];
    return after.length === 0 ? [] : [{ question, replies: replies.map(({ call }) => call), after }];
  });
}

const keyOf = ({ replies: [first] }: AnsweredQuestion): string | undefined => first?.by.key;

/** A run of `deckhand verify` sends each text to several questions. */
const isUsable = ({ replies }: AnsweredQuestion): boolean => replies.every(isOfVerify);

const isStillAsked = ({ question, after }: AnsweredQuestion): boolean =>
  after.every((view) => asks(view, question));

function judgeAnswered(answered: AnsweredQuestion, violation: typeof fail): Finding | undefined {
  const { replies, after } = answered;
  const [last, latest] = [after.at(-1), replies.at(-1)];
  if (!last || !latest || !isStillAsked(answered)) return undefined;
  const waited = last.call.exchange.startedAt - latest.exchange.endedAt;
  const report = replies.length >= MANY_REPLIES && waited >= LONG_ASKED ? violation : observed;
  return report('a job still asks the same question after an accepted reply', {
    expected: inWords('another state or another question'),
    actual: inWords(`the same question after ${replies.length} accepted replies`),
    path: 'message',
    call: last.call,
  });
}
