/** Rules about the life of a job: terminal states are final, and totals grow. Sections 2.2, 3. */
import type { JobStatus } from '../../generated/lifecycle.js';
import type { Finding, Rule } from '../rule.js';
import { fieldOf } from '../../base/json.js';
import { jsonOf } from '../../trace/payload.js';
import type { Call } from '../../trace/call.js';
import { isTerminal, knownStatus, type JobTrace, type JobView } from '../../trace/job.js';
import { foldBefore } from '../../trace/order.js';
import { checkEach, fail } from './findings.js';
import { inWords } from '../words.js';

export const jobLifeRules: readonly Rule[] = [
  {
    id: 'job/terminal-is-final',
    sections: ['3', '7'],
    level: 'must',
    title: 'A completed job stays completed, and a failed job stays failed',
    reading:
      'The interface does not say how long finished jobs can be polled. While they can, their status stays the same.',
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
    reading: 'A running total only grows. It may be absent from later views.',
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
  {
    id: 'job/is-reported-in-its-view',
    sections: ['2.2', '3', '4.5', '7'],
    level: 'must',
    title: 'A poll returns the state of a job with a 2xx status',
    reading:
      'The rule fails when an error response contains the view of the job. Other rules judge other refused polls.',
    judge: checkEach(
      (trace) => trace.jobs.flatMap(pollsWithResponse),
      'not seen: a job was polled',
      (call) => {
        const view = call.ok ? undefined : jsonOf(call.received);
        const status = knownStatus(fieldOf(view, 'status'));
        if (status === undefined || fieldOf(view, 'generation_id') !== call.id) return undefined;
        return fail(`the view of a job that is ${status} arrives with an error status`, {
          expected: inWords('any 2xx'),
          actual: call.status,
          call,
        });
      },
    ),
  },
];

const hasResponse = ({ status }: Call): boolean => status > 0;

function pollsWithResponse({ polls }: JobTrace): readonly Call[] {
  return polls.filter(hasResponse);
}

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

function judgeFinality({ views }: JobTrace): readonly Finding[] {
  return foldBefore(views, undefined, firstEnd, judgeAfterEnd);
}

function judgeAfterEnd(ended: JobView | undefined, { call, status }: JobView): Finding | undefined {
  // Another rule judges undocumented statuses.
  if (!ended || status === undefined || ended.status === status) return undefined;
  const message = `a job leaves the status ${ended.status} of exchange ${ended.call.exchange.sequence}`;
  return fail(message, {
    expected: ended.status,
    actual: status,
    path: 'status',
    call,
    comparedWith: ended.call,
  });
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

function judgeTokens({ views }: JobTrace): readonly Finding[] {
  return foldBefore(views, NO_TOTAL, highest, judgeTotal);
}

function judgeTotal(most: Total, view: JobView): Finding | undefined {
  const total = tokensOf(view);
  if (total === undefined || total >= most.total) return undefined;
  const before = most.status === undefined ? 'zero' : `before while ${most.status}`;
  const message = `tokens_used while ${view.status} is lower than ${before}`;
  return fail(message, {
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
