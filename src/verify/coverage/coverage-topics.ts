/** Coverage topics: the rule that covers each, and why it may be uncovered. */
import type { OperationId } from '../../generated/routes.js';
import { getHeader } from '../../journal/exchange.js';
import { isTerminal, type Call } from '../../judge/model/call.js';
import { keyPlaceholders } from '../../judge/model/key-placeholders.js';
import { formatResult } from '../../judge/model/format-result.js';
import type { JobHistory } from '../../judge/model/job-history.js';
import type { Trace } from '../../judge/model/trace.js';
import type { Verdict } from '../../judge/rule.js';
import type { CoverageGap, CoverageTopic } from '../../judge/coverage.js';
import { describePromptedJobs } from './prompted-jobs.js';

/** The results of a run that decide what it covers. */
export interface RunEvidence {
  readonly trace: Trace;
  readonly verdicts: readonly Verdict[];
  /** Whether the run had a second key. */
  readonly hasOtherKey: boolean;
  /** The prompt that makes a job ask a question, if the run had one. */
  readonly questionPrompt?: string | undefined;
  /** The prompt that makes a job fail, if the run had one. */
  readonly failurePrompt?: string | undefined;
  /** The flags whose options were given. A gap never suggests them. */
  readonly givenFlags?: ReadonlySet<string>;
  /** The ids of the jobs that did not end within their time limit. */
  readonly unended?: readonly string[];
  /** Whether a gateway uses the `Authorization` header, so that only `x-api-key` had keys. */
  readonly isAuthorizationTaken?: boolean;
}

/** Why a topic is not covered. */
export interface GapReason extends Pick<CoverageGap, 'reason' | 'flags' | 'jobStatus'> {
  /** Whether responses of the target are the reason, so a longer run would not help. */
  readonly isFinal?: boolean;
}

interface CoverageTopicDefinition {
  /** The topic is covered if this rule checked something. Topics without a rule have only `findReason`. */
  readonly rule?: string;
  /** Of a rule that applies to each operation: the topic is covered if it checked something of this one. */
  readonly ofOperation?: OperationId;
  /** The operation of its requests, for the reason. */
  readonly operation?: OperationId;
  readonly label?: string;
  /** The flags that help if no request succeeded. */
  readonly flags?: readonly string[];
  /** The flags that help if no request was sent. */
  readonly flagsIfNotSent?: readonly string[];
  /** A reason that also applies if the rule checked something. */
  readonly findReason?: (seen: RunEvidence) => GapReason | undefined;
  /** A reason that applies if the rule checked nothing. */
  readonly findReasonIfNotCovered?: (seen: RunEvidence) => GapReason | undefined;
  /** The topics that explain why it is not covered, the first cause first. */
  readonly dependsOn?: readonly CoverageTopic[];
}

const JOB: readonly CoverageTopic[] = ['start', 'status', 'end'];

export const coverageTopicDefinitions: Readonly<Record<CoverageTopic, CoverageTopicDefinition>> = {
  templates: { rule: 'templates/returns-list', operation: 'listTemplates', label: 'GET /templates' },
  start: {
    rule: 'start/unique-generation-id',
    operation: 'startGeneration',
    label: 'the start of a job',
    flags: ['--template-id', '--prompt', '--start-body'],
    flagsIfNotSent: ['--max-jobs'],
    findReasonIfNotCovered: findReadOnlyKey,
  },
  status: {
    rule: 'job/status-is-documented',
    operation: 'getGenerationStatus',
    label: 'the status of a job',
    findReason: findStatusGap,
    dependsOn: ['start'],
  },
  end: { findReason: findEndGap, dependsOn: ['start', 'status'] },
  completed: { rule: 'job/completed-has-presentation', findReasonIfNotCovered: findCompletedGap, dependsOn: JOB },
  fetch: {
    rule: 'presentation/is-object',
    operation: 'getPresentation',
    label: 'the fetch of a presentation',
    dependsOn: [...JOB, 'completed'],
  },
  rename: {
    rule: 'operation/accepts-valid-request',
    ofOperation: 'updatePresentation',
    operation: 'updatePresentation',
    label: 'the rename of a presentation',
    dependsOn: [...JOB, 'completed', 'fetch'],
  },
  auth: { findReason: findAuthGap },
  isolation: { findReason: findIsolationGap, dependsOn: ['start'] },
  create: {
    rule: 'auth/rejects-missing-key',
    ofOperation: 'createPresentation',
    operation: 'createPresentation',
    label: 'the creation of a presentation',
    flags: ['--create-body'],
  },
  question: { rule: 'job/awaiting-input-has-message', findReasonIfNotCovered: findQuestionGap, dependsOn: JOB },
  reply: {
    rule: 'job/reply-advances-job',
    operation: 'sendGenerationMessage',
    label: 'a reply to a question',
    flags: ['--reply-body'],
    findReasonIfNotCovered: (seen) => findGap('question', seen),
    dependsOn: [...JOB, 'question'],
  },
  failure: {
    rule: 'job/failed-has-error',
    findReasonIfNotCovered: ({ trace, failurePrompt }) => ({
      reason: `no failed job${describePrompt(trace, failurePrompt, 'failure')}`,
      flags: ['--failure-prompt'],
    }),
    dependsOn: JOB,
  },
};

/** @returns why the topic is not covered; `undefined` if it is */
export function findGap(topic: CoverageTopic, seen: RunEvidence): GapReason | undefined {
  const { rule, ofOperation, findReason, findReasonIfNotCovered, operation, label, flags = [], flagsIfNotSent = [] } =
    coverageTopicDefinitions[topic];
  const own = findReason?.(seen);
  if (own || rule === undefined || isCovered(rule, seen, ofOperation)) return own;
  const reason = findReasonIfNotCovered?.(seen);
  if (reason || operation === undefined) return reason;
  const calls = ownCalls(seen.trace, operation);
  return calls.length === 0
    ? { reason: `${label} was not requested`, flags: flagsIfNotSent }
    : {
        reason: `${label} never succeeded (${formatResults(calls)})`,
        isFinal: true,
        flags,
      };
}

/** Whether a rule checked something, of any operation or of the given one. */
function isCovered(id: string, { verdicts }: RunEvidence, ofOperation?: OperationId): boolean {
  const verdict = verdicts.find(({ rule }) => rule.id === id);
  if (ofOperation === undefined) return hasChecked(verdict);
  return hasChecked(verdict?.operations?.find(({ operation }) => operation === ofOperation));
}

const hasChecked = (verdict: Pick<Verdict, 'outcome'> | undefined): boolean =>
  verdict !== undefined && verdict.outcome !== 'not-covered' && verdict.outcome !== 'error';

/** Whether all requests of an operation got 5xx. */
export function hasOnlyServerErrors(trace: Trace, operation: OperationId): boolean {
  const calls = ownCalls(trace, operation);
  return calls.length > 0 && calls.every(({ status }) => status >= 500);
}

/** Calls with the key under test. */
const ownCalls = (trace: Trace, operation: OperationId): readonly Call[] =>
  trace.callsWithValidKey(operation).filter(({ credential }) => credential.key !== keyPlaceholders.other);

/** Reports a read-only key as one gap. */
function findReadOnlyKey({ trace: { calls, succeeded } }: RunEvidence): GapReason | undefined {
  const own = calls.filter(({ credential }) => credential.key === keyPlaceholders.main);
  const changes = own.filter(({ exchange }) => exchange.request.method !== 'GET');
  const operations = new Set(changes.map(({ operation }) => operation));
  const isReading = succeeded.some(({ credential }) => credential.key === keyPlaceholders.main);
  if (!isReading || operations.size < 2 || changes.some(({ status }) => status !== 403)) return undefined;
  return {
    reason: `read-only key: every write returned 403 (${changes.length} of them)`,
    flags: ['--api-key', '--read-only'],
    isFinal: true,
  };
}

/** Failed polls in a row after which a job can no longer be polled. */
const MIN_FAILED_POLLS = 3;

/** A started job whose polls fail, all of them or the last ones, before it ends. */
function findStatusGap({ trace: { jobs } }: RunEvidence): GapReason | undefined {
  for (const { id, start, polls, views } of jobs) {
    if (start === undefined || views.some(({ status }) => isTerminal(status))) continue;
    const last = views.at(-1);
    const failed = last === undefined ? polls : polls.slice(polls.indexOf(last.call) + 1);
    if (failed.length < (last === undefined ? 1 : MIN_FAILED_POLLS)) continue;
    const could = last === undefined ? 'could not' : 'could no longer';
    const isMisdirected = failed.every(({ isSuccess }) => isSuccess);
    return {
      reason: isMisdirected
        ? `polls of job ${id} returned the view of another job (${formatResults(failed)})`
        : `job ${id} ${could} be polled (${formatResults(failed)})`,
      isFinal: true,
      flags: [],
      ...(last?.status !== undefined && { jobStatus: last.status }),
    };
  }
  return undefined;
}

const SECOND = 1000;

/** The jobs that did not end, each with its last status and for how long it had it. */
function findEndGap({ trace, unended = [] }: RunEvidence): GapReason | undefined {
  const stuck = unended.flatMap((id) => {
    const { views = [] } = trace.getJob(id) ?? {};
    const last = views.at(-1);
    // The topic `status` reports a job without any successful poll.
    if (!last || isTerminal(last.status)) return [];
    const first = views[views.findLastIndex(({ status }) => status !== last.status) + 1] ?? last;
    const seconds = Math.round((last.call.exchange.endedAt - first.call.exchange.startedAt) / SECOND);
    const status = last.status === undefined ? 'an unknown status' : `status ${last.status}`;
    return [{ text: `job ${id} stayed in ${status} for ${seconds} s`, status: last.status }];
  });
  const [first] = stuck;
  if (!first) return undefined;
  return {
    reason: stuck.map(({ text }) => text).join(', '),
    isFinal: true,
    flags: [
      ...(stuck.some(({ status }) => status === 'awaiting_input') ? ['--reply-body'] : []),
      '--job-timeout',
    ],
    ...(first.status !== undefined && { jobStatus: first.status }),
  };
}

/** The flag to suggest for each last status. */
const flagsByLastStatus: readonly (readonly [status: string, flag: string])[] = [
  ['failed', '--prompt'],
  ['awaiting_input', '--reply-body'],
  ['generating', '--job-timeout'],
];

function findCompletedGap({ trace: { jobs } }: RunEvidence): GapReason {
  const started = jobs.filter(({ start, views }) => start !== undefined || views.length > 0);
  if (started.length === 0) return { reason: 'no completed job', flags: ['--max-jobs'] };
  const statuses = started.flatMap(({ views }) => views.at(-1)?.status ?? []);
  const [first] = statuses;
  return {
    reason: `no completed job: last status ${[...new Set(started.map(formatLastStatus))].join(', ')}`,
    flags: flagsByLastStatus.filter(([status]) => statuses.some((last) => last === status)).map(([, flag]) => flag),
    ...(first !== undefined && { jobStatus: first }),
  };
}

function formatLastStatus({ polls, views }: JobHistory): string {
  const last = views.at(-1);
  if (last) return last.status ?? 'not documented';
  return polls.length === 0 ? 'not requested' : `unknown (${formatResults(polls)})`;
}

function findQuestionGap({ trace, questionPrompt }: RunEvidence): GapReason {
  return {
    reason: `no job with status awaiting_input${describePrompt(trace, questionPrompt, 'question')}`,
    flags: questionPrompt === undefined ? ['--question-prompt'] : [],
  };
}

/** What became of the jobs with a given prompt, after a colon; empty without one. */
const describePrompt = (trace: Trace, prompt: string | undefined, name: string): string =>
  prompt === undefined ? '' : `: ${describePromptedJobs(trace, prompt, name, formatResults)}`;

/** The rules about keys, and what each must have seen of one operation at least. */
const authRules = [
  ['auth/accepts-bearer-header', 'accepted a valid key in Authorization: Bearer'],
  ['auth/accepts-x-api-key-header', 'accepted a valid key in x-api-key'],
  ['auth/rejects-invalid-key', 'rejected an invalid key'],
] as const;

function findAuthGap(seen: RunEvidence): GapReason | undefined {
  const usable = seen.isAuthorizationTaken === true ? authRules.slice(1) : authRules;
  const missing = usable.filter(([id]) => !isCovered(id, seen)).map(([, what]) => what);
  return missing.length === 0 ? undefined : { reason: `no response ${missing.join(' or ')}`, flags: [] };
}

function findIsolationGap(seen: RunEvidence): GapReason | undefined {
  const { trace, hasOtherKey } = seen;
  if (!hasOtherKey) return { reason: 'no key of another workspace', flags: ['--other-api-key'] };
  const others = trace.calls.filter(({ credential }) => credential.key === keyPlaceholders.other);
  if (!others.some(({ isSuccess }) => isSuccess))
    return {
      reason: `the key of the other workspace was never accepted (${formatResults(others)})`,
      isFinal: others.length > 0,
      flags: ['--other-api-key'],
    };
  const isJudged = seen.verdicts.some(
    (verdict) => verdict.rule.id.startsWith('isolation/other-key-') && hasChecked(verdict),
  );
  if (isJudged) return undefined;
  return {
    reason: `the isolation of workspaces could not be judged: ${describeIsolation(trace)}`,
    flags: findSharedWorkspaceId(trace) !== undefined ? [] : ['--create-body', '--other-api-key'],
  };
}

/** The workspace_id that presentations of both keys have. */
function findSharedWorkspaceId({ workspaces }: Trace): string | undefined {
  const [own, others] = [keyPlaceholders.main, keyPlaceholders.other].map((key) => workspaces.of(key));
  return [...(own ?? [])].find((id) => others?.has(id) === true);
}

/** Why no request of the other key counts as one of another workspace. */
function describeIsolation(trace: Trace): string {
  const shared = findSharedWorkspaceId(trace);
  if (shared !== undefined)
    return `presentations of both keys have the same workspace_id (${JSON.stringify(shared)})`;
  const sent = trace.calls.filter(({ id, credential }) => id !== '' && credential.key === keyPlaceholders.other);
  return sent.length === 0
    ? 'the other key sent no request about a job or presentation'
    : `no request of the other key was about a known resource of the first one (${formatResults(sent)})`;
}

/** The number of different results that are listed. */
const MAX_LISTED_RESULTS = 4;
const MEGABYTE = 1_000_000;

/** The results of calls: `4 × 503, a timeout`. */
export function formatResults(calls: readonly Call[]): string {
  const counts = new Map<string, number>();
  for (const call of calls) {
    const text = `${formatResult(call)}${unreadText(call)}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const texts = [...counts].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`));
  const rest = texts.length - MAX_LISTED_RESULTS;
  return [...texts.slice(0, MAX_LISTED_RESULTS), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

/** Why a run could not read a body: its size, or its content encoding. */
function unreadText({ isSuccess, responseBody, exchange: { response } }: Call): string {
  if (!isSuccess || responseBody.kind !== 'not-recorded') return '';
  const bytes = response?.body?.bytes ?? 0;
  const encoding = getHeader(response?.headers ?? [], 'content-encoding');
  const parts = [
    ...(bytes >= MEGABYTE ? [`over ${Math.floor(bytes / MEGABYTE)} MB`] : []),
    ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
