/** Why a run has no evidence of jobs or keys, and the responses that it got instead. */
import type { Gap } from './model.js';
import type { Call } from '../model/call.js';
import { isTerminal } from '../model/call.js';
import type { Job, Trace } from '../model/trace.js';
import { headerOf } from '../../journal/exchange.js';
import { resultText } from '../model/status-text.js';

interface UnpolledJob {
  readonly id: string;
  /** The polls without a view, at the end of the job. */
  readonly failed: readonly Call[];
  /** Whether earlier polls showed a view. */
  readonly wasSeen: boolean;
}

/** Failed polls in a row after which a job counts as lost. */
const LOST = 3;

/**
 * A started job whose polls show no view, from its start or from some time on, before it was seen to end. A job that was never
 * polled is no such job: the run left it alone.
 */
export function unpolledJob({ jobs }: Trace): UnpolledJob | undefined {
  for (const { id, start, polls, views } of jobs) {
    if (start === undefined || views.some(({ status }) => isTerminal(status))) continue;
    const last = views.at(-1);
    const failed = last === undefined ? polls : polls.slice(polls.indexOf(last.call) + 1);
    if (failed.length >= (last === undefined ? 1 : LOST)) return { id, failed, wasSeen: last !== undefined };
  }
  return undefined;
}

const SECOND = 1000;

/**
 * The jobs that did not end, each with its state and for how long it was seen in it.
 * @param unended the ids of jobs that were followed until the time limit
 */
export function hangingText(trace: Trace, unended: readonly string[]): string | undefined {
  const texts = unended.flatMap((id) => {
    const { views = [] } = trace.job(id) ?? {};
    const last = views.at(-1);
    // Another gap names a job without any view.
    if (!last || isTerminal(last.status)) return [];
    const first = views[views.findLastIndex(({ status }) => status !== last.status) + 1] ?? last;
    const seconds = Math.round((last.call.exchange.endedAt - first.call.exchange.startedAt) / SECOND);
    return [`job ${id} did not end: it was ${last.status ?? 'in an unknown state'} for ${seconds} s`];
  });
  return texts.length === 0 ? undefined : texts.join(', ');
}

/** How the jobs of a run without a completed job ended. */
export function endsText({ jobs }: Trace): Pick<Gap, 'why' | 'help'> {
  const started = jobs.filter(({ start, views }) => start !== undefined || views.length > 0);
  if (started.length === 0) return { why: 'a completed job was not seen', help: '--max-jobs' };
  const ends = started.map(endOf);
  const has = (end: string): boolean => ends.includes(end);
  const helps = [
    ...(has('failed') ? ['--prompt'] : []),
    ...(has('awaiting_input') ? ['--reply-body'] : []),
    ...(has('generating') ? ['--job-timeout'] : []),
  ];
  const latest = [...new Set(ends)].join(', ');
  return {
    why: `a completed job was not seen: the last status was ${latest}`,
    ...(helps.length > 0 && { help: helps.join(', ') }),
  };
}

function endOf({ polls, views }: Job): string {
  const last = views.at(-1);
  if (last) return last.status ?? 'not one of the four';
  return polls.length === 0 ? 'not requested' : `unknown (${resultsText(polls)})`;
}

const HEADERS = [
  ['bearer', 'Authorization: Bearer'],
  ['x-api-key', 'x-api-key'],
] as const;

/** @param isAuthorizationTaken whether a gateway uses the `Authorization` header, so that only `x-api-key` had keys */
export function keyGap(
  { succeeded, otherCalls }: Trace,
  isAuthorizationTaken: boolean,
): Pick<Gap, 'why'> | undefined {
  const usable = HEADERS.filter(([via]) => via !== 'bearer' || !isAuthorizationTaken);
  const missing = usable.flatMap(([via, name]) => [
    ...(succeeded.some(({ by }) => by.via === via) ? [] : [`accepted a valid key in ${name}`]),
    ...(otherCalls.some((call) => call.by.wrong && call.by.via === via && isDecision(call))
      ? []
      : [`refused a wrong key in ${name}`]),
  ]);
  return missing.length === 0 ? undefined : { why: `no response was seen that ${missing.join(' or ')}` };
}

/** Whether the service decided about the key. An accepted wrong key is a decision too, which rules judge. */
const isDecision = ({ status }: Call): boolean => status > 0 && status < 500 && status !== 429;

/** The number of different results that are listed. */
const MAX_LISTED = 4;
const MEGABYTE = 1_000_000;

/** What calls got in response, in a few words: `4 × 503, a timeout`. */
export function resultsText(calls: readonly Call[]): string {
  const counts = new Map<string, number>();
  for (const call of calls) {
    const text = callResultText(call);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const texts = [...counts].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`));
  const rest = texts.length - MAX_LISTED;
  return [...texts.slice(0, MAX_LISTED), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}

/** The size of an unread body, and the encoding that it may not have. */
function sizeText({ exchange: { response } }: Call): string {
  const bytes = response?.body?.bytes ?? 0;
  const encoding = headerOf(response?.headers ?? [], 'content-encoding');
  const parts = [
    ...(bytes >= MEGABYTE ? [`over ${Math.floor(bytes / MEGABYTE)} MB`] : []),
    ...(encoding === undefined ? [] : [`Content-Encoding: ${encoding}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** A body that a run could not read has a reason. */
function callResultText(call: Call): string {
  const isUnread = call.ok && call.received.kind === 'not-recorded';
  return `${resultText(call)}${isUnread ? sizeText(call) : ''}`;
}
