/** Rules about messages to jobs: the endpoint accepts replies, and no message reopens a job. Sections 3, 4.5, 4.6. */
import type { Finding, Rule } from '../rule.js';
import { fieldOf } from '../../base/json.js';
import { isBefore } from '../trace/call.js';
import { isTerminal, type JobTrace, type JobView } from '../trace/job.js';
import { checkEach, fail } from './findings.js';
import { noQuestion } from './reasons.js';

export const questionRules: readonly Rule[] = [
  {
    id: 'job/question-can-be-answered',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A job that awaits input accepts a message',
    reading:
      'The interface does not document the body of a message. If the service refuses all bodies that were tried, the rule is not ' +
      'reached. It fails only for 404, 405, 409, 410 and 501 while the job still asks.',
    judge: (trace) => {
      const tried = trace.jobs.filter(hasAsked).filter(({ messages }) => messages.length > 0);
      const findings = tried.flatMap(judgeAnswerable);
      const checked = tried.filter(({ messages }) => messages.some((call) => call.ok)).length;
      const notReached = tried.length > 0 ? 'the service accepted no reply (--reply-body)' : noQuestion;
      return { checked, findings, notReached };
    },
  },
  {
    id: 'job/message-reopens-nothing',
    sections: ['3', '4.6'],
    level: 'must',
    title: 'A finished job stays finished after a message',
    reading: 'The service may accept or refuse the message.',
    judge: checkEach(
      (trace) => trace.jobs.flatMap(lateMessages),
      'no finished job got a message and was polled again',
      ({ before, after }) => {
        const moved = after.find((view) => view.status !== undefined && view.status !== before.status);
        if (!moved) return undefined;
        const actual = fieldOf(moved.value, 'status') ?? 'no such field';
        return fail('a message reopens a finished job', {
          expected: before.status,
          actual,
          call: moved.call,
        });
      },
    ),
  },
];

/** A message to a job after a view that showed its end. */
interface LateMessage {
  readonly before: JobView;
  readonly after: readonly JobView[];
}

function lateMessages({ messages, views }: JobTrace): readonly LateMessage[] {
  const late: LateMessage[] = [];
  for (const call of messages) {
    const before = views.find((view) => isTerminal(view.status) && isBefore(view.call, call));
    const after = views.filter((view) => isBefore(call, view.call));
    if (before && after.length > 0) late.push({ before, after });
  }
  return late;
}

const isAsking = ({ status }: JobView): boolean => status === 'awaiting_input';
const hasAsked = ({ views }: JobTrace): boolean => views.some(isAsking);

const REFUSES_MESSAGES = new Set([404, 405, 409, 410, 501]);

function judgeAnswerable({ messages, views }: JobTrace): readonly Finding[] {
  if (messages.some((call) => call.ok)) return [];
  const refused = messages.filter((call) => {
    const before = views.findLast((view) => isBefore(view.call, call));
    const after = views.find((view) => isBefore(call, view.call));
    return (
      REFUSES_MESSAGES.has(call.status) &&
      before?.status === 'awaiting_input' &&
      after?.status === 'awaiting_input'
    );
  });
  return refused.map((call) =>
    fail('a job that awaits input refuses a message', { expected: 'any 2xx', actual: call.status, call }),
  );
}
