/**
 * Finds effects of messages that the service refused: the job no longer awaits input. A question may also expire by itself.
 * So such a move counts only beside another question that stayed open for longer without any message. Sections 4.6 and 5.
 */
import { fieldOf } from '../../base/json.js';
import type { Finding } from '../rule.js';
import { isBefore, isOk, type Call } from '../../trace/call.js';
import type { JobTrace, JobView } from '../../trace/job.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { fail } from './findings.js';
import { shown } from '../words.js';

/** The views in a row of a job that awaits input, without an accepted message in between. */
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
  const question = questionsOf(trace).find(({ job, views, after }) => {
    const last = views.at(-1);
    return job.id === call.id && last && after && isBefore(last.call, call) && isBefore(call, after.call);
  });
  const last = question?.views.at(-1);
  // Other rules judge a view without a status, and the view of another job.
  if (question?.after?.status === undefined || !last) return undefined;
  // The wording of a question may change.
  if (question.after.status === 'awaiting_input') return undefined;
  if (fieldOf(question.after.value, 'generation_id') !== call.id) return undefined;
  // Another message in between may be the cause.
  const others = messagesAbout(trace, call.id).filter(
    (other) =>
      other !== call &&
      !isBefore(other, last.call) &&
      question.after &&
      !isBefore(question.after.call, other),
  );
  if (others.some((other) => !other.refused) || !isUnusual(question, trace)) return undefined;
  return fail(message, {
    expected: 'awaiting_input',
    actual: shown(fieldOf(question.after.value, 'status')),
    path: 'status',
    call: question.after.call,
    comparedWith: last.call,
    about: call,
  });
}

/** Whether the question between two views ended earlier than another question that got no message. */
export function wasOpenForLong(last: JobView, after: JobView, trace: Trace): boolean {
  const question = questionsOf(trace).find(
    ({ views, after: next }) => views.at(-1) === last && next === after,
  );
  return question !== undefined && isUnusual(question, trace);
}

const messagesAbout = (trace: Trace, id: string): readonly Call[] => trace.about('sendGenerationMessage', id);

/** All questions of all jobs. */
const questionsOf = perTrace((trace) => trace.jobs.flatMap(questionsIn));

/** Splits the views at accepted messages, and not at other texts: the wording of a question may change between polls. */
function questionsIn(job: JobTrace): readonly Question[] {
  const found: {
    job: JobTrace;
    views: JobView[];
    before: JobView | undefined;
    after: JobView | undefined;
  }[] = [];
  const accepted = job.messages.filter(isOk);
  for (const [index, view] of job.views.entries()) {
    const before = job.views[index - 1];
    const current = found.at(-1);
    const isContinued =
      before !== undefined &&
      before.status === 'awaiting_input' &&
      !accepted.some((call) => !isBefore(call, before.call) && !isBefore(view.call, call));
    if (view.status === 'awaiting_input') {
      if (isContinued && current) current.views.push(view);
      else found.push({ job, views: [view], before, after: undefined });
    } else if (current && current.views.at(-1) === before) current.after = view;
  }
  return found;
}

/** Whether another question stayed open for longer, in time and in polls, while the job got no message at all. */
function isUnusual({ before, views, after, job }: Question, trace: Trace): boolean {
  // Without the begin of the question, nobody knows for how long it was open.
  const from = before?.call ?? job.start;
  if (!from || !after) return false;
  const longest = after.call.exchange.endedAt - from.exchange.startedAt;
  return questionsOf(trace).some((other) => {
    if (other.job === job) return false;
    const open = undisturbed(other, trace);
    const [first, last] = [open[0], open.at(-1)];
    if (!first || !last || open.length <= views.length) return false;
    return last.call.exchange.startedAt - first.call.exchange.endedAt >= longest;
  });
}

/** The views of a question before the first message after its begin. */
function undisturbed({ job, views }: Question, trace: Trace): readonly JobView[] {
  // A message before the question does not answer it.
  const [first] = views;
  const messages = messagesAbout(trace, job.id).filter((call) => first && !isBefore(call, first.call));
  return views.filter(({ call }) => messages.every((message) => isBefore(call, message)));
}
