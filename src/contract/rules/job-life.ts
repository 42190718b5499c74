/** How a job moves: what is over stays over, totals only grow, and until its end a job can be polled. Sections 2.2 and 3. */
import type { JobStatus } from '../../generated/lifecycle.js';
import type { Finding, Rule } from '../rule.js';
import { fieldOf } from '../trace/answer.js';
import { isBefore, type Call } from '../trace/call.js';
import { isTerminal, knownStatus, type JobTrace, type JobView } from '../trace/job.js';
import { foldBefore } from '../trace/order.js';
import type { Trace } from '../trace/trace.js';
import { isHeaderTrouble } from './header-trouble.js';
import { fail, judging, warn } from './judging.js';

export const jobLifeRules: readonly Rule[] = [
  {
    id: 'job/terminal-is-final',
    sections: ['3', '7'],
    level: 'must',
    title: 'A completed job stays completed, a failed one failed',
    reading: 'How long finished jobs can be polled is open; as long as they can, they say the same.',
    judge: judging((trace) => trace.jobs.filter(hasEnded), 'no job was seen to end', judgeFinality),
  },
  {
    id: 'job/tokens-never-fall',
    sections: ['2.2', '4.5'],
    level: 'must',
    title: 'tokens_used never falls, neither from poll to poll nor into the final total',
    reading: 'A running total only grows. That it may be left out again is open.',
    judge: judging(
      (trace) => trace.jobs.filter(showsTokensAgain),
      'no job showed tokens_used twice',
      judgeTokens,
    ),
  },
  {
    id: 'job/final-total-is-final',
    sections: ['2.2', '3', '4.5'],
    level: 'must',
    title: 'The final total of a completed job does not change any more',
    judge: judging(
      (trace) => trace.jobs.map(totalsOf).filter((views) => views.length > 1),
      'no completed job showed tokens_used twice',
      ([first, ...others]) => {
        const expected = first && tokensOf(first);
        const other = others.find((view) => tokensOf(view) !== expected);
        if (!other) return undefined;
        return fail('the final total changes', { expected, actual: tokensOf(other), call: other.call });
      },
    ),
  },
  {
    id: 'job/is-reported-in-its-view',
    sections: ['2.2', '3', '4.5', '7'],
    level: 'must',
    title: 'The state of a job is told by its view, not by the status code of the poll',
    reading:
      'Fails when a poll that is no success carries the view of the job; other refused polls are judged elsewhere.',
    judge: judging(
      (trace) => trace.jobs.flatMap(answeredPolls),
      'no job was polled',
      (call) => {
        const view = !call.ok && call.answer.kind === 'json' ? call.answer.value : undefined;
        const status = knownStatus(fieldOf(view, 'status'));
        if (status === undefined || fieldOf(view, 'generation_id') !== call.id) return undefined;
        return fail(`the view of a job that is ${status} comes with an error`, {
          expected: 'any 2xx',
          actual: call.status,
          call,
        });
      },
    ),
  },
  {
    id: 'job/pollable-until-its-end',
    sections: ['1', '3', '4.5'],
    level: 'must',
    title: 'A job can be polled from its start to its end',
    reading:
      'A job that cannot be found right after its start, and can later, is a warning: the interface names no delay.',
    judge: judging(
      (trace) => trace.jobs.filter(isStartedAndPolled),
      'no job was started and polled',
      judgePollable,
    ),
  },
];

const isAnswered = ({ status }: Call): boolean => status > 0;

function answeredPolls({ polls }: JobTrace): readonly Call[] {
  return polls.filter(isAnswered);
}

function isStartedAndPolled({ start, polls }: JobTrace): boolean {
  return start !== undefined && polls.some(isAnswered);
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

function judgeAfterEnd(ended: JobView | undefined, { call, value, status }: JobView): Finding | undefined {
  // A status that is none of the four is judged elsewhere.
  if (!ended || status === undefined || ended.status === status) return undefined;
  const message = `a job that was ${ended.status} (exchange ${ended.call.exchange.sequence}) is it no longer`;
  return fail(message, {
    expected: ended.status,
    actual: fieldOf(value, 'status') ?? 'no such field',
    call,
  });
}

interface Total {
  readonly total: number;
  readonly status: JobStatus | undefined;
}

const NO_TOTAL: Total = { total: 0, status: undefined };

function highest(most: Total, view: JobView): Total {
  const total = tokensOf(view) ?? 0;
  return total > most.total ? { total, status: view.status } : most;
}

function judgeTokens({ views }: JobTrace): readonly Finding[] {
  return foldBefore(views, NO_TOTAL, highest, judgeTotal);
}

function judgeTotal(most: Total, view: JobView): Finding | undefined {
  const total = tokensOf(view);
  if (total === undefined || total >= most.total) return undefined;
  const message = `tokens_used falls while ${view.status}, having been higher while ${most.status}`;
  return fail(message, { expected: `${most.total} or more`, actual: total, call: view.call });
}

/** The figure where it is documented; elsewhere, and when it is no number, other rules speak. */
function tokensOf({ value, status }: JobView): number | undefined {
  const tokens =
    status === 'generating' || status === 'completed' ? fieldOf(value, 'tokens_used') : undefined;
  return typeof tokens === 'number' ? tokens : undefined;
}

const gone = new Set([404, 410]);

function judgePollable({ polls, views }: JobTrace, trace: Trace): readonly Finding[] {
  const hasEndedBefore = (call: Call) =>
    views.some((view) => isTerminal(view.status) && isBefore(view.call, call));
  const works = polls.some((call) => call.ok);
  return polls
    .filter((call) => gone.has(call.status) && !hasEndedBefore(call) && !isHeaderTrouble(call, trace))
    .flatMap((call) => {
      const wasThere = polls.some((other) => other.ok && isBefore(other, call));
      const details = { expected: 'the job’s view', actual: call.status, call };
      if (wasThere) return fail('a job that has not ended can no longer be polled', details);
      // Where no poll ever works, the rule on the operation says so.
      return works ? warn('a started job cannot be polled at once', details) : [];
    });
}
