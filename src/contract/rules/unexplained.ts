/** Differences between two snapshots that no PATCH in the journal explains, each a violation or a warning. Section 1. */
import { fieldOf } from '../../base/json.js';
import type { Finding, FindingKind } from '../rule.js';
import { isBefore } from '../../trace/call.js';
import { snapshotId, type Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import { differencesOf, evidenceAt, type Compared, type ComparedField } from './compared-fields.js';
import { isMadeByVerify } from './creators.js';
import { fail, warn } from './findings.js';

export const unexplainedReading =
  'People may change a presentation outside this API: in a recording, another title, other slides or another visibility are ' +
  'warnings if updated_at is newer. In a run of `deckhand verify`, no other client changes what the run created. ' +
  'After a PATCH, the rename rules compare titles.';

export function unexplainedDifferences(
  pair: Compared,
  fields: readonly ComparedField[],
  message: (path: string) => string,
  trace: Trace,
): readonly Finding[] {
  return differencesOf(pair, fields).flatMap(({ field, path, expected, actual }) => {
    if (field === 'title' && isRenamedBefore(pair, trace)) return [];
    const finding = kindOf(field, pair, trace) === 'fail' ? fail : warn;
    // The view of the job comes first, whichever was read first: one cause is one finding.
    const isSwapped = isAcross(pair) && pair.earlier.source === 'fetched';
    const values = isSwapped ? { expected: actual, actual: expected } : { expected, actual };
    const shown = isSwapped ? { earlier: pair.later, later: pair.earlier } : pair;
    return finding(message(path), { ...values, ...evidenceAt(shown, path) });
  });
}

const isAcross = ({ earlier, later }: Compared): boolean => earlier.source !== later.source;

function kindOf(field: ComparedField, pair: Compared, trace: Trace): FindingKind {
  // The shape is the same in both, but the interface does not say that these values are.
  if (isAcross(pair) && (field === 'created_at' || field === 'is_public')) return 'warn';
  if (field === 'id' || field === 'workspace_id' || field === 'created_at') return 'fail';
  if (isMadeByVerify(pair.later, trace)) return 'fail';
  return field === 'is_public' || isUpdateReported(pair) ? 'warn' : 'fail';
}

/** Whether updated_at says that the presentation was changed between the two snapshots. */
export function isUpdateReported({ earlier, later }: Compared): boolean {
  return updatedAt(later) > updatedAt(earlier);
}

const updatedAt = ({ value }: Snapshot): number => Date.parse(String(fieldOf(value, 'updated_at')));

/** Whether a PATCH may have changed the title at any time before. The rename rules judge what follows. */
function isRenamedBefore({ later }: Compared, trace: Trace): boolean {
  const patches = trace.presentation(String(snapshotId(later)))?.patches ?? [];
  return patches.some((patch) => !patch.refused && !isBefore(later.call, patch));
}
