/** Finds faults that can never be applied: an earlier fault always precedes them, or the job ends before they start. */
import type { OperationId } from '../generated/routes.js';
import { pluralize } from '../base/text/pluralize.js';
import { formatDuration } from './duration.js';
import type { InputIssue } from '../base/user-error.js';
import { getStepDuration, type CompiledFault, type NumberRange, type Timeline } from './timeline.js';

const POLL_OPERATION: OperationId = 'getGenerationStatus';

/** Polls at shorter intervals are a tight loop, which the spec forbids (4.5). */
const MIN_POLL_INTERVAL_MS = 1000;

/** Finds faults that are never applied, because earlier faults match all of their requests. */
export function findShadowedFaults({ faults }: Timeline): InputIssue[] {
  return faults.flatMap((fault, index): InputIssue[] => {
    const earlier = faults.slice(0, index);
    const shadowed = fault.operations.filter((operation) => isCovered(fault, operation, earlier));
    if (shadowed.length === 0) return [];
    // The smallest set of earlier faults that cover all of its requests.
    const covering = earlier.reduceRight((covers, one) => {
      const others = covers.filter((other) => other !== one);
      return shadowed.every((operation) => isCovered(fault, operation, others)) ? others : covers;
    }, earlier);
    const names = covering.map((one) => `faults[${faults.indexOf(one)}]`).join(' and ');
    const isPart = shadowed.length < fault.operations.length;
    return [
      {
        pointer: `/faults/${index}`,
        detail: `is never applied${isPart ? ` to ${shadowed.join(', ')}` : ''}: ${names} ${covering.length === 1 ? 'matches' : 'match'} the same requests first`,
      },
    ];
  });
}

/** Finds faults that are never applied to a client that polls at most once a second and stops at the end of the job (3, 4.5). */
export function findUnreachableFaults({ steps, faults, rateLimit }: Timeline): InputIssue[] {
  const maxJobMs = steps.reduce((sum, step) => sum + getStepDuration(step).max, 0);
  if (maxJobMs === Infinity || rateLimit) return [];
  const maxPolls =
    Math.floor(maxJobMs / MIN_POLL_INTERVAL_MS) +
    2 +
    faults.reduce((sum, fault) => sum + hiddenPolls(fault), 0);
  const end = `the job ends after ${formatDuration(maxJobMs)} at the latest`;
  return faults.flatMap(({ operations, requests, during }, index): InputIssue[] => {
    if (operations.some((operation) => operation !== POLL_OPERATION)) return [];
    if (requests && requests.from > maxPolls)
      return [
        {
          pointer: `/faults/${index}/requests`,
          detail: `is unreachable: ${end}, so a client that polls once a second sends at most ${pluralize(maxPolls, 'poll')}`,
        },
      ];
    if (during && during.from > maxJobMs)
      return [
        {
          pointer: `/faults/${index}/during`,
          detail: `is unreachable: ${end}, and then clients stop polling`,
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
 * Whether the ranges together cover the complete range; undefined covers everything.
 * @param step the distance between adjacent values: 1 for whole numbers
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

/** The number of polls that do not show the end of the job because of this fault. */
function hiddenPolls({ operations, requests, response, connection, corrupt }: CompiledFault): number {
  if (!operations.includes(POLL_OPERATION) || !(response ?? connection ?? corrupt)) return 0;
  return requests ? requests.to - requests.from + 1 : Infinity;
}
