/** Rules about the lifecycle of a job: its terminal status is final, its totals grow, and it can be polled. Sections 1, 2.2, 3, 4.5 and 7. */
import { groupBy } from '../../base/group-by.js';
import { getField } from '../../base/json.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import {
  endedBefore,
  isNotFound,
  isFromVerify,
  isSuccess,
  type Call,
  isTerminal,
  parseJobStatus,
} from '../model/call.js';
import type { Trace } from '../model/trace.js';
import { getReadId, type PresentationRead } from '../model/presentation-history.js';
import type { JobHistory, PollResult } from '../model/job-history.js';
import { getJson } from '../model/body.js';
import {
  isWithinConsistencyWindow,
  jobMayBeUnknownYet,
  getConsistencyWindow,
  mayBeStaleRead,
} from '../downgrades/consistency.js';
import { jobMayBeExpired } from '../downgrades/retention.js';
import { findLostPresentations } from '../downgrades/lost-renames.js';
import { mayBeOutage } from '../downgrades/outages.js';
import { findUnrelatedPollCause } from '../downgrades/index.js';
import type { Finding, Rule } from '../rule.js';
import { NO_SECOND_START } from './not-covered.js';
import { description } from '../description.js';
import { haveEqualBodies } from './checks/equal-json.js';
import { callsWithoutAccess } from './checks/lost-access.js';
import { findChangeBetween } from './checks/find-cause.js';
import { findSharedIdCause } from './checks/shared-ids.js';
import { violation, ifMultiple, createRule, pairWithFirst } from './create-rule.js';

const NO_TOTAL: TokenTotal = { total: 0, status: undefined, call: undefined };

/** Statuses that may be about the key, the plan or the client. They count only between successful polls. */
const CALLER_STATUSES = new Set([401, 402, 403, 406, 415]);

/** Consecutive failed polls after which a job counts as no longer pollable. */
const MIN_FAILED_POLLS = 4;

/** Failed jobs that are no coincidence, if nothing else fails. */
const MIN_JOBS = 2;

const STATUS_CHANGES = ['awaiting_input', 'completed', 'failed'] as const;

interface TokenTotal {
  readonly total: number;
  readonly status: JobStatus | undefined;
  readonly call: Call | undefined;
}

interface Progress {
  readonly call: Call;
  readonly total: number;
  readonly completed: number;
}

/** A presentation in a status response, with the first one that has its id and the first one of its job. */
interface JobPresentation {
  readonly item: PresentationRead;
  readonly sameId: PresentationRead;
  readonly sameJob: PresentationRead;
}

const hasEnded = ({ status }: PollResult): boolean => isTerminal(status);

const hasTokens = (view: PollResult): boolean => getTokens(view) !== undefined;

export const jobLifecycleRules: readonly Rule[] = [
  createRule({
    id: 'job/terminal-status-is-final',
    sections: ['3', '7'],
    title: 'A terminal status never changes',
    interpretation: 'Finished jobs may expire. As long as they can be polled, their status is constant.',
    select: ({ jobs }) => jobs.filter(({ views }) => views.some(hasEnded)),
    notCovered: 'no poll of a finished job in the traffic',
    check: ({ views }, trace) =>
      reduceEarlier(views, undefined, keepFirstEnd, (ended, view) => checkAfterEnd(ended, view, trace)),
  }),
  createRule({
    id: 'job/tokens-used-never-decreases',
    sections: ['2.2', '4.5'],
    title: 'tokens_used never decreases',
    interpretation: 'A total is monotonic. Later responses may omit it.',
    select: ({ jobs }) => jobs.filter(({ views }) => views.filter(hasTokens).length > 1),
    notCovered: 'no job with two polls that returned tokens_used',
    check: ({ views }, trace) =>
      reduceEarlier(views, NO_TOTAL, keepMaxTokens, (max, view) => checkTokensUsed(max, view, trace)),
  }),
  createRule({
    id: 'job/final-tokens-used-is-stable',
    sections: ['2.2', '3', '4.5'],
    title: 'tokens_used of a completed job never changes',
    select: ({ jobs }) =>
      jobs
        .map(({ views }) => views.filter((view) => view.status === 'completed' && hasTokens(view)))
        .filter((views) => views.length > 1),
    notCovered: 'no completed job with two polls that returned tokens_used',
    check: ([first, ...others]) => {
      const expected = first && getTokens(first);
      const other = others.find((view) => getTokens(view) !== expected);
      return (
        other &&
        violation('tokens_used changes after completed', {
          expected,
          actual: getTokens(other),
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
      'Warns if slides_completed exceeds a constant, positive slides_total that never reaches it later.',
    select: ({ jobs }) => jobs.map(getProgressHistory).filter(({ length }) => length > 0),
    notCovered: 'no poll with progress in the traffic',
    check: checkProgress,
  }),
  createRule({
    id: 'job/pollable-until-terminal',
    sections: ['1', '3', '4.5'],
    title: 'A job can be polled until it ends',
    interpretation:
      'Any 4xx except 408 and 429 fails while the job runs. 401, 402, 403, 406 and 415 fail only between successful polls, and ' +
      'not during a loss of API access.',
    select: ({ jobs }) => jobs.filter(isPolled),
    notCovered: 'no polled job in the traffic',
    check: checkRejectedPolls,
  }),
  {
    id: 'job/failure-is-reported-as-failed',
    sections: ['2.2', '3', '4.5', '7'],
    level: 'must',
    title: 'A failed job is reported with status failed, not with a 5xx',
    interpretation:
      'Fails after four 5xx in a row without a later success, while other jobs work; or if the poll before each failed status ' +
      'gets a 5xx; or if an error body contains the job status. Recordings: only over a minute or more.',
    judge: (trace) => {
      const jobs = trace.jobs.filter(isPolled);
      return {
        checked: jobs.length,
        findings: [
          ...jobs.flatMap((job) => checkFailedPolls(job, trace) ?? []),
          ...jobs.flatMap(({ polls }) => polls.flatMap((call) => checkStatusInError(call) ?? [])),
          ...findErrorsBeforeStatus('failed', trace).map((call) =>
            violation('the first poll after a failure returns 5xx', {
              expected: description('a status response with status failed'),
              actual: call.status,
              call,
            }),
          ),
        ],
        notCovered: 'no polled job in the traffic',
      };
    },
  },
  {
    id: 'job/no-5xx-on-status-change',
    sections: ['3', '4.5'],
    level: 'must',
    title: 'A status change does not cause a 5xx',
    interpretation:
      'Fails if in at least two jobs exactly the poll at a status change gets a 5xx. Recordings: only over a minute or more.',
    judge: (trace) => ({
      checked: trace.jobs.filter(({ views }) => views.length > 1).length,
      findings: (['awaiting_input', 'completed'] as const).flatMap((status) =>
        findErrorsBeforeStatus(status, trace).map((call) =>
          violation(`the poll at the change to ${status} returns 5xx in every job`, {
            ...{ expected: description('a status response'), actual: call.status, call },
          }),
        ),
      ),
      notCovered: 'no job with two polls in the traffic',
    }),
  },
  createRule({
    id: 'job/unique-presentation',
    sections: ['1', '2.1', '2.2', '4.5'],
    title: 'Each completed job has its own, stable presentation',
    interpretation: 'Ids may repeat across workspaces.',
    select: ({ presentationReads }) => ifMultiple(getJobPresentations(presentationReads)),
    notCovered: 'no two polls of completed jobs in the traffic',
    check: checkUniquePresentation,
  }),
  {
    id: 'job/survives-other-starts',
    sections: ['1', '3', '4.4'],
    level: 'must',
    title: 'A start does not make other jobs fail',
    interpretation:
      'Fails if two running jobs fail right after another start, and only the last started job completes.',
    judge: ({ jobs }) => {
      const started = jobs.filter(({ start }) => start !== undefined);
      return {
        checked: ifMultiple(started).length,
        findings: [...groupBy(started, ({ owner }) => owner).values()].flatMap(checkFailuresAfterStart),
        notCovered: NO_SECOND_START,
      };
    },
  },
];

const keepFirstEnd = (ended: PollResult | undefined, view: PollResult): PollResult | undefined =>
  ended ?? (hasEnded(view) ? view : undefined);

function checkAfterEnd(ended: PollResult | undefined, view: PollResult, trace: Trace): Finding | undefined {
  const { call, status } = view;
  // Another rule checks undocumented statuses.
  if (!ended || status === undefined || ended.status === status) return undefined;
  return violation(
    `status changes from ${ended.status} (exchange #${ended.call.exchange.sequence}) to ${status}`,
    {
      expected: ended.status,
      actual: status,
      path: 'status',
      call,
      comparedWith: ended.call,
      suspect: findChangeBetween(ended.call, call, trace),
      downgrade: mayBeStaleRead(view, ended, trace),
    },
  );
}

/** tokens_used in the statuses that have it; `undefined` when it is not a number. */
function getTokens({ value, status }: PollResult): number | undefined {
  const hasField = status === 'generating' || status === 'completed';
  const tokens = hasField ? getField(value, 'tokens_used') : undefined;
  return typeof tokens === 'number' ? tokens : undefined;
}

function keepMaxTokens(max: TokenTotal, view: PollResult): TokenTotal {
  const total = getTokens(view) ?? 0;
  return total > max.total ? { total, status: view.status, call: view.call } : max;
}

function checkTokensUsed(max: TokenTotal, view: PollResult, trace: Trace): Finding | undefined {
  const total = getTokens(view);
  if (total === undefined || total >= max.total) return undefined;
  const isLagging =
    max.call !== undefined &&
    !isFromVerify(view.call) &&
    isWithinConsistencyWindow(max.call, view.call, trace) &&
    view.job.views.some(
      (other) => endedBefore(view.call, other.call) && (getTokens(other) ?? 0) >= max.total,
    );
  return violation(
    max.status === undefined
      ? 'tokens_used is negative'
      : `tokens_used decreases from ${max.status} to ${view.status}`,
    {
      expected: description(`at least ${max.total}`),
      actual: total,
      path: 'tokens_used',
      call: view.call,
      comparedWith: max.call,
      downgrade: isLagging ? 'a replica may return a lower total once' : undefined,
    },
  );
}

function getProgressHistory({ views }: JobHistory): readonly Progress[] {
  return views.flatMap(({ call, value }) => {
    const progress = getField(value, 'progress');
    const total = getField(progress, 'slides_total');
    const completed = getField(progress, 'slides_completed');
    return typeof total === 'number' && typeof completed === 'number' ? [{ call, total, completed }] : [];
  });
}

function checkProgress(history: readonly Progress[]): Finding | undefined {
  const limit = history[0]?.total ?? 0;
  const end = history.findIndex(({ total }) => total !== limit);
  const constant = end < 0 ? history : history.slice(0, end);
  const excess = constant.find(({ completed }) => completed > limit);
  // slides_total may have increased.
  if (!excess || limit <= 0 || history.some(({ total }) => total >= excess.completed)) return undefined;
  return violation('slides_completed exceeds slides_total', {
    expected: description(`at most ${limit}`),
    actual: excess.completed,
    path: 'progress.slides_completed',
    call: excess.call,
    downgrade: 'two workers may update the two numbers',
  });
}

const hasResponse = ({ status }: Call): boolean => status > 0;

const isPolled = ({ start, views, polls }: JobHistory): boolean =>
  (start !== undefined || views.length > 0) && polls.some(hasResponse);

function checkRejectedPolls(job: JobHistory, trace: Trace): readonly Finding[] {
  return job.polls
    .filter((call) => call.isClientError && call.status !== 408 && isAboutJob(call, job, trace))
    .map((call) =>
      violation(isNotFound(call) ? 'a running job returns 404' : 'polling a running job is rejected', {
        ...{ expected: description('a status response'), actual: call.status, call },
        comparedWith: job.polls.findLast((other) => other.isSuccess && endedBefore(other, call)) ?? job.start,
        downgrade: jobMayBeUnknownYet(call, trace) ?? jobMayBeExpired(call, trace),
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

function checkFailedPolls({ id, owner, ...job }: JobHistory, trace: Trace): Finding | undefined {
  const polls = job.polls.filter(hasResponse);
  const failed = polls.slice(polls.findLastIndex(({ status }) => status < 500) + 1);
  const [first, last] = [failed[0], failed.at(-1)];
  if (!first || !last || failed.length < MIN_FAILED_POLLS || job.views.some(hasEnded)) return undefined;
  if (mayBeOutage(first, last) !== undefined) return undefined;
  const others = trace
    .callsWithValidKey('getGenerationStatus')
    .filter((call) => isSuccess(call) && call.id !== id && call.credential.key === owner);
  const isBetween = others.some((call) => endedBefore(first, call) && endedBefore(call, last));
  const isAround =
    others.some((call) => endedBefore(last, call)) &&
    last.exchange.startedAt - first.exchange.startedAt >= getConsistencyWindow(trace);
  if (!isBetween && !isAround) return undefined;
  return violation(`polling one job always returns ${last.status}, other jobs work`, {
    expected: description('a status response, with status failed if the job failed'),
    actual: description(`${failed.length} consecutive 5xx responses`),
    call: first,
  });
}

/** The body of a client error is unspecified, so it must contain a detail of the job, too. */
function checkStatusInError(call: Call): Finding | undefined {
  const view = call.isSuccess || call.status === 0 ? undefined : getJson(call.responseBody);
  const status = parseJobStatus(getField(view, 'status'));
  if (status === undefined || getField(view, 'generation_id') !== call.id) return undefined;
  const hasDetail = ['progress', 'presentation'].some((name) => getField(view, name) !== undefined);
  if (call.isClientError && !hasDetail) return undefined;
  return violation(`status ${status} is returned with an error status code`, {
    ...{ expected: description('any 2xx'), actual: call.status, call },
  });
}

/** The first 5xx poll before a status change, if every job has one and no other request gets a 5xx. */
function findErrorsBeforeStatus(status: JobStatus, trace: Trace): readonly Call[] {
  const reached = trace.jobs.filter(({ views }) => views.some((view) => view.status === status));
  const errors = reached.flatMap((job) => findErrorBeforeStatus(status, job) ?? []);
  const [first, last] = [errors[0], errors.at(-1)];
  if (!first || !last || reached.length < MIN_JOBS || errors.length < reached.length) return [];
  // One outage may end two jobs and fail their polls.
  if (mayBeOutage(first, last) !== undefined) return [];
  const all = new Set(
    STATUS_CHANGES.flatMap((change) => trace.jobs.flatMap((job) => findErrorBeforeStatus(change, job) ?? [])),
  );
  return trace.calls.some((call) => call.status >= 500 && !all.has(call)) ? [] : [first];
}

function findErrorBeforeStatus(status: JobStatus, { polls, views }: JobHistory): Call | undefined {
  const view = views.find((one) => one.status === status);
  const last = view && polls.filter(hasResponse).findLast((call) => endedBefore(call, view.call));
  return last && last.status >= 500 ? last : undefined;
}

function getJobPresentations(snapshots: readonly PresentationRead[]): readonly JobPresentation[] {
  const inJobs = snapshots.filter(({ job }) => job !== undefined);
  const byJob = pairWithFirst(inJobs, ({ job }) => job);
  return pairWithFirst(inJobs, getReadId).map(({ item, first }, index) => ({
    item,
    sameId: first,
    sameJob: byJob[index]?.first ?? item,
  }));
}

function checkUniquePresentation(
  { item, sameId, sameJob }: JobPresentation,
  trace: Trace,
): Finding | undefined {
  const [id, expected] = [getReadId(item), getReadId(sameJob)];
  if (typeof id !== 'string') return undefined;
  const location = { path: 'presentation.id', call: item.call };
  const loss = findLostPresentations(trace).get(String(expected));
  if (typeof expected === 'string' && expected !== id && !(loss && !endedBefore(item.call, loss.patch)))
    return violation('the presentation id of a completed job changes', {
      ...{ expected, actual: id, comparedWith: sameJob.call, ...location },
    });
  if (sameId.job === item.job) return undefined;
  if (getField(sameId.value, 'workspace_id') !== getField(item.value, 'workspace_id')) return undefined;
  return violation('two jobs return the same presentation', {
    expected: description('its own presentation'),
    actual: description(`the presentation ${JSON.stringify(id)}, the same as job ${sameId.job?.id ?? ''}`),
    comparedWith: sameId.call,
    about: item.job?.start,
    ...location,
    ...findSharedIdCause(id, trace),
    downgrade: haveEqualBodies(sameId.job?.start, item.job?.start)
      ? 'both starts have the same body'
      : undefined,
  });
}

const wasCompleted = ({ views }: JobHistory): boolean => views.some(({ status }) => status === 'completed');

/** @param jobs of one key, in the order of their starts */
function checkFailuresAfterStart(jobs: readonly JobHistory[]): readonly Finding[] {
  const last = jobs.at(-1);
  const others = jobs.slice(0, -1);
  if (!last || !wasCompleted(last) || others.some(wasCompleted)) return [];
  const failed = others.flatMap((job) => findFailureAfterStart(job, jobs) ?? []);
  const [first] = failed;
  if (!first || failed.length < MIN_JOBS) return [];
  return [
    violation('jobs fail when another one starts', {
      expected: description('jobs that continue'),
      actual: description(`${failed.length} jobs that fail right after the next start`),
      path: 'status',
      call: first.view.call,
      about: first.start,
    }),
  ];
}

/** The first poll with status failed, if another job started right before it. */
function findFailureAfterStart(
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
 * Checks each poll result against a state reduced from all earlier, non-overlapping ones. Overlapping calls have no order.
 */
function reduceEarlier<State>(
  views: readonly PollResult[],
  initial: State,
  reduce: (state: State, view: PollResult) => State,
  check: (state: State, view: PollResult) => Finding | undefined,
): readonly Finding[] {
  const all: Finding[] = [];
  const byStart = views.toSorted((one, two) => one.call.exchange.startedAt - two.call.exchange.startedAt);
  const byEnd = views.toSorted((one, two) => one.call.exchange.endedAt - two.call.exchange.endedAt);
  let state = initial;
  let ended = 0;
  for (const view of byStart) {
    for (let next = byEnd[ended]; next && endedBefore(next.call, view.call); next = byEnd[++ended])
      state = reduce(state, next);
    const found = check(state, view);
    if (found) all.push(found);
  }
  return all;
}
