/** The rule about the form of a reply: each text, and the key in each header, moves the job. Sections 3, 4.6 and 5.1. */
import { groupBy } from '../../base/group-by.js';
import { fieldOf } from '../../base/json.js';
import { isBefore, type Call } from '../../trace/call.js';
import { repliesOf, type JobTrace, type Reply } from '../../trace/job.js';
import type { Trace } from '../../trace/trace.js';
import type { Finding, Rule } from '../rule.js';
import { inWords } from '../words.js';
import { isOfVerify } from './creators.js';
import { fail, warn } from './findings.js';
import { noAcceptedReply } from './reasons.js';
import { isWithinSettling } from './settling.js';

/** Questions at which one form gets 5xx and another one works. */
const ENOUGH = 2;

export const replyFormRules: readonly Rule[] = [
  {
    id: 'job/reply-works-in-each-form',
    sections: ['3', '4.5', '4.6', '5.1'],
    level: 'must',
    title: 'A reply moves its job with any text, and with the key in either header',
    reading:
      'Judged in runs of `deckhand verify`, which reply with two texts and both headers. A reply without effect is accepted twice and leaves the question open for the ' +
      `settling time each, or gets 5xx at ${ENOUGH} questions. It is a violation, if a reply with another text or header then moves the job, while another first ` +
      'reply moves its job at once. One 5xx is a warning. A service may refuse a text with 4xx, or ask again after each first reply.',
    judge: (trace) => {
      const questions = trace.jobs.flatMap((job) => questionsOf(job, trace));
      const works = new Set(questions.flatMap(({ first, moved }) => (moved === first ? [first.form] : [])));
      // A service may ask again after each first reply.
      const failed = questions.filter(
        ({ first, moved }) => moved && works.size > 0 && !works.has(first.form),
      );
      return {
        checked: questions.filter(({ moved }) => moved !== undefined).length,
        findings: findingOf(failed),
        notReached: noAcceptedReply,
      };
    },
  },
];

/** A reply to a question, and how it was sent. */
interface Sent {
  readonly reply: Reply;
  readonly form: string;
}

/** A question with its first reply, and the reply that moved the job from it. */
interface Question {
  readonly first: Sent;
  readonly moved: Sent | undefined;
}

function questionsOf(job: JobTrace, trace: Trace): readonly Question[] {
  const sent = repliesOf(job).flatMap((reply): Sent[] =>
    isOfVerify(reply.call) ? [{ reply, form: formOf(reply) }] : [],
  );
  const byQuestion = groupBy(sent, ({ reply }) => fieldOf(reply.before.value, 'message'));
  return [...byQuestion.values()].flatMap((all): Question[] => {
    const replies = all.filter(({ reply: { call } }) => call.ok || call.status >= 500);
    const [first] = replies;
    if (!first) return [];
    const moved = replies.find(({ reply }, index) => isMoved(job, reply, replies[index + 1]?.reply));
    return moved === first || hasNoEffect(job, replies, trace) ? [{ first, moved }] : [];
  });
}

/** Whether the first reply failed, or was accepted twice without an effect. The next reply must not come before a replica can know the one before. */
function hasNoEffect(job: JobTrace, [first, second, third]: readonly Sent[], trace: Trace): boolean {
  if (!first || !second) return false;
  if (first.reply.call.status >= 500) return true;
  if (second.form !== first.form || !third) return false;
  return (
    isLeftOpen(job, first.reply, second.reply, trace) && isLeftOpen(job, second.reply, third.reply, trace)
  );
}

const formOf = ({ call }: Reply): string =>
  `the key in ${call.by.via === 'bearer' ? 'Authorization' : 'x-api-key'} and a ${isLong(call) ? 'long' : 'plain'} text`;

const isLong = ({ exchange }: Call): boolean => /[^\p{ASCII}]/u.test(exchange.request.body?.text ?? '');

/** Whether the job no longer asks the same before the next reply. */
function isMoved({ views }: JobTrace, { call, before }: Reply, next: Reply | undefined): boolean {
  return views.some(
    (view) =>
      isBefore(call, view.call) &&
      (!next || isBefore(view.call, next.call)) &&
      (view.status !== 'awaiting_input' ||
        fieldOf(view.value, 'message') !== fieldOf(before.value, 'message')),
  );
}

/** Whether the question was still open before the next reply, although a replica must have known the first one. */
function isLeftOpen({ views }: JobTrace, first: Reply, next: Reply, trace: Trace): boolean {
  const last = views.findLast(({ call }) => isBefore(call, next.call));
  return (
    last !== undefined && isBefore(first.call, last.call) && !isWithinSettling(first.call, last.call, trace)
  );
}

function findingOf(failed: readonly Question[]): readonly Finding[] {
  const [question] = failed;
  if (!question?.moved) return [];
  const { first, moved } = question;
  const report = first.reply.call.ok || failed.length >= ENOUGH ? fail : warn;
  return [
    report(`a reply with ${first.form} has no effect, and one with ${moved.form} moves the job`, {
      expected: inWords('another state or another question'),
      actual: first.reply.call.ok ? inWords('the same question') : first.reply.call.status,
      call: first.reply.call,
      comparedWith: moved.reply.call,
    }),
  ];
}
