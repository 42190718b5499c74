/** Compares what was seen of one presentation at two moments, and knows what may have changed it in between. */
import type { Finding } from '../rule.js';
import { fieldOf } from '../trace/answer.js';
import { isBefore, isUnsettled, type Call } from '../trace/call.js';
import { perTrace } from '../trace/per-trace.js';
import { idOf, type PresentationTrace, type Sighting } from '../trace/presentation.js';
import type { Trace } from '../trace/trace.js';
import { fail } from './judging.js';
import { sameContent } from './same-content.js';

/** The fields that nothing documented changes. */
export const fixedFields = ['id', 'workspace_id', 'sections', 'is_public', 'url', 'created_at'] as const;

export interface Pair {
  readonly earlier: Sighting;
  readonly later: Sighting;
  /** Every PATCH, of this presentation or another, that may have been carried out in between. */
  readonly changes: readonly Call[];
}

/** Which earlier sightings one is compared with: those whose kind is its counterpart, and with none when it has no counterpart. */
export interface Comparison {
  readonly kind: (sighting: Sighting) => unknown;
  readonly counterpart: (sighting: Sighting) => unknown;
}

/** Each sighting with the last one before it that it is compared with. */
export function pairsOf(
  trace: Trace,
  sightings: readonly Sighting[],
  { kind, counterpart }: Comparison,
): readonly Pair[] {
  if (sightings.length < 2) return [];
  const patches = timesOf(trace);
  const pairs: Pair[] = [];
  const byKind = new Map<unknown, Sighting[]>();
  for (const later of sightings) {
    const wanted = counterpart(later);
    const earlier = wanted === undefined ? undefined : lastBefore(later, byKind.get(wanted));
    if (earlier) pairs.push({ earlier, later, changes: between(patches, earlier, later) });
    const own = kind(later);
    const alike = byKind.get(own);
    if (alike) alike.push(later);
    else byKind.set(own, [later]);
  }
  return pairs;
}

function lastBefore({ call }: Sighting, others: readonly Sighting[] | undefined): Sighting | undefined {
  return others?.findLast((other) => isBefore(other.call, call));
}

export const isFetched = ({ source }: Sighting): boolean => source === 'fetched';

const any = (): true => true;
export const withAny: Comparison = { kind: any, counterpart: any };

/** What was fetched of a presentation, each time beside the time before. */
export interface FetchedPair extends Pair {
  readonly presentation: PresentationTrace;
}

const isSeenAgain = ({ sightings }: PresentationTrace): boolean => sightings.length > 1;

/** The presentations of which there is something to compare. */
export const seenAgain = perTrace((trace) => trace.presentations.filter(isSeenAgain));

const fetchedByPresentation = perTrace((trace) => {
  const found = new Map<PresentationTrace, readonly FetchedPair[]>();
  for (const presentation of seenAgain(trace)) found.set(presentation, fetchedAgain(trace, presentation));
  return found;
});

function fetchedAgain(trace: Trace, presentation: PresentationTrace): readonly FetchedPair[] {
  const pairs: FetchedPair[] = [];
  for (const { earlier, later, changes } of pairsOf(trace, presentation.sightings.filter(isFetched), withAny))
    pairs.push({ earlier, later, changes, presentation });
  return pairs;
}

export const fetchedPairsOf = (trace: Trace, presentation: PresentationTrace): readonly FetchedPair[] =>
  fetchedByPresentation(trace).get(presentation) ?? [];

/** Those of all presentations. */
export const fetchedPairs = perTrace((trace) => [...fetchedByPresentation(trace).values()].flat());

/** Calls by their beginning, each with the latest end of all up to it. */
interface Times {
  readonly calls: readonly Call[];
  readonly latestEnds: readonly number[];
  /** Those of which nobody knows when they are carried out, if ever. */
  readonly unsettled: readonly Call[];
}

const timesOf = perTrace((trace): Times => {
  const calls = trace.of('updatePresentation').toSorted(byStart);
  const latestEnds: number[] = [];
  let latest = -Infinity;
  for (const { exchange } of calls) {
    latest = Math.max(latest, exchange.endedAt);
    latestEnds.push(latest);
  }
  return { calls, latestEnds, unsettled: calls.filter(isUnsettled) };
});

const byStart = (one: Call, two: Call): number => one.exchange.startedAt - two.exchange.startedAt;

/**
 * The calls that may have been carried out between two sightings: none of them is known to lie outside. One that is not
 * settled may come at any time later; that it then changes what it was not about is left to the rules.
 */
function between({ calls, latestEnds, unsettled }: Times, from: Sighting, to: Sighting): readonly Call[] {
  const found: Call[] = [];
  const [earlier, later] = [from.call, to.call];
  const { startedAt } = earlier.exchange;
  for (
    let index = countUntil(calls, later.exchange.endedAt) - 1;
    index >= 0 && (latestEnds[index] ?? 0) >= startedAt;
    index--
  ) {
    const call = calls[index];
    if (call && !isBefore(call, earlier) && !isBefore(later, call)) found.push(call);
  }
  found.reverse();
  if (unsettled.length === 0) return found;
  const late = unsettled.filter((call) => call.id === idOf(to) && isBefore(call, earlier));
  return [...late, ...found];
}

/** How many of the calls, which are in order, had begun by then. */
function countUntil(calls: readonly Call[], time: number): number {
  let [from, to] = [0, calls.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((calls[middle]?.exchange.startedAt ?? 0) <= time) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** One finding for each of the fields that is not the same. What a field lacks altogether, other rules say. */
export function differences(
  { earlier, later }: Pair,
  fields: readonly string[],
  message: (field: string) => string,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const field of fields) {
    const expected = fieldOf(earlier.value, field);
    const actual = fieldOf(later.value, field);
    if (expected === undefined || actual === undefined || sameContent(expected, actual)) continue;
    findings.push(fail(message(field), { expected, actual, call: later.call }));
  }
  return findings;
}

/** What people change by other ways than this API, too. */
const isEditable = (field: string): boolean => ['title', 'sections', 'is_public'].includes(field);
const isFixed = (field: string): boolean => !isEditable(field);

/**
 * Differences that nothing in the journal explains. Where the service says by updated_at that somebody changed it meanwhile,
 * that may well be so: then they are warnings.
 */
export function unexplained(
  pair: Pair,
  fields: readonly string[],
  message: (field: string) => string,
): readonly Finding[] {
  const found = differences(pair, fields, message);
  if (found.length === 0 || !isChangeTold(pair)) return found;
  const changed = differences(pair, fields.filter(isEditable), message);
  return [
    ...differences(pair, fields.filter(isFixed), message),
    ...changed.map((finding): Finding => ({ ...finding, kind: 'warn' })),
  ];
}

/** Whether the service says that it was changed between the two. */
export function isChangeTold({ earlier, later }: Pick<Pair, 'earlier' | 'later'>): boolean {
  return updatedAt(later) > updatedAt(earlier);
}

const updatedAt = ({ value }: Sighting): number => Date.parse(String(fieldOf(value, 'updated_at')));
