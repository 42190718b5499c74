/** Pairs of snapshots of one presentation, with the patches that may have changed it in between. */
import { isBefore, hasUnknownOutcome, type Call } from '../../trace/call.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { snapshotId, type PresentationTrace, type Snapshot } from '../../trace/presentation.js';

export interface Pair {
  readonly earlier: Snapshot;
  readonly later: Snapshot;
  /** Every PATCH, of this or another presentation, that the service may have carried out in between. */
  readonly patches: readonly Call[];
}

/** Which earlier snapshots to compare a snapshot with: those of the group `comparedGroupOf`; `undefined` means none. */
export interface Comparison {
  readonly groupOf: (snapshot: Snapshot) => unknown;
  readonly comparedGroupOf: (snapshot: Snapshot) => unknown;
}

/** Each snapshot with the last earlier snapshot to compare it with. */
export function pairsOf(
  trace: Trace,
  snapshots: readonly Snapshot[],
  { groupOf, comparedGroupOf }: Comparison,
): readonly Pair[] {
  const patches = patchTimes(trace);
  const pairs: Pair[] = [];
  const byGroup = new Map<unknown, Snapshot[]>();
  for (const later of snapshots) {
    const compared = comparedGroupOf(later);
    const earlier = compared === undefined ? undefined : lastBefore(later, byGroup.get(compared));
    if (earlier) pairs.push({ earlier, later, patches: patchesBetween(patches, earlier, later) });
    const group = groupOf(later);
    const sameGroup = byGroup.get(group);
    if (sameGroup) sameGroup.push(later);
    else byGroup.set(group, [later]);
  }
  return pairs;
}

function lastBefore({ call }: Snapshot, others: readonly Snapshot[] | undefined): Snapshot | undefined {
  return others?.findLast((other) => isBefore(other.call, call));
}

export const isFetched = ({ source }: Snapshot): boolean => source === 'fetched';

const any = (): true => true;
export const withAny: Comparison = { groupOf: any, comparedGroupOf: any };

/** Two consecutive fetches of one presentation. */
export interface FetchedPair extends Pair {
  readonly presentation: PresentationTrace;
}

const isSeenTwice = ({ snapshots }: PresentationTrace): boolean => snapshots.length > 1;

/** The presentations with at least two snapshots. */
export const seenTwice = perTrace((trace) => trace.presentations.filter(isSeenTwice));

/** The pairs of fetches of all presentations. */
export const fetchedPairs = perTrace((trace): readonly FetchedPair[] =>
  seenTwice(trace).flatMap((presentation) =>
    pairsOf(trace, presentation.snapshots.filter(isFetched), withAny).map((pair) => ({
      ...pair,
      presentation,
    })),
  ),
);

/** All patches by their start, each with the latest end of all patches up to it. */
interface PatchTimes {
  readonly calls: readonly Call[];
  readonly latestEnds: readonly number[];
  /** Patches with an unknown outcome: the service may carry them out at any later time, or never. */
  readonly uncertain: readonly Call[];
}

const patchTimes = perTrace((trace): PatchTimes => {
  const calls = trace.of('updatePresentation');
  const latestEnds: number[] = [];
  let latest = -Infinity;
  for (const { exchange } of calls) {
    latest = Math.max(latest, exchange.endedAt);
    latestEnds.push(latest);
  }
  return { calls, latestEnds, uncertain: calls.filter(hasUnknownOutcome) };
});

/**
 * The patches that the service may have carried out between two snapshots. A patch with an unknown outcome counts for every
 * later pair of its own presentation.
 */
function patchesBetween(
  { calls, latestEnds, uncertain }: PatchTimes,
  from: Snapshot,
  to: Snapshot,
): readonly Call[] {
  const found: Call[] = [];
  const earlier = from.call;
  const { startedAt } = earlier.exchange;
  let index = countUntil(calls, to.call.exchange.endedAt) - 1;
  for (; (latestEnds[index] ?? -Infinity) >= startedAt; index--) {
    const call = calls[index];
    if (call && !isBefore(call, earlier)) found.push(call);
  }
  const late = uncertain.filter((call) => call.id === snapshotId(to) && isBefore(call, earlier));
  return [...late, ...found];
}

/** How many of the ordered calls had started by then: a binary search. */
function countUntil(calls: readonly Call[], time: number): number {
  let [from, to] = [0, calls.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((calls[middle]?.exchange.startedAt ?? 0) <= time) from = middle + 1;
    else to = middle;
  }
  return from;
}
