/** Rows about the life of a job: its end is final, its totals grow, and it can be polled. Sections 1, 2.2, 3, 4.5 and 7. */
import { groupBy } from '../../base/group-by.js';
import { getField } from '../../base/json.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import { endedBefore, isNotFound, isFromVerify, isSuccess, type Call } from '../model/call.js';
import { isTerminal, parseJobStatus } from '../model/call.js';
import {
  memoizeByTrace,
  getReadId,
  type JobHistory,
  type PollResult,
  type PresentationRead,
  type Trace,
} from '../model/trace.js';
import { getJson } from '../model/body.js';
import {
  isWithinConsistencyWindow,
  jobMayBeExpired,
  findLostPresentations,
  mayBeOutage,
  findUnrelatedPollCause,
  jobMayBeUnknownYet,
  getConsistencyWindow,
  mayBeStaleRead,
} from '../downgrades/downgrades.js';
import type { Finding, Rule } from '../rule.js';
import { NO_SECOND_START } from './not-covered.js';
import { description } from '../description.js';
import { haveEqualBodies } from './checks/equal-json.js';
import { violation, ifMultiple, createRule, pairWithFirst } from './create-rule.js';

const isEnd = ({ status }: PollResult): boolean => isTerminal(status);
const hasTokens = (view: PollResult): boolean => tokensOf(view) !== undefined;

export const jobLifecycleRules: readonly Rule[] = [
  createRule({
    id: 'job/terminal-status-is-final',
    sections: ['3', '7'],
    title: 'A terminal status never changes',
    interpretation: 'Finished jobs may expire. As long as they can be polled, their status is constant.',
    select: ({ jobs }) => jobs.filter(({ views }) => views.some(isEnd)),
    notCovered: 'not seen: a poll showed the end of a job',
    check: ({ views }, trace) =>
      reduceEarlier(views, undefined, firstEnd, (ended, view) => judgeAfterEnd(ended, view, trace)),
  }),
  createRule({
    id: 'job/tokens-used-never-decreases',
    sections: ['2.2', '4.5'],
    title: 'tokens_used never decreases',
    interpretation: 'A total is monotonic. Later responses may omit it.',
    select: ({ jobs }) => jobs.filter(({ views }) => views.filter(hasTokens).length > 1),
    notCovered: 'not seen: a job showed tokens_used twice',
    check: ({ views }, trace) =>
      reduceEarlier(views, NO_TOTAL, maxTokens, (most, view) => checkTokensUsed(most, view, trace)),
  }),
  createRule({
    id: 'job/final-tokens-used-is-stable',
    sections: ['2.2', '3', '4.5'],
    title: 'tokens_used of a completed job never changes',
    select: ({ jobs }) =>
      jobs
        .map(({ views }) => views.filter((view) => view.status === 'completed' && hasTokens(view)))
        .filter((views) => views.length > 1),
    notCovered: 'not seen: a completed job showed tokens_used twice',
    check: ([first, ...others]) => {
      const expected = first && tokensOf(first);
      const other = others.find((view) => tokensOf(view) !== expected);
      return (
        other &&
        violation('tokens_used changes after completed', {
          expected,
          actual: tokensOf(other),
          path: 'tokens_used',
          call: other.call,
          comparedWith: first?.call,
        })
      );
    },
  }),
  createRule({
    id: 'job/slides-completed-within-total',
    sections: ['2.2', '4.5'],
    level: 'should',
    title: 'slides_completed never exceeds slides_total',
    interpretation:
      'More completed slides than slides_total, which is above zero and was the same in all earlier views of the job. A number of completed slides ' +
      'that a total of another view reaches does not count.',
    select: ({ jobs }) => jobs.map(figuresOf).filter(({ length }) => length > 0),
    notCovered: 'not seen: a poll showed progress',
    check: checkProgress,
  }),
  createRule({
    id: 'job/pollable-until-terminal',
    sections: ['1', '3', '4.5'],
    title: 'A job can be polled until it ends',
    interpretation:
      'Every 4xx but 408 and 429 counts while the job runs. 401, 402, 403, 406 and 415 count only between successful polls of the job: they may be about the ' +
      'key, the plan or the client. If the key gets the same 401, 402 or 403 for other requests around it, API access was off.',
    select: ({ jobs }) => jobs.filter(isPolled),
    notCovered: 'no job start in the traffic and polled',
    check: checkRejectedPolls,
  }),
  {
    id: 'job/failure-is-reported-as-failed',
    sections: ['2.2', '3', '4.5', '7'],
    level: 'must',
    title: 'A failed job is reported with status failed, not with a 5xx',
    interpretation:
      'Polls of one job get 5xx at least four times in a row, and never again a view, while polls of other jobs with the same ' +
      'key succeed. Or the last poll before the first failed view gets 5xx, in each of at least two failed jobs, and no other request gets 5xx. ' +
      'In a recording, only failures of a minute or more count. An error response that contains the view of the job counts at once.',
    judge: (trace) => {
      const jobs = trace.jobs.filter(isPolled);
      return {
        checked: jobs.length,
        findings: [
          ...jobs.flatMap((job) => checkFailedPolls(job, trace) ?? []),
          ...jobs.flatMap(({ polls }) => polls.flatMap((call) => viewInError(call) ?? [])),
          ...findErrorsBeforeStatus('failed', trace).map((call) =>
            violation('the first poll after a failure returns 5xx', {
              expected: description('the job’s view, with status failed'),
              actual: call.status,
              call,
            }),
          ),
        ],
        notCovered: 'no job start in the traffic and polled',
      };
    },
  },
  {
    id: 'job/no-5xx-on-status-change',
    sections: ['3', '4.5'],
    level: 'must',
    title: 'A status change does not cause a 5xx',
    interpretation:
      'Fails if in at least two jobs exactly the poll at a status change gets a 5xx. Recordings: only over a minute or more. In a ' +
      'recording, only failures over a minute or more count.',
    judge: (trace) => ({
      checked: trace.jobs.filter(({ views }) => views.length > 1).length,
      findings: (['awaiting_input', 'completed'] as const).flatMap((status) =>
        findErrorsBeforeStatus(status, trace).map((call) =>
          violation(`the poll at which each job becomes ${status} gets a server error`, {
            ...{ expected: description('the job’s view'), actual: call.status, call },
          }),
        ),
      ),
      notCovered: 'not seen: a job was polled twice',
    }),
  },
  createRule({
    id: 'job/unique-presentation',
    sections: ['1', '2.1', '2.2', '4.5'],
    title: 'Each completed job has its own, stable presentation',
    interpretation: 'Ids may repeat across workspaces.',
    select: ({ presentationReads }) => ifMultiple(shownInJobs(presentationReads)),
    notCovered: 'not seen: two views of completed jobs',
    check: judgePresentation,
  }),
  {
    id: 'job/survives-other-starts',
    sections: ['1', '3', '4.4'],
    level: 'must',
    title: 'A start does not make other jobs fail',
    interpretation:
      'The rule fails if at least two jobs were generating before the start of another job and failed at the next poll, while the last ' +
      'started job completes and no other job completes. One alone is not judged: every job may fail.',
    judge: ({ jobs }) => {
      const started = jobs.filter(({ start }) => start !== undefined);
      return {
        checked: ifMultiple(started).length,
        findings: [...groupBy(started, ({ owner }) => owner).values()].flatMap(failedByStarts),
        notCovered: NO_SECOND_START,
      };
    },
  },
];

// The end, and the totals.

const firstEnd = (ended: PollResult | undefined, view: PollResult): PollResult | undefined =>
  ended ?? (isEnd(view) ? view : undefined);

function judgeAfterEnd(ended: PollResult | undefined, view: PollResult, trace: Trace): Finding | undefined {
  const { call, status } = view;
  // Another row judges undocumented statuses.
  if (!ended || status === undefined || ended.status === status) return undefined;
  return violation(`a job leaves the status ${ended.status} of exchange ${ended.call.exchange.sequence}`, {
    expected: ended.status,
    actual: status,
    path: 'status',
    call,
    comparedWith: ended.call,
    doubt: mayBeStaleRead(view, ended, trace),
  });
}

/** tokens_used in the states that document it; `undefined` when it is not a number. */
function tokensOf({ value, status }: PollResult): number | undefined {
  const isShown = status === 'generating' || status === 'completed';
  const tokens = isShown ? getField(value, 'tokens_used') : undefined;
  return typeof tokens === 'number' ? tokens : undefined;
}

interface TokenTotal {
  readonly total: number;
  readonly status: JobStatus | undefined;
  readonly call: Call | undefined;
}

const NO_TOTAL: TokenTotal = { total: 0, status: undefined, call: undefined };

function maxTokens(most: TokenTotal, view: PollResult): TokenTotal {
  const total = tokensOf(view) ?? 0;
  return total > most.total ? { total, status: view.status, call: view.call } : most;
}

function checkTokensUsed(most: TokenTotal, view: PollResult, trace: Trace): Finding | undefined {
  const total = tokensOf(view);
  if (total === undefined || total >= most.total) return undefined;
  const before = most.status === undefined ? 'zero' : `before while ${most.status}`;
  const isLagging =
    most.call !== undefined &&
    !isFromVerify(view.call) &&
    isWithinConsistencyWindow(most.call, view.call, trace) &&
    view.job.views.some(
      (other) => endedBefore(view.call, other.call) && (tokensOf(other) ?? 0) >= most.total,
    );
  return violation(`tokens_used while ${view.status} is lower than ${before}`, {
    expected: description(`at least ${most.total}`),
    actual: total,
    path: 'tokens_used',
    call: view.call,
    comparedWith: most.call,
    doubt: isLagging ? 'a replica may show a lower total once' : undefined,
  });
}

interface Progress {
  readonly call: Call;
  readonly total: number;
  readonly completed: number;
}

function figuresOf({ views }: JobHistory): readonly Progress[] {
  return views.flatMap(({ call, value }) => {
    const progress = getField(value, 'progress');
    const total = getField(progress, 'slides_total');
    const completed = getField(progress, 'slides_completed');
    return typeof total === 'number' && typeof completed === 'number' ? [{ call, total, completed }] : [];
  });
}

function checkProgress(figures: readonly Progress[]): Finding | undefined {
  const most = figures[0]?.total ?? 0;
  const end = figures.findIndex(({ total }) => total !== most);
  const steady = end < 0 ? figures : figures.slice(0, end);
  const beyond = steady.find(({ completed }) => completed > most);
  // slides_total may have increased.
  if (!beyond || most <= 0 || figures.some(({ total }) => total >= beyond.completed)) return undefined;
  return violation('slides_completed exceeds slides_total', {
    expected: description(`at most ${most}`),
    actual: beyond.completed,
    path: 'progress.slides_completed',
    call: beyond.call,
    doubt: 'two workers may write the two numbers',
  });
}

// Polls that fail.

/** Statuses that may be about the key, the plan or the client. They count only between successful polls. */
const CALLER_STATUSES = new Set([401, 402, 403, 406, 415]);
/** Failed polls in a row that show that a job cannot be polled any more. */
const MIN_FAILED_POLLS = 4;
/** Failed jobs that chance does not explain, if nothing else fails. */
const MIN_JOBS = 2;

const hasResponse = ({ status }: Call): boolean => status > 0;

const isPolled = ({ start, views, polls }: JobHistory): boolean =>
  (start !== undefined || views.length > 0) && polls.some(hasResponse);

function checkRejectedPolls(job: JobHistory, trace: Trace): readonly Finding[] {
  return job.polls
    .filter((call) => call.isClientError && call.status !== 408 && isAboutJob(call, job, trace))
    .map((call) =>
      violation(isNotFound(call) ? 'a running job returns 404' : 'polling a running job is rejected', {
        ...{ expected: description('the job’s view'), actual: call.status, call },
        doubt: jobMayBeUnknownYet(call, trace) ?? jobMayBeExpired(call, trace),
      }),
    );
}

function isAboutJob(call: Call, { polls, start }: JobHistory, trace: Trace): boolean {
  const wasFound = polls.some((other) => other.isSuccess && endedBefore(other, call));
  if (start === undefined && !wasFound) return false;
  const isBetween = wasFound && polls.some((other) => other.isSuccess && endedBefore(call, other));
  if (CALLER_STATUSES.has(call.status) && !isBetween) return false;
  const isAccessOff = !call.credential.isAmbiguous && callsWithoutAccess(trace).has(call);
  return !isAccessOff && findUnrelatedPollCause(call, trace) === undefined;
}

const ACCESS_REFUSALS: ReadonlySet<number> = new Set([401, 402, 403]);

/** API access was off for a time if a key gets several such responses in a row for different requests. */
const callsWithoutAccess = memoizeByTrace(({ calls }): ReadonlySet<Call> => {
  const byKey = groupBy(calls.filter(hasResponse), ({ credential }) => credential.key);
  const rows: Call[][] = [];
  for (const own of byKey.values())
    for (const [index, call] of own.entries()) {
      if (!ACCESS_REFUSALS.has(call.status)) continue;
      if (own[index - 1]?.status === call.status) rows.at(-1)?.push(call);
      else rows.push([call]);
    }
  const isAboutSeveral = ([first, ...others]: readonly Call[]): boolean =>
    others.some(({ operation, id }) => operation !== first?.operation || id !== first.id);
  return new Set(rows.filter(isAboutSeveral).flat());
});

function checkFailedPolls({ id, owner, ...job }: JobHistory, trace: Trace): Finding | undefined {
  const polls = job.polls.filter(hasResponse);
  const failed = polls.slice(polls.findLastIndex(({ status }) => status < 500) + 1);
  const [first, last] = [failed[0], failed.at(-1)];
  if (!first || !last || failed.length < MIN_FAILED_POLLS || job.views.some(isEnd)) return undefined;
  if (mayBeOutage(first, last) !== undefined) return undefined;
  const others = trace
    .callsWithValidKey('getGenerationStatus')
    .filter((call) => isSuccess(call) && call.id !== id && call.credential.key === owner);
  const isBetween = others.some((call) => endedBefore(first, call) && endedBefore(call, last));
  const isAround =
    others.some((call) => endedBefore(last, call)) &&
    last.exchange.startedAt - first.exchange.startedAt >= getConsistencyWindow(trace);
  if (!isBetween && !isAround) return undefined;
  return violation(`polls of one job get ${last.status} for good, while other jobs can be polled`, {
    expected: description('the job’s view, with status failed if it failed'),
    actual: description(`${failed.length} responses in a row with 5xx`),
    call: first,
  });
}

/** The open body of a refusal can repeat the id, and its status can be the outcome of the request: then it has a detail of the job, too. */
function viewInError(call: Call): Finding | undefined {
  const view = call.isSuccess || call.status === 0 ? undefined : getJson(call.responseBody);
  const status = parseJobStatus(getField(view, 'status'));
  if (status === undefined || getField(view, 'generation_id') !== call.id) return undefined;
  const hasDetail = ['progress', 'presentation'].some((name) => getField(view, name) !== undefined);
  if (call.isClientError && !hasDetail) return undefined;
  return violation(`the view of a job that is ${status} arrives with an error status`, {
    ...{ expected: description('any 2xx'), actual: call.status, call },
  });
}

const changes = ['awaiting_input', 'completed', 'failed'] as const;

/**
 * The first of the polls that meet a change of state and get an error: the poll before the first view of this state, in each job that
 * reached it, and no request beside changes of states.
 */
function findErrorsBeforeStatus(status: JobStatus, trace: Trace): readonly Call[] {
  const reached = trace.jobs.filter(({ views }) => views.some((view) => view.status === status));
  const errors = reached.flatMap((job) => findErrorBeforeStatus(status, job) ?? []);
  const [first, last] = [errors[0], errors.at(-1)];
  if (!first || !last || reached.length < MIN_JOBS || errors.length < reached.length) return [];
  // One outage may end two jobs and fail their polls.
  if (mayBeOutage(first, last) !== undefined) return [];
  const all = new Set(
    changes.flatMap((change) => trace.jobs.flatMap((job) => findErrorBeforeStatus(change, job) ?? [])),
  );
  return trace.calls.some((call) => call.status >= 500 && !all.has(call)) ? [] : [first];
}

function findErrorBeforeStatus(status: JobStatus, { polls, views }: JobHistory): Call | undefined {
  const view = views.find((one) => one.status === status);
  const last = view && polls.filter(hasResponse).findLast((call) => endedBefore(call, view.call));
  return last && last.status >= 500 ? last : undefined;
}

// The presentation of a job.

/** A presentation in the view of a job, with the first one with its id, in any job, and the first one of its job. */
interface ShownInJob {
  readonly item: PresentationRead;
  readonly sameId: PresentationRead;
  readonly sameJob: PresentationRead;
}

function shownInJobs(snapshots: readonly PresentationRead[]): readonly ShownInJob[] {
  const inJobs = snapshots.filter(({ job }) => job !== undefined);
  const byJob = pairWithFirst(inJobs, ({ job }) => job);
  return pairWithFirst(inJobs, getReadId).map(({ item, first }, index) => ({
    item,
    sameId: first,
    sameJob: byJob[index]?.first ?? item,
  }));
}

function judgePresentation({ item, sameId, sameJob }: ShownInJob, trace: Trace): Finding | undefined {
  const [id, expected] = [getReadId(item), getReadId(sameJob)];
  if (typeof id !== 'string') return undefined;
  const location = { path: 'presentation.id', call: item.call };
  const loss = findLostPresentations(trace).get(String(expected));
  if (typeof expected === 'string' && expected !== id && !(loss && endedBefore(loss.patch, item.call)))
    return violation('the presentation id of a completed job changes', {
      ...{ expected, actual: id, comparedWith: sameJob.call, ...location },
    });
  if (sameId.job === item.job) return undefined;
  if (getField(sameId.value, 'workspace_id') !== getField(item.value, 'workspace_id')) return undefined;
  return violation('two jobs return the same presentation', {
    expected: description('its own presentation'),
    actual: description(`the presentation ${JSON.stringify(id)}, the same as job ${sameId.job?.id ?? ''}`),
    comparedWith: sameId.call,
    ...location,
    doubt: haveEqualBodies(sameId.job?.start, item.job?.start) ? 'both starts have the same body' : undefined,
  });
}

// Jobs beside each other.

const isCompleted = ({ views }: JobHistory): boolean => views.some(({ status }) => status === 'completed');

/** @param jobs of one key, in the order of their starts */
function failedByStarts(jobs: readonly JobHistory[]): readonly Finding[] {
  const last = jobs.at(-1);
  const others = jobs.slice(0, -1);
  if (!last || !isCompleted(last) || others.some(isCompleted)) return [];
  const failed = others.flatMap((job) => failureAfterStart(job, jobs) ?? []);
  const [first] = failed;
  if (!first || failed.length < MIN_JOBS) return [];
  return [
    violation('jobs fail when another one starts', {
      expected: description('jobs that go on'),
      actual: description(`${failed.length} jobs that fail right after the next start`),
      path: 'status',
      call: first.view.call,
      about: first.start,
    }),
  ];
}

/** The view that shows the failure of a job, if another job started right before it. */
function failureAfterStart(
  { views }: JobHistory,
  jobs: readonly JobHistory[],
): { readonly view: PollResult; readonly start: Call } | undefined {
  const at = views.findIndex(({ status }) => status === 'failed');
  const [before, view] = [views[at - 1], views[at]];
  if (!view || !before) return undefined;
  const start = jobs
    .flatMap((job) => job.start ?? [])
    .find((call) => endedBefore(before.call, call) && endedBefore(call, view.call));
  return start && { view, start };
}

/**
 * Checks each poll result against a state reduced from all earlier, non-overlapping ones.: calls that overlap have no order.
 */
function reduceEarlier<State>(
  views: readonly PollResult[],
  initial: State,
  absorb: (state: State, view: PollResult) => State,
  check: (state: State, view: PollResult) => Finding | undefined,
): readonly Finding[] {
  const all: Finding[] = [];
  const byStart = views.toSorted((one, two) => one.call.exchange.startedAt - two.call.exchange.startedAt);
  const byEnd = views.toSorted((one, two) => one.call.exchange.endedAt - two.call.exchange.endedAt);
  let state = initial;
  let ended = 0;
  for (const view of byStart) {
    for (let next = byEnd[ended]; next && endedBefore(next.call, view.call); next = byEnd[++ended])
      state = absorb(state, next);
    const found = check(state, view);
    if (found) all.push(found);
  }
  return all;
}
