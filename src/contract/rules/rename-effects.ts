/** Rules about what PATCH leaves alone: everything but the title of the presentation. Sections 1, 2.1 and 4.7. */
import type { Rule } from '../rule.js';
import { isRename } from '../../trace/call.js';
import { snapshotId, type Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import {
  comparedFields,
  comparisonReading,
  fixedFields as allFixedFields,
  type ComparedField,
} from './compared-fields.js';
import { checkEach } from './findings.js';
import { noRename } from './reasons.js';
import {
  fetchedPairs,
  isFetched,
  pairsOf,
  seenTwice,
  type FetchedPair,
  type Pair,
} from './snapshot-pairs.js';
import { besidePatchReading, differencesBesidePatch, unexplainedDifferences } from './unexplained.js';

export const renameEffectRules: readonly Rule[] = [
  {
    id: 'rename/touches-only-the-title',
    sections: ['1', '2.1', '4.7'],
    level: 'must',
    title: 'A rename changes only the title',
    reading: `${comparisonReading} Compares fetches before and after a rename, and views of the completed job before it. ${besidePatchReading}`,
    judge: checkEach(renamedPairs, noRename, (pair, trace) =>
      differencesBesidePatch(
        pair,
        isSameSource(pair) ? fixedFields : sharedFields,
        (path) => `a rename changes ${path}`,
        trace,
      ),
    ),
  },
  {
    id: 'rename/leaves-the-slides',
    sections: ['1', '4.7'],
    level: 'must',
    title: 'PATCH does not change the slides',
    reading: `The service may refuse a body with slides or with other fields, or ignore them. It may change other fields than slides. ${besidePatchReading}`,
    judge: checkEach(
      (trace) => fetchedPairs(trace).filter(isPatchedWithMore),
      'not seen: a presentation was fetched before and after a PATCH with other fields than the title',
      (pair, trace) => differencesBesidePatch(pair, ['sections'], (path) => `PATCH changes ${path}`, trace),
    ),
  },
  {
    id: 'rename/leaves-other-presentations',
    sections: ['2.1', '4.7'],
    level: 'must',
    title: 'A rename does not change other presentations',
    judge: checkEach(
      (trace) => fetchedPairs(trace).filter(isOtherRenamed),
      'not seen: another presentation was fetched before and after a rename',
      (pair, trace) =>
        unexplainedDifferences(
          pair,
          comparedFields,
          (path) => `a rename of another presentation changes ${path}`,
          trace,
        ),
    ),
  },
];

/** Another rule judges the id. */
const fixedFields = allFixedFields.filter((field) => field !== 'id');

/** The fields that a job's view and a fetch have in common for certain. */
const sharedFields: readonly ComparedField[] = ['workspace_id', 'sections'];

const isSameSource = ({ earlier, later }: Pair): boolean => earlier.source === later.source;

/** Pairs of fetches, pairs of views of one job, and a view with the first fetch, if nothing was fetched before the rename. */
function renamedPairs(trace: Trace): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const { snapshots } of seenTwice(trace)) {
    const sameSource = pairsOf(trace, snapshots, { groupOf: sourceOf, comparedGroupOf: sourceOf });
    const firstFetch = snapshots.find(isFetched);
    const across = pairsOf(trace, snapshots, {
      groupOf: isFetched,
      comparedGroupOf: (snapshot) => (snapshot === firstFetch ? false : undefined),
    });
    for (const pair of [...sameSource, ...across]) if (isRenamedOnly(pair)) pairs.push(pair);
  }
  return pairs;
}

const sourceOf = ({ source, job }: Snapshot): unknown => job ?? source;

/** Whether the only patches of this presentation in between are renames, and at least one may have had an effect. */
function isRenamedOnly({ patches, later }: Pair): boolean {
  let isRenamed = false;
  for (const call of patches) {
    if (call.id !== snapshotId(later)) continue;
    if (!isRename(call)) return false;
    isRenamed ||= !call.refused;
  }
  return isRenamed;
}

const isPatchedWithMore = ({ patches, presentation }: FetchedPair): boolean =>
  patches.some((call) => call.id === presentation.id && !isRename(call));

function isOtherRenamed({ patches, presentation }: FetchedPair): boolean {
  let isRenamed = false;
  for (const call of patches) {
    if (call.id === presentation.id) return false;
    isRenamed ||= call.ok;
  }
  return isRenamed;
}
