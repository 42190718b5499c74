/** Rules about polls: each returns the job's view, from the start of the job to its end. Sections 1, 3, 4.5 and 7. */
import { groupBy } from '../../base/group-by.js';
import type { Finding, Rule } from '../rule.js';
import { isBefore, isOk, type Call } from '../../trace/call.js';
import { isPollAfterEnd, isTerminal, type JobTrace } from '../../trace/job.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { isRefusedQuery } from './excused-calls.js';
import { checkEach, fail, warn } from './findings.js';
import { isHeaderRefusal } from './header-refusal.js';
import { isGoneBehindPage, isPassingPage } from './passing-page.js';
import { isLasting, isLostLate, isPolledTooEarly, settleOf } from './settling.js';
import { inWords } from '../words.js';

/** Statuses that may be about the key, the plan or the client. They count only between successful polls. */
const ABOUT_THE_CALLER = new Set([401, 402, 403, 406, 415]);
/** Failed polls in a row that show that a job cannot be polled any more. */
const MANY_FAILURES = 4;
/** Failed jobs that chance does not explain, if nothing else fails. */
const MANY_JOBS = 2;

export const jobPollRules: readonly Rule[] = [
  {
    id: 'job/pollable-until-its-end',
    sections: ['1', '3', '4.5'],
    level: 'must',
    title: 'A job can be polled from its start to its end',
    reading:
      'A replica may not know a job yet for two seconds after its start (an option changes this time): this is a warning, and so is a ' +
      'job that is gone ten minutes after it was last seen. ' +
      'Every other 4xx but 408 and 429 counts while the job runs. 401, 402, 403, 406 and 415 count only between successful polls of the job: they may be about the ' +
      'key, the plan or the client. If the key gets the same 401, 402 or 403 for other requests around it, API access was off. After the end of a job, only 405, 406, 415 and 501 count.',
    judge: checkEach(
      (trace) => trace.jobs.filter(isPolled),
      'not seen: a job was started and polled',
      judgeRefusals,
    ),
  },
  {
    id: 'job/failure-is-reported',
    sections: ['2.2', '3', '4.5', '7'],
    level: 'must',
    title: 'A job that cannot go on is reported as failed, and not with an error status',
    reading:
      `Polls of one job get 5xx at least ${MANY_FAILURES} times in a row, and never again a view, while polls of other jobs with the same ` +
      'key succeed between them, or before and after them over two seconds (an option changes this time). Fewer failures, and ' +
      'in a recording those of less than a minute, may be an outage. ' +
      `Or the last poll before the first failed view gets 5xx, in each of at least ${MANY_JOBS} failed jobs, and no other request gets 5xx. In a ` +
      'recording, these are more than a minute apart.',
    judge: (trace) => {
      const jobs = trace.jobs.filter(isPolled);
      return {
        checked: jobs.length,
        findings: [
          ...jobs.flatMap((job) => judgeFailures(job, trace) ?? []),
          ...judgeFirstPolls(jobs, trace),
        ],
        notReached: 'not seen: a job was started and polled',
      };
    },
  },
];

const hasResponse = ({ status }: Call): boolean => status > 0;

function isPolled({ start, views, polls }: JobTrace): boolean {
  return (start !== undefined || views.length > 0) && polls.some(hasResponse);
}

function judgeRefusals(job: JobTrace, trace: Trace): readonly Finding[] {
  return job.polls
    .filter((call) => call.refused && call.status !== 408 && !isExcused(call, job, trace))
    .map((call) => {
      const details = { expected: inWords('the job’s view'), actual: call.status, call };
      if (isPolledTooEarly(call, trace)) return warn('a job is found with a delay after its start', details);
      if (isLostLate(call, trace))
        return warn('a running job is not found ten minutes after it was last seen', details);
      const isNotFound = call.status === 404 || call.status === 410;
      const message = isNotFound
        ? 'a job is not found before its end'
        : 'a poll is refused before the end of its job';
      return fail(message, details);
    });
}

function isExcused(call: Call, job: JobTrace, trace: Trace): boolean {
  const { polls, start } = job;
  const wasFound = polls.some((other) => other.ok && isBefore(other, call));
  const isFoundLater = polls.some((other) => other.ok && isBefore(call, other));
  return (
    isPollAfterEnd(call, job) ||
    isRefusedQuery(call) ||
    (start === undefined && !wasFound) ||
    (ABOUT_THE_CALLER.has(call.status) && !(wasFound && isFoundLater)) ||
    isPassingPage(call, trace) ||
    isGoneBehindPage(call, trace) ||
    isHeaderRefusal(call, trace) ||
    isAccessLost(call, trace)
  );
}

const ACCESS_REFUSALS: ReadonlySet<number> = new Set([401, 402, 403]);

/** Whether API access was off for a time: the key gets several such responses in a row for different requests. */
function isAccessLost(call: Call, trace: Trace): boolean {
  return !call.by.isAmbiguous && lostAccess(trace).has(call);
}

const lostAccess = perTrace(({ calls }): ReadonlySet<Call> => {
  const byKey = groupBy(
    calls.filter(({ status }) => status > 0),
    ({ by }) => by.key,
  );
  return new Set([...byKey.values()].flatMap(rowsOf).filter(isAboutSeveral).flat());
});

/** The refusals of access, those in a row with the same status together. */
function rowsOf(calls: readonly Call[]): readonly (readonly Call[])[] {
  const rows: Call[][] = [];
  for (const [index, call] of calls.entries()) {
    if (!ACCESS_REFUSALS.has(call.status)) continue;
    if (calls[index - 1]?.status === call.status) rows.at(-1)?.push(call);
    else rows.push([call]);
  }
  return rows;
}

const isAboutSeveral = ([first, ...others]: readonly Call[]): boolean =>
  others.some(({ operation, id }) => operation !== first?.operation || id !== first.id);

function judgeFailures(job: JobTrace, trace: Trace): Finding | undefined {
  const polls = job.polls.filter(hasResponse);
  const failed = polls.slice(polls.findLastIndex(({ status }) => status < 500) + 1);
  const [first, last] = [failed[0], failed.at(-1)];
  if (!first || !last || failed.length < MANY_FAILURES || isOver(job)) return undefined;
  const others = trace.keyed('getGenerationStatus').filter((call) => isOk(call) && isOther(call, job));
  const isBetween = others.some((call) => isBefore(first, call) && isBefore(call, last));
  const isAround =
    others.some((call) => isBefore(last, call)) &&
    last.exchange.startedAt - first.exchange.startedAt >= settleOf(trace);
  if (!(isBetween || isAround) || !isLasting(first, last)) return undefined;
  return fail(`polls of one job get ${last.status} for good, while other jobs can be polled`, {
    expected: inWords('the job’s view, with status failed if it failed'),
    actual: inWords(`${failed.length} responses in a row with 5xx`),
    call: first,
  });
}

/** The poll that meets a failure passes on the error of the failed component. */
function judgeFirstPolls(jobs: readonly JobTrace[], trace: Trace): readonly Finding[] {
  const failed = jobs.filter(({ views }) => views.some(({ status }) => status === 'failed'));
  const before = failed.flatMap((job) => errorBeforeFailure(job) ?? []);
  const [first, last] = [before[0], before.at(-1)];
  const others = trace.calls.filter((call) => call.status >= 500 && !before.includes(call));
  if (!first || !last || failed.length < MANY_JOBS || before.length < failed.length || others.length > 0)
    return [];
  // One outage may end two jobs and fail their polls.
  if (!isLasting(first, last)) return [];
  return [
    fail('the first poll after the failure of a job gets a server error', {
      expected: inWords('the job’s view, with status failed'),
      actual: first.status,
      call: first,
    }),
  ];
}

function errorBeforeFailure({ polls, views }: JobTrace): Call | undefined {
  const view = views.find(({ status }) => status === 'failed');
  const last = view && polls.filter(hasResponse).findLast((call) => isBefore(call, view.call));
  return last && last.status >= 500 ? last : undefined;
}

const isOver = ({ views }: JobTrace): boolean => views.some(({ status }) => isTerminal(status));

const isOther = ({ id, by }: Call, job: JobTrace): boolean => id !== job.id && by.key === job.owner;
