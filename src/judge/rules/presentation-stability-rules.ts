/**
 * Compares consecutive reads of a presentation. What happened in between selects the rule. Sections 1, 2.1, 2.2, 4.2, 4.5 and 4.7.
 */
import { getField } from '../../base/json.js';
import { hasUnknownOutcome, endedBefore, isRename, type Call } from '../model/call.js';
import { getJson } from '../model/body.js';
import {
  isFromGet,
  toBodyPath,
  memoizeByTrace,
  getReadId,
  type PresentationHistory,
  type PresentationRead,
  type Trace,
} from '../model/trace.js';
import {
  mayBeEditedExternallySince,
  mayBeEditedExternally,
  isCreatedByVerify,
  slidesMayBeAddedLater,
} from '../downgrades/downgrades.js';
import type { Finding, Rule, RuleMeta } from '../rule.js';
import { NO_RENAME } from './not-covered.js';
import { compareReads, type ComparedField } from './checks/compare-presentations.js';
import { violation, createRule } from './create-rule.js';

/** Two looks at one presentation: a fetch and the fetch before, two views of one job, or a fetch and a view. */
interface ComparedReads {
  readonly earlier: PresentationRead;
  readonly later: PresentationRead;
  /** Every PATCH, of this or another presentation, that the service may have carried out in between. */
  readonly patches: readonly Call[];
  /** Those of this presentation. */
  readonly own: readonly Call[];
  /** Whether one is a fetch and the other a view. */
  readonly isAcrossSources: boolean;
  readonly isFirstFetch: boolean;
}

const IMMUTABLE_FIELDS: readonly ComparedField[] = ['workspace_id', 'sections', 'is_public', 'created_at'];
const COMPARED_FIELDS: readonly ComparedField[] = ['id', ...IMMUTABLE_FIELDS, 'title'];

const comparisonReading =
  'The content of sections is the number of slides, their order, and their texts: strings that are not addresses, timestamps, ids, counters or ' +
  'other data for programs. Everything else in sections may change, and so may url and updated_at.';

/** What happened between two views, and the promise that a difference breaks. */
interface StabilityRule extends Omit<RuleMeta, 'level'> {
  readonly notCovered: string;
  readonly isBetween: (pair: ComparedReads) => boolean;
  readonly fields: (pair: ComparedReads) => readonly ComparedField[];
  readonly message: (path: string, pair: ComparedReads) => string;
  readonly doubtOf: (field: ComparedField, pair: ComparedReads, trace: Trace) => string | undefined;
}

const isOfFetches = ({ later, isAcrossSources }: ComparedReads): boolean =>
  isFromGet(later) && !isAcrossSources;

const stabilityRuleDefinitions: readonly StabilityRule[] = [
  {
    id: 'presentation/matches-job-result',
    sections: ['1', '2.1', '2.2', '4.2', '4.5'],
    title: 'The presentation of a completed job matches GET /presentations/{id}',
    interpretation: `${comparisonReading} Titles are compared only before the first PATCH. Either response may omit slide text.`,
    notCovered: 'not seen: a presentation was both in the view of its job and fetched',
    isBetween: ({ isAcrossSources, own }) => isAcrossSources && own.length === 0,
    fields: () => COMPARED_FIELDS,
    message: (path) => `${path} differs between the view of the job and the fetched presentation`,
    doubtOf: downgradeWithoutPatch,
  },
  {
    id: 'presentation/stable-without-patch',
    sections: ['1', '2.1', '2.2', '4.2', '4.5'],
    title: 'A presentation does not change without a PATCH',
    interpretation: `${comparisonReading} Titles are compared only before the first PATCH.`,
    notCovered: 'not seen: a presentation was fetched twice, or polled twice, without a PATCH in between',
    isBetween: (pair) =>
      isOfFetches(pair)
        ? pair.patches.every(({ isClientError }) => isClientError)
        : !pair.isAcrossSources && pair.own.length === 0,
    // Other rows judge the effects of a refused PATCH.
    fields: ({ patches }) =>
      COMPARED_FIELDS.filter((field) =>
        patches.every(({ requestBody }) => getField(getJson(requestBody), field) === undefined),
      ),
    message: (path, { later }) =>
      `${path} changes between two ${isFromGet(later) ? 'fetches' : 'views of its job'} without a PATCH`,
    doubtOf: downgradeWithoutPatch,
  },
  {
    id: 'rename/changes-only-title',
    sections: ['1', '2.1', '4.7'],
    title: 'A rename changes only the title',
    interpretation: `${comparisonReading} Compares fetches before and after a rename, and views of the completed job before it.`,
    notCovered: NO_RENAME,
    isBetween: ({ own, isAcrossSources, isFirstFetch }) =>
      own.every(isRename) &&
      own.some(({ isClientError }) => !isClientError) &&
      (!isAcrossSources || isFirstFetch),
    // A view and a fetch have these fields in common for certain.
    fields: ({ isAcrossSources }) => (isAcrossSources ? ['workspace_id', 'sections'] : IMMUTABLE_FIELDS),
    message: (path) => `a rename changes ${path}`,
    doubtOf: downgradeWithPatch,
  },
  {
    id: 'rename/keeps-slides',
    sections: ['1', '4.7'],
    title: 'PATCH does not change slides',
    interpretation: 'PATCH may reject or ignore other fields, or change them, except slides.',
    notCovered:
      'not seen: a presentation was fetched before and after a PATCH with other fields than the title',
    isBetween: (pair) => isOfFetches(pair) && pair.own.some((call) => !isRename(call)),
    fields: () => ['sections'],
    message: (path) => `PATCH changes ${path}`,
    doubtOf: downgradeWithPatch,
  },
  {
    id: 'rename/keeps-other-presentations',
    sections: ['2.1', '4.7'],
    title: 'A rename does not change other presentations',
    notCovered: 'not seen: another presentation was fetched before and after a rename',
    isBetween: (pair) =>
      isOfFetches(pair) && pair.own.length === 0 && pair.patches.some(({ isSuccess }) => isSuccess),
    fields: () => COMPARED_FIELDS,
    message: (path) => `a rename of another presentation changes ${path}`,
    doubtOf: downgradeWithoutPatch,
  },
];

export const stabilityRules: readonly Rule[] = stabilityRuleDefinitions.map(
  ({ isBetween, fields, message, doubtOf, ...facts }: StabilityRule) =>
    createRule({
      ...facts,
      select: (trace) => getComparedReads(trace).filter(isBetween),
      check: (pair, trace) =>
        compareReads(pair, fields(pair)).flatMap(({ field, path, expected, actual }): Finding[] => {
          // A PATCH may have changed the title at any time before. The rows about renames judge what follows.
          if (field === 'title' && isRenamedBefore(pair, trace)) return [];
          const doubt = doubtOf(field, pair, trace);
          const { earlier, later } = pair;
          // The view of the job comes first, whichever was read first: one cause is one finding.
          const isSwapped = pair.isAcrossSources && pair.own.length === 0 && isFromGet(earlier);
          const [one, two] = isSwapped ? [later, earlier] : [earlier, later];
          const values = isSwapped ? { expected: actual, actual: expected } : { expected, actual };
          const where = { path: toBodyPath(two, path), call: two.call, comparedWith: one.call };
          return [violation(message(path, pair), { ...values, ...where, doubt })];
        }),
    }),
);

const isRenamedBefore = ({ later }: ComparedReads, trace: Trace): boolean =>
  (trace.getPresentation(String(getReadId(later)))?.patches ?? []).some(
    (patch) => !endedBefore(later.call, patch),
  );

/** Why a difference that no PATCH in the journal explains proves nothing. */
function downgradeWithoutPatch(field: ComparedField, pair: ComparedReads, trace: Trace): string | undefined {
  if (pair.isAcrossSources && (field === 'created_at' || field === 'is_public'))
    return 'the interface does not say that the view and the fetch show the same value';
  if (field === 'id' || field === 'workspace_id' || field === 'created_at') return undefined;
  const empty = field === 'sections' ? slidesMayBeAddedLater(pair, trace) : undefined;
  if (empty !== undefined || isCreatedByVerify(pair.later, trace)) return empty;
  return field === 'is_public' ? 'people may publish it elsewhere' : mayBeEditedExternally(pair, trace);
}

/** The same with a PATCH in between, beside which people may change slides and visibility. */
function downgradeWithPatch(field: ComparedField, pair: ComparedReads, trace: Trace): string | undefined {
  if (field !== 'sections' && field !== 'is_public') return undefined;
  return (
    mayBeEditedExternallySince(pair, pair.earlier.call, trace) ??
    (field === 'sections' ? slidesMayBeAddedLater(pair, trace) : undefined)
  );
}

/** Each look with the last one before it of the same source, and with the last one of the other source. */
const getComparedReads = memoizeByTrace((trace) => {
  const timed = timedPatches(trace);
  return trace.presentations.flatMap((presentation) => pairsIn(presentation, timed));
});

function pairsIn({ snapshots }: PresentationHistory, timed: TimedPatches): readonly ComparedReads[] {
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
      const patches = patchesBetween(timed, earlier, later);
      const own = patches.filter(({ id }) => id === getReadId(later));
      return [
        { earlier, later, patches, own, isAcrossSources: isAcross, isFirstFetch: later === firstFetch },
      ];
    };
    const source = later.job ?? 'fetches';
    const pairs = [
      ...pairOf(before(source), false),
      ...pairOf(before(later.job ? 'fetches' : 'views'), true),
    ];
    addTo(source, later);
    if (later.job) addTo('views', later);
    return pairs;
  });
}

/** All patches by their start, each with the latest end of all patches up to it. */
interface TimedPatches {
  readonly calls: readonly Call[];
  readonly latestEnds: readonly number[];
  /** Patches with an unknown outcome: the service may carry them out at any later time, or never. */
  readonly uncertain: readonly Call[];
}

function timedPatches(trace: Trace): TimedPatches {
  const calls = trace.callsTo('updatePresentation');
  let latest = -Infinity;
  const latestEnds = calls.map(({ exchange }) => (latest = Math.max(latest, exchange.endedAt)));
  return { calls, latestEnds, uncertain: calls.filter(hasUnknownOutcome) };
}

/**
 * The patches that the service may have carried out between two snapshots. A patch with an unknown outcome counts for every
 * later pair of its own presentation.
 */
function patchesBetween(
  { calls, latestEnds, uncertain }: TimedPatches,
  earlier: PresentationRead,
  later: PresentationRead,
): readonly Call[] {
  const found: Call[] = [];
  let index = countUntil(calls, later.call.exchange.endedAt) - 1;
  for (; (latestEnds[index] ?? -Infinity) >= earlier.call.exchange.startedAt; index--) {
    const call = calls[index];
    if (call && !endedBefore(call, earlier.call)) found.push(call);
  }
  const late = uncertain.filter((call) => call.id === getReadId(later) && endedBefore(call, earlier.call));
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
