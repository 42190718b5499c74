/**
 * Finds effects of messages that the service refused: the job no longer awaits input. A question may also expire by itself.
 * So such a move counts only beside another question that stayed open for longer without any message. Sections 4.6 and 5.
 */
import type { Finding } from '../rule.js';
import { isBefore, type Call } from '../../trace/call.js';
import type { JobTrace, JobView } from '../../trace/job.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { fail } from './findings.js';

/** The views in a row of a job that awaits input. */
interface Question {
  readonly job: JobTrace;
  readonly views: readonly JobView[];
  /** The view before and the view after it. */
  readonly before: JobView | undefined;
  readonly after: JobView | undefined;
}

/** @returns a finding if the job goes on from its question right after the refused message */
export function messageEffect(call: Call, trace: Trace, message: string): Finding | undefined {
  if (call.operation !== 'sendGenerationMessage' || !(call.refused || call.ok)) return undefined;
  const question = questionsOf(trace).find(
    ({ job, views, after }) =>
      job.id === call.id &&
      views.every((view) => isBefore(view.call, call)) &&
      after &&
      isBefore(call, after.call),
  );
  const [last, after] = [question?.views.at(-1), question?.after];
  // Other rules judge a view without a status.
  if (!question || !last || after?.status === undefined) return undefined;
  // Another message in between may be the cause.
  const isExplained = messagesAbout(trace, call.id).some(
    (other) =>
      other !== call && !other.refused && !isBefore(other, last.call) && !isBefore(after.call, other),
  );
  if (isExplained || !isUnusual(question, trace)) return undefined;
  return fail(message, {
    expected: 'awaiting_input',
    actual: after.status,
    path: 'status',
    call: after.call,
    comparedWith: last.call,
    about: call,
  });
}

/** Whether the question before this view ended earlier than another question that got no message. */
export const wasOpenForLong = (view: JobView, trace: Trace): boolean =>
  questionsOf(trace).some((question) => question.after === view && isUnusual(question, trace));

const messagesAbout = (trace: Trace, id: string): readonly Call[] => trace.about('sendGenerationMessage', id);

/** All questions of all jobs. */
const questionsOf = perTrace((trace) => trace.jobs.flatMap(questionsIn));

/** The wording of a question may change between polls. */
function questionsIn(job: JobTrace): readonly Question[] {
  const found: {
    job: JobTrace;
    views: JobView[];
    before: JobView | undefined;
    after: JobView | undefined;
  }[] = [];
  for (const [index, view] of job.views.entries()) {
    const before = job.views[index - 1];
    const current = before?.status === 'awaiting_input' ? found.at(-1) : undefined;
    if (view.status !== 'awaiting_input') {
      if (current) current.after = view;
    } else if (current) current.views.push(view);
    else found.push({ job, views: [view], before, after: undefined });
  }
  return found;
}

/** Whether another question stayed open for longer, in time and in polls, while its job got no message at all. */
function isUnusual({ before, views, after, job }: Question, trace: Trace): boolean {
  // Without the begin of the question, it is unknown for how long it was open.
  const from = before?.call ?? job.start;
  if (!from || !after) return false;
  const longest = after.call.exchange.endedAt - from.exchange.startedAt;
  return questionsOf(trace).some((other) => {
    // A message before the question does not answer it.
    const messages = messagesAbout(trace, other.job.id).filter((message) =>
      other.views.some(({ call }) => !isBefore(message, call)),
    );
    const open = other.views.filter(({ call }) => messages.every((message) => isBefore(call, message)));
    const [first, last] = [open[0], open.at(-1)];
    if (!first || !last || open.length <= views.length) return false;
    return last.call.exchange.startedAt - first.call.exchange.endedAt >= longest;
  });
}
