/** The topics of a run: which row shows that the run saw one, and why it did not. */
import type { OperationId } from '../../generated/routes.js';
import { headerOf } from '../../journal/exchange.js';
import { isTerminal, type Call } from '../model/call.js';
import { keyMarks } from '../model/key-marks.js';
import { resultText } from '../model/status-text.js';
import type { Job, Trace } from '../model/trace.js';
import type { Verdict } from '../rule.js';
import type { Gap, Topic } from './minimum.js';

/** What a run saw. */
export interface Seen {
  readonly trace: Trace;
  readonly verdicts: readonly Verdict[];
  /** Whether the run had a second key. */
  readonly hasOtherKey: boolean;
  /** Whether the run had a prompt that makes a job ask. */
  readonly hasQuestionPrompt?: boolean;
  /** The ids of the jobs that the run followed until its time limit, without an end. */
  readonly unended?: readonly string[];
  /** Whether a gateway uses the `Authorization` header, so that only `x-api-key` had keys. */
  readonly isAuthorizationTaken?: boolean;
}

/** Why a topic was not seen. */
export interface Why extends Pick<Gap, 'why' | 'help'> {
  /** Whether responses of the target are the reason, so a longer run would not help. */
  readonly isFinal?: boolean;
}

interface TopicRow {
  /** The topic was seen if this row checked something. Topics without a row have only reasons of their own. */
  readonly row?: string;
  /** Its requests, for the reason. */
  readonly operation?: OperationId;
  readonly what?: string;
  /** The options that help when no request succeeded, and when none was sent. */
  readonly help?: string;
  readonly unsent?: string;
  /** A reason of its own, also if the row checked something. */
  readonly why?: (seen: Seen) => Why | undefined;
  /** A reason of its own, if the row checked nothing. */
  readonly unseen?: (seen: Seen) => Why | undefined;
  /** The topics that explain why it was not seen, the first cause first. */
  readonly after?: readonly Topic[];
}

const JOB: readonly Topic[] = ['start', 'status', 'end'];

export const topicRows: Readonly<Record<Topic, TopicRow>> = {
  templates: { row: 'templates/are-a-list', operation: 'listTemplates', what: 'GET /templates' },
  start: {
    row: 'start/ids-are-fresh',
    operation: 'startGeneration',
    what: 'the start of a job',
    help: '--template-id, --prompt, --start-body',
    unsent: '--max-jobs',
    unseen: readOnlyKey,
  },
  status: {
    row: 'job/status-is-one-of-four',
    operation: 'getGenerationStatus',
    what: 'the status of a job',
    why: unpolledJob,
    after: ['start'],
  },
  end: { why: unendedJobs, after: ['start', 'status'] },
  completed: { row: 'job/completed-has-its-presentation', unseen: lastStatuses, after: JOB },
  fetch: {
    row: 'presentation/is-an-object',
    operation: 'getPresentation',
    what: 'the fetch of a presentation',
    after: [...JOB, 'completed'],
  },
  rename: {
    row: 'open/rename-answer',
    operation: 'updatePresentation',
    what: 'the rename of a presentation',
    after: [...JOB, 'completed', 'fetch'],
  },
  keys: { why: unjudgedKeys },
  isolation: { why: unjudgedIsolation, after: ['start'] },
  create: {
    row: 'keys/create-presentation-refuses-no-key',
    operation: 'createPresentation',
    what: 'the creation of a presentation',
    help: '--create-body',
  },
  question: { row: 'job/question-is-a-text', unseen: unseenQuestion, after: JOB },
  reply: {
    row: 'job/reply-ends-its-question',
    operation: 'sendGenerationMessage',
    what: 'a reply to a question',
    help: '--reply-body',
    unseen: (seen) => gapOf('question', seen),
    after: [...JOB, 'question'],
  },
  failure: {
    row: 'job/failed-says-why',
    unseen: () => ({ why: 'a failed job was not seen', help: '--failure-prompt' }),
    after: JOB,
  },
};

/** @returns why the topic was not seen; `undefined` if it was */
export function gapOf(topic: Topic, seen: Seen): Why | undefined {
  const { row, why, unseen, operation, what, help, unsent } = topicRows[topic];
  const own = why?.(seen);
  if (own || row === undefined || hasChecked((id) => id === row, seen)) return own;
  const reason = unseen?.(seen);
  if (reason || operation === undefined) return reason;
  const calls = ownCalls(seen.trace, operation);
  return calls.length === 0
    ? { why: `${what} was not requested`, ...(unsent !== undefined && { help: unsent }) }
    : {
        why: `${what} never succeeded (${resultsText(calls)})`,
        isFinal: true,
        ...(help !== undefined && { help }),
      };
}

/** Whether one of these rows checked something. */
const hasChecked = (isMeant: (id: string) => boolean, { verdicts }: Seen): boolean =>
  verdicts.some(({ rule, outcome }) => isMeant(rule.id) && outcome !== 'not-reached' && outcome !== 'error');

/** Whether all requests of an operation got 5xx. */
export function alwaysFails(trace: Trace, operation: OperationId): boolean {
  const calls = ownCalls(trace, operation);
  return calls.length > 0 && calls.every(({ status }) => status >= 500);
}

/** Calls with the key under test. */
const ownCalls = (trace: Trace, operation: OperationId): readonly Call[] =>
  trace.keyed(operation).filter(({ by }) => by.key !== keyMarks.other);

/** A key that may only read: one gap in place of several. */
function readOnlyKey({ trace: { calls, succeeded } }: Seen): Why | undefined {
  const own = calls.filter(({ by }) => by.key === keyMarks.first);
  const changes = own.filter(({ exchange }) => exchange.request.method !== 'GET');
  const operations = new Set(changes.map(({ operation }) => operation));
  const isReading = succeeded.some(({ by }) => by.key === keyMarks.first);
  if (!isReading || operations.size < 2 || changes.some(({ status }) => status !== 403)) return undefined;
  return {
    why: `the key may only read: every request that starts or changes something got 403 (${changes.length} of them)`,
    help: '--api-key, --read-only',
    isFinal: true,
  };
}

/** Failed polls in a row after which a job counts as lost. */
const LOST = 3;

/** A started job whose polls show no view, from its start or from some time on, before it was seen to end. */
function unpolledJob({ trace: { jobs } }: Seen): Why | undefined {
  for (const { id, start, polls, views } of jobs) {
    if (start === undefined || views.some(({ status }) => isTerminal(status))) continue;
    const last = views.at(-1);
    const failed = last === undefined ? polls : polls.slice(polls.indexOf(last.call) + 1);
    if (failed.length < (last === undefined ? 1 : LOST)) continue;
    const could = last === undefined ? 'could not' : 'could no longer';
    return { why: `job ${id} ${could} be polled (${resultsText(failed)})`, isFinal: true };
  }
  return undefined;
}

const SECOND = 1000;

/** The jobs that did not end, each with its state and for how long it was seen in it. */
function unendedJobs({ trace, unended = [] }: Seen): Why | undefined {
  const texts = unended.flatMap((id) => {
    const { views = [] } = trace.job(id) ?? {};
    const last = views.at(-1);
    // Another gap names a job without any view.
    if (!last || isTerminal(last.status)) return [];
    const first = views[views.findLastIndex(({ status }) => status !== last.status) + 1] ?? last;
    const seconds = Math.round((last.call.exchange.endedAt - first.call.exchange.startedAt) / SECOND);
    return [`job ${id} did not end: it was ${last.status ?? 'in an unknown state'} for ${seconds} s`];
  });
  if (texts.length === 0) return undefined;
  const why = texts.join(', ');
  const help = why.includes('awaiting_input') ? '--reply-body, --job-timeout' : '--job-timeout';
  return { why, isFinal: true, help };
}

/** The options that help a job on from its last status. */
const helps: readonly (readonly [status: string, help: string])[] = [
  ['failed', '--prompt'],
  ['awaiting_input', '--reply-body'],
  ['generating', '--job-timeout'],
];

function lastStatuses({ trace: { jobs } }: Seen): Why {
  const started = jobs.filter(({ start, views }) => start !== undefined || views.length > 0);
  if (started.length === 0) return { why: 'a completed job was not seen', help: '--max-jobs' };
  const last = [...new Set(started.map(lastStatus))];
  const help = helps.filter(([status]) => last.includes(status)).map(([, option]) => option);
  return {
    why: `a completed job was not seen: the last status was ${last.join(', ')}`,
    ...(help.length > 0 && { help: help.join(', ') }),
  };
}

function lastStatus({ polls, views }: Job): string {
  const last = views.at(-1);
  if (last) return last.status ?? 'not one of the four';
  return polls.length === 0 ? 'not requested' : `unknown (${resultsText(polls)})`;
}

function unseenQuestion({ hasQuestionPrompt = false }: Seen): Why {
  return {
    why: 'a question of a job was not seen',
    ...(!hasQuestionPrompt && { help: '--question-prompt' }),
  };
}

/** The rows of each operation about keys, by the end of their ids. */
const keyRows = [
  ['-accepts-bearer', 'accepted a valid key in Authorization: Bearer'],
  ['-accepts-x-api-key', 'accepted a valid key in x-api-key'],
  ['-refuses-wrong-key', 'refused a wrong key'],
] as const;

function unjudgedKeys(seen: Seen): Why | undefined {
  const usable = seen.isAuthorizationTaken === true ? keyRows.slice(1) : keyRows;
  const missing = usable
    .filter(([end]) => !hasChecked((id) => id.endsWith(end), seen))
    .map(([, what]) => what);
  return missing.length === 0 ? undefined : { why: `no response was seen that ${missing.join(' or ')}` };
}

function unjudgedIsolation(seen: Seen): Why | undefined {
  const { trace, hasOtherKey } = seen;
  if (!hasOtherKey) return { why: 'there was no key of another workspace', help: '--other-api-key' };
  const others = trace.calls.filter(({ by }) => by.key === keyMarks.other);
  if (!others.some(({ ok }) => ok))
    return {
      why: `the key of the other workspace was never accepted (${resultsText(others)})`,
      isFinal: others.length > 0,
      help: '--other-api-key',
    };
  if (hasChecked((id) => id.startsWith('workspace/foreign-key-'), seen)) return undefined;
  return { why: 'the isolation of workspaces could not be judged', help: '--create-body, --other-api-key' };
}

/** The number of different results that are listed. */
const MAX_LISTED = 4;
const MEGABYTE = 1_000_000;

/** What calls got in response, in a few words: `4 × 503, a timeout`. */
export function resultsText(calls: readonly Call[]): string {
  const counts = new Map<string, number>();
  for (const call of calls) {
    const text = `${resultText(call)}${unreadText(call)}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const texts = [...counts].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`));
  const rest = texts.length - MAX_LISTED;
  return [...texts.slice(0, MAX_LISTED), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

/** Why a run could not read a body: its size, or the encoding that it may not have. */
function unreadText({ ok, received, exchange: { response } }: Call): string {
  if (!ok || received.kind !== 'not-recorded') return '';
  const bytes = response?.body?.bytes ?? 0;
  const encoding = headerOf(response?.headers ?? [], 'content-encoding');
  const parts = [
    ...(bytes >= MEGABYTE ? [`over ${Math.floor(bytes / MEGABYTE)} MB`] : []),
    ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
