/** Why a run has no evidence of a topic, from its trace. One function for each topic; `undefined` means that it was seen. */
import { isObject } from '../../base/json.js';
import type { JobStatus } from '../../generated/lifecycle.js';
import type { OperationId } from '../../generated/routes.js';
import { keyMarks } from '../model/key-marks.js';
import type { Verdict } from '../rule.js';
import { isJsonSuccess, isOk, isRename, type Call } from '../model/call.js';
import { startedJobId } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import { jsonOf } from '../model/payload.js';
import { endsText, hangingText, unpolledJob, keyGap, resultsText } from './job-gaps.js';
import type { Gap, Topic } from './model.js';

/** What topics are read from. */
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

export interface Why extends Pick<Gap, 'why' | 'help'> {
  /** Whether responses of the target are the reason, so a longer run would not help. */
  readonly isFinal?: boolean;
}

/** @returns why there is no evidence; `undefined` if there is */
export function gapOf(topic: Topic, seen: Seen): Why | undefined {
  return gaps[topic](seen);
}

const gaps: Readonly<Record<Topic, (seen: Seen) => Why | undefined>> = {
  templates: ({ trace }) =>
    unsuccessful('GET /templates', callsOf(trace, 'listTemplates'), {}, isJsonSuccess),
  start: ({ trace }) =>
    readOnlyKey(trace) ??
    unsuccessful(
      'the start of a job',
      callsOf(trace, 'startGeneration'),
      { help: '--template-id, --prompt, --start-body', unsent: '--max-jobs' },
      (call) => startedJobId(call) !== undefined,
    ),
  status: ({ trace }) => {
    const unpolled = unpolledJob(trace);
    if (unpolled)
      return {
        why: `job ${unpolled.id} could ${unpolled.wasSeen ? 'no longer' : 'not'} be polled (${resultsText(unpolled.failed)})`,
        isFinal: true,
      };
    return trace.views.some(({ call }) => isOwn(call))
      ? undefined
      : { why: 'the status of a job was not requested' };
  },
  end: ({ trace, unended = [] }) => {
    const why = hangingText(trace, unended);
    const help = why?.includes('awaiting_input') ? '--reply-body, --job-timeout' : '--job-timeout';
    return why === undefined ? undefined : { why, isFinal: true, help };
  },
  completed: ({ trace }) => (isSeen(trace, 'completed') ? undefined : endsText(trace)),
  fetch: ({ trace }) =>
    unsuccessful('the fetch of a presentation', callsOf(trace, 'getPresentation'), {}, ({ received }) =>
      isObject(jsonOf(received)),
    ),
  rename: ({ trace }) =>
    unsuccessful('the rename of a presentation', callsOf(trace, 'updatePresentation').filter(isRename)),
  keys: ({ trace, isAuthorizationTaken = false }) => keyGap(trace, isAuthorizationTaken),
  isolation: ({ trace, verdicts, hasOtherKey }) => {
    if (!hasOtherKey) return { why: 'there was no key of another workspace', help: '--other-api-key' };
    const others = trace.calls.filter(({ by }) => by.key === keyMarks.other);
    if (!others.some(({ ok }) => ok))
      return {
        why: `the key of the other workspace was never accepted (${resultsText(others)})`,
        isFinal: others.length > 0,
        help: '--other-api-key',
      };
    const judged = verdicts.filter(({ rule }) => rule.id.startsWith('workspace/foreign-key-'));
    const isJudged = judged.some(({ outcome }) => outcome !== 'not-reached' && outcome !== 'error');
    if (judged.length === 0 || isJudged) return undefined;
    return { why: 'the isolation of workspaces could not be judged', help: '--create-body, --other-api-key' };
  },
  create: ({ trace }) =>
    unsuccessful('the creation of a presentation', callsOf(trace, 'createPresentation'), {
      help: '--create-body',
    }),
  question: questionGap,
  failure: ({ trace }) =>
    isSeen(trace, 'failed') ? undefined : { why: 'a failed job was not seen', help: '--failure-prompt' },
  reply: (seen) =>
    questionGap(seen) ??
    unsuccessful('a reply to a question', callsOf(seen.trace, 'sendGenerationMessage'), {
      help: '--reply-body',
    }),
};

const isSeen = ({ views }: Trace, wanted: JobStatus): boolean =>
  views.some(({ call, status }) => status === wanted && isOwn(call));

/** A key that may only read: one gap in place of several. */
function readOnlyKey({ calls, succeeded }: Trace): Why | undefined {
  const changes = calls.filter(
    (call) => call.by.key === keyMarks.first && call.exchange.request.method !== 'GET',
  );
  const isReading = succeeded.some(({ by }) => by.key === keyMarks.first);
  const operations = new Set(changes.map(({ operation }) => operation));
  if (!isReading || operations.size < 2 || !changes.every(({ status }) => status === 403)) return undefined;
  return {
    why: `the key may only read: every request that starts or changes something got 403 (${changes.length} of them)`,
    help: '--api-key, --read-only',
    isFinal: true,
  };
}

function questionGap({ trace, hasQuestionPrompt = false }: Seen): Why | undefined {
  if (isSeen(trace, 'awaiting_input')) return undefined;
  return {
    why: 'a question of a job was not seen',
    ...(!hasQuestionPrompt && { help: '--question-prompt' }),
  };
}

/** Whether all requests of an operation got 5xx. */
export function alwaysFails(trace: Trace, operation: OperationId): boolean {
  const calls = callsOf(trace, operation);
  return calls.length > 0 && calls.every(({ status }) => status >= 500);
}

/** Calls with the key under test. */
function callsOf(trace: Trace, operation: OperationId): readonly Call[] {
  return trace.keyed(operation).filter(isOwn);
}

const isOwn = ({ by }: Call): boolean => by.key !== keyMarks.other;

interface Hints {
  readonly help?: string;
  /** The option that makes the run send the request. */
  readonly unsent?: string;
}

/** @param isUsable whether a successful response shows what the interface documents */
function unsuccessful(
  what: string,
  calls: readonly Call[],
  { help, unsent }: Hints = {},
  isUsable: (call: Call) => boolean = isOk,
): Why | undefined {
  if (calls.some((call) => call.ok && isUsable(call))) return undefined;
  if (calls.length === 0)
    return { why: `${what} was not requested`, ...(unsent !== undefined && { help: unsent }) };
  return {
    why: `${what} never succeeded (${resultsText(calls)})`,
    isFinal: true,
    ...(help !== undefined && { help }),
  };
}
