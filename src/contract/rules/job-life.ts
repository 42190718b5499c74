/** Rules about the life of a job: terminal states are final, and totals grow. Sections 2.2, 3. */
import type { JobStatus } from '../../generated/lifecycle.js';
import type { Finding, Rule } from '../rule.js';
import { fieldOf } from '../../base/json.js';
import { isBefore, type Call } from '../../trace/call.js';
import { isTerminal, type JobTrace, type JobView } from '../../trace/job.js';
import { foldBefore } from '../../trace/order.js';
import type { Trace } from '../../trace/trace.js';
import { isOfVerify } from './creators.js';
import { checkEach, fail, warn } from './findings.js';
import { isWithinSettling } from './settling.js';
import { inWords } from '../words.js';

export const jobLifeRules: readonly Rule[] = [
  {
    id: 'job/terminal-is-final',
    sections: ['3', '7'],
    level: 'must',
    title: 'A completed job stays completed, and a failed job stays failed',
    reading:
      'The interface does not say how long finished jobs can be polled. While they can, their status stays the same. ' +
      'In a recording, a replica may show the state of before once, within two seconds after the end (an option changes this time): this is a warning.',
    judge: checkEach(
      (trace) => trace.jobs.filter(hasEnded),
      'not seen: a poll showed the end of a job',
      judgeFinality,
    ),
  },
  {
    id: 'job/tokens-never-fall',
    sections: ['2.2', '4.5'],
    level: 'must',
    title: 'tokens_used never decreases, from poll to poll and to the final total',
    reading:
      'A running total only grows. It may be absent from later views. In a recording, a lower one of a replica within two seconds (an option changes this ' +
      'time) is a warning, if a later view shows at least the total of before.',
    judge: checkEach(
      (trace) => trace.jobs.filter(showsTokensAgain),
      'not seen: a job showed tokens_used twice',
      judgeTokens,
    ),
  },
  {
    id: 'job/final-total-is-final',
    sections: ['2.2', '3', '4.5'],
    level: 'must',
    title: 'The final total of a completed job never changes',
    judge: checkEach(
      (trace) => trace.jobs.map(totalsOf).filter((views) => views.length > 1),
      'not seen: a completed job showed tokens_used twice',
      ([first, ...others]) => {
        const expected = first && tokensOf(first);
        const other = others.find((view) => tokensOf(view) !== expected);
        if (!other) return undefined;
        return fail('tokens_used changes after completed', {
          expected,
          actual: tokensOf(other),
          path: 'tokens_used',
          call: other.call,
          comparedWith: first?.call,
        });
      },
    ),
  },
];

const isEnd = ({ status }: JobView): boolean => isTerminal(status);

function hasEnded({ views }: JobTrace): boolean {
  return views.some(isEnd);
}

const hasTokens = (view: JobView): boolean => tokensOf(view) !== undefined;

function showsTokensAgain({ views }: JobTrace): boolean {
  return views.filter(hasTokens).length > 1;
}

const hasTotal = (view: JobView): boolean => view.status === 'completed' && hasTokens(view);

function totalsOf({ views }: JobTrace): readonly JobView[] {
  return views.filter(hasTotal);
}

const firstEnd = (ended: JobView | undefined, view: JobView): JobView | undefined =>
  ended ?? (isEnd(view) ? view : undefined);

function judgeFinality({ views }: JobTrace, trace: Trace): readonly Finding[] {
  return foldBefore(views, undefined, firstEnd, (ended, view) => judgeAfterEnd(ended, view, trace));
}

function judgeAfterEnd(ended: JobView | undefined, view: JobView, trace: Trace): Finding | undefined {
  const { call, status } = view;
  // Another rule judges undocumented statuses.
  if (!ended || status === undefined || ended.status === status) return undefined;
  const message = `a job leaves the status ${ended.status} of exchange ${ended.call.exchange.sequence}`;
  return (isStale(view, ended, trace) ? warn : fail)(message, {
    expected: ended.status,
    actual: status,
    path: 'status',
    call,
    comparedWith: ended.call,
  });
}

/** Whether a replica may show the state of before the end: once, and soon after it. In a run, one such view is too much. */
function isStale({ call, status, job }: JobView, ended: JobView, trace: Trace): boolean {
  if (isTerminal(status) || isOfVerify(call) || !isWithinSettling(ended.call, call, trace)) return false;
  const others = job.views.filter((view) => view.call !== call && isBefore(ended.call, view.call));
  return others.every((view) => view.status === ended.status);
}

interface Total {
  readonly total: number;
  readonly status: JobStatus | undefined;
  readonly call: Call | undefined;
}

const NO_TOTAL: Total = { total: 0, status: undefined, call: undefined };

function highest(most: Total, view: JobView): Total {
  const total = tokensOf(view) ?? 0;
  return total > most.total ? { total, status: view.status, call: view.call } : most;
}

function judgeTokens({ views }: JobTrace, trace: Trace): readonly Finding[] {
  return foldBefore(views, NO_TOTAL, highest, (most, view) => judgeTotal(most, view, trace));
}

function judgeTotal(most: Total, view: JobView, trace: Trace): Finding | undefined {
  const total = tokensOf(view);
  if (total === undefined || total >= most.total) return undefined;
  const before = most.status === undefined ? 'zero' : `before while ${most.status}`;
  const message = `tokens_used while ${view.status} is lower than ${before}`;
  const isLagging =
    most.call !== undefined &&
    !isOfVerify(view.call) &&
    isWithinSettling(most.call, view.call, trace) &&
    view.job.views.some((other) => isBefore(view.call, other.call) && (tokensOf(other) ?? 0) >= most.total);
  return (isLagging ? warn : fail)(message, {
    expected: inWords(`at least ${most.total}`),
    actual: total,
    path: 'tokens_used',
    call: view.call,
    comparedWith: most.call,
  });
}

/** tokens_used in the states that document it; `undefined` when it is not a number. */
function tokensOf({ value, status }: JobView): number | undefined {
  const tokens =
    status === 'generating' || status === 'completed' ? fieldOf(value, 'tokens_used') : undefined;
  return typeof tokens === 'number' ? tokens : undefined;
}
