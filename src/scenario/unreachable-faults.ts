/**
 * Finds faults that can never be applied.: those that an earlier fault always precedes, and those for which the
 * job ends too early.
 */
import type { OperationId } from '../generated/routes.js';
import { pluralize } from '../base/text/pluralize.js';
import { formatDuration } from './duration.js';
import type { ScenarioIssue } from './scenario-issue.js';
import type { CompiledFault, NumberRange, CompiledStep, Timeline } from './timeline.js';

const POLL_OPERATION: OperationId = 'getGenerationStatus';

/** Clients poll every few seconds, never in a tight loop (4.5). A shorter interval is a tight loop. */
const MIN_POLL_INTERVAL_MS = 1000;

/** Faults that never happen to any client. */
export function findShadowedFaults({ faults }: Timeline): ScenarioIssue[] {
  return faults.flatMap((fault, index): ScenarioIssue[] => {
    const earlier = faults.slice(0, index);
    const shadowed = fault.operations.filter((operation) => isCovered(fault, operation, earlier));
    if (shadowed.length === 0) return [];
    // The fewest earlier faults that cover all its requests, the first ones where there is a choice.
    const covering = earlier.reduceRight((needed, one) => {
      const others = needed.filter((other) => other !== one);
      return shadowed.every((operation) => isCovered(fault, operation, others)) ? others : needed;
    }, earlier);
    const names = covering.map((one) => `faults[${faults.indexOf(one)}]`).join(' and ');
    const isPart = shadowed.length < fault.operations.length;
    return [
      {
        pointer: `/faults/${index}`,
        detail: `never happens${isPart ? ` for ${shadowed.join(', ')}` : ''}: ${names} ${covering.length === 1 ? 'comes' : 'come'} first for the same requests`,
      },
    ];
  });
}

/** Faults of polls that no client reaches if it polls at most once a second, and stops when the job has ended (3, 4.5). */
export function findUnreachableFaults({ steps, faults, rateLimit }: Timeline): ScenarioIssue[] {
  const longest = steps.reduce((sum, step) => sum + maxDuration(step), 0);
  if (longest === Infinity || rateLimit) return [];
  const maxPolls =
    Math.floor(longest / MIN_POLL_INTERVAL_MS) +
    2 +
    faults.reduce((sum, fault) => sum + hiddenPolls(fault), 0);
  const end = `the job ends after ${formatDuration(longest)} at the latest`;
  return faults.flatMap(({ operations, requests, during }, index): ScenarioIssue[] => {
    if (operations.some((operation) => operation !== POLL_OPERATION)) return [];
    if (requests && requests.from > maxPolls)
      return [
        {
          pointer: `/faults/${index}/requests`,
          detail: `is never reached: ${end}, so a client that polls once a second sends at most ${pluralize(maxPolls, 'poll')}`,
        },
      ];
    if (during && during.from > longest)
      return [
        {
          pointer: `/faults/${index}/during`,
          detail: `is never reached: ${end}, and clients stop polling then`,
        },
      ];
    return [];
  });
}

/** Whether earlier faults apply to every request to which this one applies. */
function isCovered(fault: CompiledFault, operation: OperationId, earlier: readonly CompiledFault[]): boolean {
  const rivals = earlier.filter(
    ({ operations, probability }) => probability >= 1 && operations.includes(operation),
  );
  const always = (range: NumberRange | undefined, other: NumberRange | undefined): boolean =>
    other === undefined || (range !== undefined && other.from <= range.from && other.to >= range.to);
  const byRequests = rivals
    .filter(({ during }) => always(fault.during, during))
    .map(({ requests }) => requests);
  const byTime = rivals
    .filter(({ requests }) => always(fault.requests, requests))
    .map(({ during }) => during);
  return (
    coversAll(fault.requests ?? { from: 1, to: Infinity }, byRequests, 1) ||
    (fault.during !== undefined && coversAll(fault.during, byTime, 0))
  );
}

/**
 * Whether the ranges together cover the whole range; undefined covers everything.
 * @param step the distance of neighbours: 1 for whole numbers
 */
function coversAll(whole: NumberRange, parts: readonly (NumberRange | undefined)[], step: number): boolean {
  let from = whole.from;
  for (const part of [...parts].sort((one, other) => (one?.from ?? 0) - (other?.from ?? 0))) {
    if (part === undefined) return true;
    if (part.from <= from) from = Math.max(from, part.to + step);
    if (from > whole.to || (part.from <= whole.from && part.to >= whole.to)) return true;
    if (step === 0 && from >= whole.to) return true;
  }
  return false;
}

function maxDuration(step: CompiledStep): number {
  if (step.kind === 'generate') return step.duration.max;
  if (step.kind === 'ask') return step.timeout.max;
  return step.kind === 'stall' ? Infinity : 0;
}

/** The number of polls that do not show the end of the job because of this fault. */
function hiddenPolls({ operations, requests, response, connection, corrupt }: CompiledFault): number {
  if (!operations.includes(POLL_OPERATION) || !(response ?? connection ?? corrupt)) return 0;
  return requests ? requests.to - requests.from + 1 : Infinity;
}
