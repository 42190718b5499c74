/**
 * Compares consecutive reads of a presentation. What happened in between selects the rule. Sections 1, 2.1, 2.2, 4.2, 4.5 and 4.7.
 */
import { getField } from '../../base/json.js';
import { getSentTitle, hasUnknownOutcome, endedBefore, isRename, type Call } from '../model/call.js';
import { getJson } from '../model/body.js';
import {
  isFromGet,
  toBodyPath,
  getReadId,
  type PresentationHistory,
  type PresentationRead,
} from '../model/presentation-history.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import {
  mayBeEditedExternallySince,
  mayBeEditedExternally,
  isCreatedByVerify,
} from '../downgrades/external-changes.js';
import { slidesMayBeAddedLater } from '../downgrades/delayed-slides.js';
import type { Finding, Rule, RuleMeta, VerdictReason } from '../rule.js';
import { NO_RENAME } from './not-covered.js';
import { compareReads, type ComparedField } from './checks/compare-presentations.js';
import { findChangeBetween } from './checks/find-cause.js';
import { findSharedIdCause } from './checks/shared-ids.js';
import { violation, createRule } from './create-rule.js';

const IMMUTABLE_FIELDS: readonly ComparedField[] = ['workspace_id', 'sections', 'is_public', 'created_at'];

const COMPARED_FIELDS: readonly ComparedField[] = ['id', ...IMMUTABLE_FIELDS, 'title'];

const COMPARISON =
  'Compares number, order and text of slides. URLs, timestamps, ids and counters may change, and so may url and updated_at.';

/** Two reads of one presentation: two fetches, two polls of one job, or a fetch and a poll. */
interface ComparedReads {
  readonly earlier: PresentationRead;
  readonly later: PresentationRead;
  /** Every PATCH, of this or another presentation, that may have taken effect in between. */
  readonly patches: readonly Call[];
  /** The PATCHes of this presentation. */
  readonly own: readonly Call[];
  /** Whether one is a fetch and the other a poll. */
  readonly isAcrossSources: boolean;
  readonly isFirstFetch: boolean;
}

/** The rule that a difference between two reads violates, by what happened in between. */
interface StabilityRule extends Omit<RuleMeta, 'level'> {
  readonly notCovered: string | VerdictReason;
  readonly isBetween: (pair: ComparedReads) => boolean;
  readonly fields: (pair: ComparedReads) => readonly ComparedField[];
  readonly message: (path: string, pair: ComparedReads) => string;
  readonly getDowngrade: (field: ComparedField, pair: ComparedReads, trace: Trace) => string | undefined;
}

/** All patches by their start, each with the latest end of all patches up to it. */
interface PatchIndex {
  readonly calls: readonly Call[];
  readonly latestEnds: readonly number[];
  /** Patches with an unknown outcome: they may take effect at any later time, or never. */
  readonly uncertain: readonly Call[];
}

const areFetches = ({ later, isAcrossSources }: ComparedReads): boolean =>
  isFromGet(later) && !isAcrossSources;

const stabilityRuleDefinitions: readonly StabilityRule[] = [
  {
    id: 'presentation/matches-job-result',
    sections: ['1', '2.1', '2.2', '4.2', '4.5'],
    title: 'The presentation of a completed job matches GET /presentations/{id}',
    interpretation: `${COMPARISON} Titles are compared only before the first PATCH. Either response may omit slide text.`,
    notCovered: 'no presentation that was both polled and fetched',
    isBetween: ({ isAcrossSources, own }) => isAcrossSources && own.length === 0,
    fields: () => COMPARED_FIELDS,
    message: (path) => `${path} differs between the job and GET`,
    getDowngrade: downgradeWithoutPatch,
  },
  {
    id: 'presentation/stable-without-patch',
    sections: ['1', '2.1', '2.2', '4.2', '4.5'],
    title: 'A presentation does not change without a PATCH',
    interpretation: `${COMPARISON} Titles are compared only before the first PATCH.`,
    notCovered: 'no presentation that was fetched or polled twice without a PATCH in between',
    isBetween: (pair) =>
      areFetches(pair)
        ? pair.patches.every(({ isClientError }) => isClientError)
        : !pair.isAcrossSources && pair.own.length === 0,
    // Other rules check the effects of a rejected PATCH.
    fields: ({ patches }) =>
      COMPARED_FIELDS.filter((field) =>
        patches.every(({ requestBody }) => getField(getJson(requestBody), field) === undefined),
      ),
    message: (path, { later }) =>
      `${path} changes between two ${isFromGet(later) ? 'fetches' : 'polls'} without a PATCH`,
    getDowngrade: downgradeWithoutPatch,
  },
  {
    id: 'rename/changes-only-title',
    sections: ['1', '2.1', '4.7'],
    title: 'A rename changes only the title',
    interpretation: `${COMPARISON} Compares fetches before and after a rename, and polls of the completed job before it.`,
    notCovered: NO_RENAME,
    isBetween: ({ own, isAcrossSources, isFirstFetch }) =>
      own.every(isRename) &&
      own.some(({ isClientError }) => !isClientError) &&
      (!isAcrossSources || isFirstFetch),
    // Status responses and fetches always share these fields.
    fields: ({ isAcrossSources }) => (isAcrossSources ? ['workspace_id', 'sections'] : IMMUTABLE_FIELDS),
    message: (path) => `a rename changes ${path}`,
    getDowngrade: downgradeWithPatch,
  },
  {
    id: 'rename/keeps-slides',
    sections: ['1', '4.7'],
    title: 'PATCH does not change slides',
    interpretation: 'PATCH may reject or ignore other fields, or change them, except slides.',
    notCovered: 'no presentation that was fetched before and after a PATCH with other fields than title',
    isBetween: (pair) => areFetches(pair) && pair.own.some((call) => !isRename(call)),
    fields: () => ['sections'],
    message: (path) => `PATCH changes ${path}`,
    getDowngrade: downgradeWithPatch,
  },
  {
    id: 'rename/keeps-other-presentations',
    sections: ['2.1', '4.7'],
    title: 'A rename does not change other presentations',
    notCovered: 'no other presentation that was fetched before and after a rename',
    isBetween: (pair) =>
      areFetches(pair) && pair.own.length === 0 && pair.patches.some(({ isSuccess }) => isSuccess),
    fields: () => COMPARED_FIELDS,
    message: (path) => `a rename of another presentation changes ${path}`,
    getDowngrade: downgradeWithoutPatch,
  },
];

export const stabilityRules: readonly Rule[] = stabilityRuleDefinitions.map(
  ({ isBetween, fields, message, getDowngrade, ...meta }: StabilityRule) =>
    createRule({
      ...meta,
      select: (trace) => getComparedReads(trace).filter(isBetween),
      check: (pair, trace) =>
        compareReads(pair, fields(pair)).flatMap(({ field, path, expected, actual }): Finding[] => {
          // Once a PATCH may have changed the title, the rules about renames check it.
          if (field === 'title' && isRenamedBefore(pair, trace)) return [];
          const downgrade = getDowngrade(field, pair, trace);
          const { earlier, later } = pair;
          // The poll always comes first, so that one cause is one finding.
          const isSwapped = pair.isAcrossSources && pair.own.length === 0 && isFromGet(earlier);
          const [one, two] = isSwapped ? [later, earlier] : [earlier, later];
          const values = isSwapped ? { expected: actual, actual: expected } : { expected, actual };
          const where = { path: toBodyPath(two, path), call: two.call, comparedWith: one.call };
          const about = findCause(pair, actual);
          const suspect = about ?? findSuspect(pair, actual, trace);
          const cause = findSharedIdCause(getReadId(later), trace);
          return [
            violation(message(path, pair), { ...values, ...where, ...cause, about, suspect, downgrade }),
          ];
        }),
    }),
);

/** A pair of a poll and a fetch without a PATCH shows no effect. */
const showsNoEffect = ({ isAcrossSources, own }: ComparedReads): boolean =>
  isAcrossSources && own.length === 0;

/** The PATCH in between: that of this presentation, or else the one that sent the value, or that succeeded. */
function findCause(pair: ComparedReads, value: unknown): Call | undefined {
  if (showsNoEffect(pair)) return undefined;
  const candidates = pair.own.length > 0 ? pair.own : pair.patches;
  return (
    candidates.findLast((patch) => getSentTitle(patch) === value) ??
    candidates.findLast(({ isSuccess }) => isSuccess)
  );
}

/** The last start, creation or message in between. */
const findSuspect = (pair: ComparedReads, value: unknown, trace: Trace): Call | undefined =>
  showsNoEffect(pair) ? undefined : findChangeBetween(pair.earlier.call, pair.later.call, trace, value);

const isRenamedBefore = ({ later }: ComparedReads, trace: Trace): boolean =>
  (trace.getPresentation(String(getReadId(later)))?.patches ?? []).some(
    (patch) => !endedBefore(later.call, patch),
  );

/** For a difference that no PATCH in the journal explains. */
function downgradeWithoutPatch(field: ComparedField, pair: ComparedReads, trace: Trace): string | undefined {
  if (pair.isAcrossSources && (field === 'created_at' || field === 'is_public'))
    return 'the spec does not say that status response and GET have the same value';
  if (field === 'id' || field === 'workspace_id' || field === 'created_at') return undefined;
  const empty = field === 'sections' ? slidesMayBeAddedLater(pair, trace) : undefined;
  if (empty !== undefined || isCreatedByVerify(pair.later, trace)) return empty;
  return field === 'is_public' ? 'users may publish it elsewhere' : mayBeEditedExternally(pair, trace);
}

/** For a difference after a PATCH: users may have changed slides and visibility at the same time. */
function downgradeWithPatch(field: ComparedField, pair: ComparedReads, trace: Trace): string | undefined {
  if (field !== 'sections' && field !== 'is_public') return undefined;
  return (
    mayBeEditedExternallySince(pair, pair.earlier.call, trace) ??
    (field === 'sections' ? slidesMayBeAddedLater(pair, trace) : undefined)
  );
}

/** Pairs each read with the previous one of the same source, and with the previous one of the other source. */
const getComparedReads = memoizeByTrace((trace) => {
  const patchIndex = createPatchIndex(trace);
  return trace.presentations.flatMap((presentation) => pairReads(presentation, patchIndex));
});

function pairReads({ snapshots }: PresentationHistory, patchIndex: PatchIndex): readonly ComparedReads[] {
  const firstFetch = snapshots.find(isFromGet);
  const bySource = new Map<unknown, PresentationRead[]>();
  const addTo = (source: unknown, snapshot: PresentationRead): void => {
    const all = bySource.get(source);
    if (all) all.push(snapshot);
    else bySource.set(source, [snapshot]);
  };
  return snapshots.flatMap((later): ComparedReads[] => {
    const before = (source: unknown): PresentationRead | undefined =>
      bySource.get(source)?.findLast((one) => endedBefore(one.call, later.call));
    const pairOf = (earlier: PresentationRead | undefined, isAcross: boolean): readonly ComparedReads[] => {
      if (!earlier) return [];
      const patches = findPatchesBetween(patchIndex, earlier, later);
      const own = patches.filter(({ id }) => id === getReadId(later));
      return [
        { earlier, later, patches, own, isAcrossSources: isAcross, isFirstFetch: later === firstFetch },
      ];
    };
    const source = later.job ?? 'fetches';
    const pairs = [
      ...pairOf(before(source), false),
      ...pairOf(before(later.job ? 'fetches' : 'polls'), true),
    ];
    addTo(source, later);
    if (later.job) addTo('polls', later);
    return pairs;
  });
}

function createPatchIndex(trace: Trace): PatchIndex {
  const calls = trace.callsTo('updatePresentation');
  let latest = -Infinity;
  const latestEnds = calls.map(({ exchange }) => (latest = Math.max(latest, exchange.endedAt)));
  return { calls, latestEnds, uncertain: calls.filter(hasUnknownOutcome) };
}

/**
 * PATCHes that may have taken effect between two reads. One with an unknown outcome counts for every later pair of its own
 * presentation.
 */
function findPatchesBetween(
  { calls, latestEnds, uncertain }: PatchIndex,
  earlier: PresentationRead,
  later: PresentationRead,
): readonly Call[] {
  const overlapping: Call[] = [];
  let index = countUntil(calls, later.call.exchange.endedAt) - 1;
  for (; (latestEnds[index] ?? -Infinity) >= earlier.call.exchange.startedAt; index--) {
    const call = calls[index];
    if (call && !endedBefore(call, earlier.call)) overlapping.push(call);
  }
  const late = uncertain.filter((call) => call.id === getReadId(later) && endedBefore(call, earlier.call));
  return [...late, ...overlapping];
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
