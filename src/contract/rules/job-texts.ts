/** Rules about the error and the question of a job: they belong to the job. Sections 2.2, 3 and 4.5. */
import { fieldOf } from '../../base/json.js';
import type { Finding, Rule } from '../rule.js';
import { isBefore } from '../../trace/call.js';
import type { JobTrace, JobView } from '../../trace/job.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { checkEach, fail, observed } from './findings.js';
import { differOnlyInNumbers } from './text-fields.js';

export const jobTextRules: readonly Rule[] = [
  {
    id: 'job/texts-are-its-own',
    sections: ['2.2', '3', '4.5'],
    level: 'must',
    title: 'The error or question of a job is not replaced by that of another job',
    reading:
      'A new wording is observed. It is a violation if another job showed it first, and the job had another one before, without a message ' +
      'to the job in between.',
    judge: checkEach(changedTexts, 'not seen: a poll showed an error or a question again', judgeText),
  },
];

/** Two views in a row of one job in one state, without a message in between. */
interface Texts {
  readonly earlier: JobView;
  readonly view: JobView;
  readonly before: string;
  readonly after: string;
}

function changedTexts(trace: Trace): readonly Texts[] {
  return trace.jobs.flatMap((job) => textsOf(job));
}

function textsOf({ views, messages }: JobTrace): readonly Texts[] {
  const found: Texts[] = [];
  for (const [index, view] of views.entries()) {
    const earlier = views[index - 1];
    const [before, after] = [earlier && errorOrQuestion(earlier), errorOrQuestion(view)];
    if (!earlier || before === undefined || after === undefined || earlier.status !== view.status) continue;
    const isMoved = messages.some((call) => !isBefore(call, earlier.call) && !isBefore(view.call, call));
    if (isBefore(earlier.call, view.call) && !isMoved) found.push({ earlier, view, before, after });
  }
  return found;
}

function errorOrQuestion({ status, value }: JobView): string | undefined {
  const text =
    status === 'failed'
      ? fieldOf(value, 'error')
      : status === 'awaiting_input'
        ? fieldOf(value, 'message')
        : undefined;
  return typeof text === 'string' ? text : undefined;
}

function judgeText({ earlier, view, before, after }: Texts, trace: Trace): Finding | undefined {
  if (before === after) return undefined;
  const details = {
    expected: before,
    actual: after,
    path: view.status === 'failed' ? 'error' : 'message',
    call: view.call,
    comparedWith: earlier.call,
  };
  const other = firstShown(trace).get(after);
  const isOfOther = other !== undefined && other.job !== view.job && isBefore(other.call, view.call);
  if (isOfOther && !differOnlyInNumbers(before, after))
    return fail(`the text of a job that is ${view.status} becomes that of another job`, details);
  return observed(`the text of a job that is ${view.status} changes between polls`, { call: view.call });
}

/** The first view with each text. */
const firstShown = perTrace((trace) => {
  const first = new Map<string, JobView>();
  for (const view of trace.views) {
    const text = errorOrQuestion(view);
    const known = text === undefined ? undefined : first.get(text);
    if (text !== undefined && (!known || isBefore(view.call, known.call))) first.set(text, view);
  }
  return first;
});
