/** Rules about jobs beside each other: a reply and a start affect their own job only. Sections 1, 3, 4.4 and 4.6. */
import { groupBy } from '../../base/group-by.js';
import { fieldOf } from '../../base/json.js';
import { isBefore, type Call } from '../../trace/call.js';
import { repliesOf, type JobTrace, type JobView, type Reply } from '../../trace/job.js';
import type { Trace } from '../../trace/trace.js';
import type { Finding, Rule } from '../rule.js';
import { inWords, shown } from '../words.js';
import { isOfVerify } from './creators.js';
import { checkEach, fail, warn } from './findings.js';
import { wasOpenForLong } from './message-effects.js';
import { isWithinSettling } from './settling.js';
import { noQuestion, noStart } from './reasons.js';

/** Coincidences that prove something. */
const ENOUGH = 2;

export const jobOrderRules: readonly Rule[] = [
  {
    id: 'job/reply-moves-only-its-job',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'An accepted reply moves the job that it was sent to, and no other',
    reading:
      'A question may also expire by itself. So another job that goes on after the reply is a violation only if, in a run of `deckhand verify`, the ' +
      'job of the reply stays in the same question, or if a third question stays open for longer without any message. Otherwise it is a warning: ' +
      'in a recording, people may answer elsewhere.',
    judge: checkEach(bystanders, noQuestion, judgeBystander),
  },
  {
    id: 'job/reply-is-not-an-error',
    sections: ['3', '4.5', '4.6'],
    level: 'must',
    title: 'A reply that moves its job does not get a server error',
    reading: `Counts 500, from ${ENOUGH} replies on, if each of them moves its job and no reply is accepted. One alone is a warning. A job that is failed then is not moved by its reply.`,
    judge: (trace) => {
      const replies = trace.jobs.flatMap(repliesOf).filter(isFollowed);
      const failed = replies.filter(
        ({ call, after }) =>
          call.status === 500 && after?.status !== 'awaiting_input' && after?.status !== 'failed',
      );
      const accepted = replies.filter(({ call }) => call.ok).length;
      const report = failed.length >= ENOUGH && accepted === 0 ? fail : warn;
      const [first] = failed;
      return {
        checked: accepted + failed.length,
        findings: first
          ? [
              report('a reply gets a server error, and moves its job', {
                expected: inWords('any 2xx'),
                actual: first.call.status,
                call: first.call,
                comparedWith: first.after?.call,
              }),
            ]
          : [],
        notReached: noQuestion,
      };
    },
  },
  {
    id: 'job/outlives-the-next-start',
    sections: ['1', '3', '4.4'],
    level: 'must',
    title: 'A job does not fail because another one starts',
    reading:
      `The rule fails if at least ${ENOUGH} jobs were generating before the start of another job and failed at the next poll, while the last ` +
      'started job completes and no other job completes. One alone is not judged: every job may fail.',
    judge: (trace) => {
      const started = trace.jobs.filter(({ start }) => start !== undefined);
      return {
        checked: started.length > 1 ? started.length : 0,
        findings: failedByStarts(started),
        notReached: noStart,
      };
    },
  },
];

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
    repliesOf(job)
      .filter((reply) => reply.call.ok)
      .flatMap(({ call: reply, before: question }) =>
        trace.jobs.flatMap((other): Bystander[] => {
          if (other === job) return [];
          const before = other.views.findLast((view) => isBefore(view.call, reply));
          const after = other.views.find((view) => isBefore(reply, view.call));
          if (before?.status !== 'awaiting_input' || !after) return [];
          // A service may act on an accepted message some time later.
          const isDisturbed = trace
            .of('sendGenerationMessage')
            .some(
              (call) =>
                call.id === other.id &&
                isBefore(call, after.call) &&
                (isBefore(before.call, call) || call.ok),
            );
          if (isDisturbed) return [];
          return [{ reply, question, before, after, own: settledView(job, reply, trace) }];
        }),
      ),
  );
}

/** The first view of the job once a reply must have had its effect. */
function settledView({ views }: JobTrace, reply: Call, trace: Trace): JobView | undefined {
  return views.find(({ call }) => !isWithinSettling(reply, call, trace));
}

const isSameQuestion = (one: JobView, two: JobView): boolean =>
  fieldOf(one.value, 'message') === fieldOf(two.value, 'message');

function judgeBystander(
  { reply, question, before, after, own }: Bystander,
  trace: Trace,
): Finding | undefined {
  if (after.status === undefined || after.status === 'awaiting_input') return undefined;
  const isWrongJob = own !== undefined && isSameQuestion(own, question);
  const isUnusual = (isWrongJob && isOfVerify(reply)) || wasOpenForLong(after, trace);
  const report = isUnusual ? fail : warn;
  return report('a reply to one job moves another job', {
    expected: inWords('the question'),
    actual: shown(after.status),
    path: 'status',
    call: after.call,
    comparedWith: before.call,
    about: reply,
  });
}

const isFollowed = ({ after }: Reply): boolean => after !== undefined;

function failedByStarts(started: readonly JobTrace[]): readonly Finding[] {
  return [...groupBy(started, ({ owner }) => owner).values()].flatMap((jobs) => {
    const last = jobs.at(-1);
    const isLastCompleted = last?.views.some(({ status }) => status === 'completed') === true;
    const others = jobs.slice(0, -1);
    if (!isLastCompleted || others.some(({ views }) => views.some(({ status }) => status === 'completed')))
      return [];
    const failed = others.flatMap((job) => failureAfterStart(job, jobs) ?? []);
    const [first] = failed;
    if (!first || failed.length < ENOUGH) return [];
    return [
      fail('jobs fail when another one starts', {
        expected: inWords('jobs that go on'),
        actual: inWords(`${failed.length} jobs that fail right after the next start`),
        path: 'status',
        call: first.view.call,
        about: first.start,
      }),
    ];
  });
}

/** The view that shows the failure of a job, if another job started right before it. */
function failureAfterStart(
  { views }: JobTrace,
  jobs: readonly JobTrace[],
): { readonly view: JobView; readonly start: Call } | undefined {
  const at = views.findIndex(({ status }) => status === 'failed');
  const [before, view] = [views[at - 1], views[at]];
  if (!view || !before) return undefined;
  const start = jobs
    .flatMap((job) => job.start ?? [])
    .find((call) => isBefore(before.call, call) && isBefore(call, view.call));
  return start && { view, start };
}
