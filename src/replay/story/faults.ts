/**
 * Writes what went wrong as faults: of polls and messages by their time in the life of the job, of other requests by their number.
 * A failure lasts from between the requests before it to between those after it.
 */
import type { Fault } from '../../generated/control-api.js';
import type { OperationId } from '../../generated/routes.js';
import { groupBy } from '../../base/group-by.js';
import { formatDuration } from '../../scenario/duration.js';
import type { Call } from '../../trace/call.js';
import { effectOf, type Effect } from './effects.js';
import { timeOf, type RecordedJob } from './jobs.js';
import type { Latency } from './latency.js';
import type { LeftOut } from './left-out.js';
import { isOverLimit } from './rate-limit.js';
import { roundTime } from './round-time.js';
import type { Texts } from './texts.js';

export interface FaultContext {
  readonly texts: Texts;
  readonly leftOut: LeftOut;
  readonly latency: Latency;
  /** Whether a rate limit stands for 429s. */
  readonly isLimited: boolean;
  /** When the job ends, in milliseconds since its start. */
  readonly over: number | undefined;
  /** The messages that the service accepted. */
  readonly accepted: ReadonlySet<Call>;
}

/** Consecutive requests of one operation with the same effect; `from` and `to` are their indexes. */
interface Episode {
  readonly effect: Effect;
  readonly from: number;
  to: number;
}

const JOB_OPERATIONS: readonly OperationId[] = [
  'startGeneration',
  'getGenerationStatus',
  'sendGenerationMessage',
];

/** `maxItems` of `faults` in the Scenario schema (openapi/control.v1.yaml). */
const MOST_FAULTS = 500;

export function writeFaults(job: RecordedJob, context: FaultContext): readonly Fault[] {
  const { trace, starts, others, startedAt } = job;
  const byOperation = groupBy([...starts, ...others], ({ operation }) => operation);
  const faults = [
    ...[...byOperation.values()].flatMap((calls) => byNumber(calls, trace === undefined, context)),
    ...byTime(trace?.polls ?? [], startedAt, context),
    ...byTime(trace?.messages ?? [], startedAt, context),
  ];
  if (faults.length >= MOST_FAULTS)
    context.leftOut.add(`${faults.length - MOST_FAULTS + 1} faults: a scenario has at most ${MOST_FAULTS}`);
  const { usual } = context.latency;
  return [...faults.slice(0, MOST_FAULTS - 1), ...(usual ? [usual] : [])];
}

/** @param isForever whether the last failure of starts stays */
function byNumber(calls: readonly Call[], isForever: boolean, context: FaultContext): readonly Fault[] {
  return episodesOf(calls, 0, context).map(({ effect, from, to }): Fault => {
    const { operation } = calls[from] as Call;
    const isOpen = isForever && operation === 'startGeneration' && to === calls.length - 1;
    if (isOpen && from === 0) return { on: operation, ...effect };
    const requests = isOpen ? `${from + 1}..` : from === to ? from + 1 : `${from + 1}..${to + 1}`;
    return { on: operation, requests, ...effect };
  });
}

/** @param calls polls, or messages */
function byTime(calls: readonly Call[], startedAt: number, context: FaultContext): readonly Fault[] {
  const times = calls.map((call) => timeOf(call) - startedAt);
  return episodesOf(calls, startedAt, context).map(({ effect, from, to }): Fault => {
    const [before, first = 0, last = 0, after] = [from - 1, from, to, to + 1].map((index) => times[index]);
    const begin = before === undefined ? 0 : roundTime({ from: before + 1, to: first });
    const end = after === undefined ? '' : formatDuration(roundTime({ from: last + 1, to: after }));
    const { operation } = calls[from] as Call;
    return { on: operation, during: `${formatDuration(begin)}..${end}`, ...effect };
  });
}

function episodesOf(calls: readonly Call[], startedAt: number, context: FaultContext): readonly Episode[] {
  const episodes: Episode[] = [];
  for (const [index, call] of calls.entries()) {
    const effect = playedEffect(call, timeOf(call) - startedAt, context);
    if (!effect) continue;
    const latest = episodes.at(-1);
    if (latest?.to === index - 1 && JSON.stringify(latest.effect) === JSON.stringify(effect))
      latest.to = index;
    else episodes.push({ effect, from: index, to: index });
  }
  return episodes;
}

/** @param at milliseconds since the start of the job */
function playedEffect(call: Call, at: number, context: FaultContext): Effect | undefined {
  const { texts, leftOut, latency, isLimited, accepted } = context;
  if (isLimited && isOverLimit(call)) return undefined;
  if (call.refused && isOwnRefusal(call, at, context)) return undefined;
  const effect = effectOf(call, texts, leftOut);
  const slow = latency.slow(call);
  const takesEffect = effect && !call.ok && accepted.has(call) && effect.corrupt === undefined;
  const whole = { ...effect, ...(takesEffect && { takes_effect: true as const }), ...slow };
  return Object.keys(whole).length > 0 ? whole : undefined;
}

/** Whether the mock server itself decides about such a request: about its key, its body, and what it asks for. */
function isOwnRefusal({ operation, status }: Call, at: number, { over, leftOut }: FaultContext): boolean {
  const isLate = operation === 'sendGenerationMessage' && over !== undefined && at >= over;
  if (isLate) return true;
  const isBody = (status === 400 || status === 422) && operation !== 'getGenerationStatus';
  const isKey = status === 401 && operation === 'startGeneration';
  if (JOB_OPERATIONS.includes(operation) && !isBody && !isKey) return false;
  leftOut.add(`A ${status} of ${operation}: the mock server decides about such a request itself`);
  return true;
}
