/** Differences between two snapshots that no PATCH in the journal explains, each a violation or a warning. Section 1. */
import { fieldOf } from '../../base/json.js';
import type { Finding, FindingKind } from '../rule.js';
import { isBefore } from '../../trace/call.js';
import { snapshotId, type Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import { differencesOf, evidenceAt, type Compared, type ComparedField } from './compared-fields.js';
import { creationsOf, isMadeByVerify } from './creators.js';
import { isUpdateReported, mayBeChangedBesidePatch } from './elsewhere.js';
import { fail, warn } from './findings.js';

export const unexplainedReading =
  'People may change a presentation outside this API: in a recording, another title, other slides or another visibility are ' +
  'warnings if updated_at differs. In a run of `deckhand verify`, no other client changes what the run created. ' +
  'The slides of a presentation from a template may follow its creation, and a view may leave slides out: these are warnings. After a PATCH, the rename rules compare titles.';

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

export const besidePatchReading =
  'In a recording, slides or a visibility that differ after more than five seconds with another updated_at are warnings: people may change ' +
  'them beside the PATCH.';

/** The same for two snapshots with a PATCH in between, which moves updated_at itself. */
export function differencesBesidePatch(
  pair: Compared,
  fields: readonly ComparedField[],
  message: (path: string) => string,
  trace: Trace,
): readonly Finding[] {
  const isElsewhere = mayBeChangedBesidePatch(pair, pair.earlier.call, trace);
  return differencesOf(pair, fields).map(({ field, path, expected, actual }) => {
    const mayWarn = (isElsewhere && EDITABLE.has(field)) || mayBeEmpty(field, pair, trace);
    return (mayWarn ? warn : fail)(message(path), { expected, actual, ...evidenceAt(pair, path) });
  });
}

/** The fields besides the title that people can change in the application. */
const EDITABLE: ReadonlySet<ComparedField> = new Set(['sections', 'is_public']);

/**
 * Whether the slides of a template arrive later, since 4.3 gives no time, or a view leaves them out to stay short, since sections
 * may be empty.
 */
function mayBeEmpty(field: ComparedField, pair: Compared, trace: Trace): boolean {
  if (field !== 'sections') return false;
  const { earlier, later } = pair;
  if (isAcross(pair)) return [earlier, later].some((one) => one.source === 'completed job' && isEmpty(one));
  return isEmpty(earlier) && creationsOf(trace).has(snapshotId(later));
}

function isEmpty({ value }: Snapshot): boolean {
  const sections = fieldOf(value, 'sections');
  return Array.isArray(sections) && sections.length === 0;
}

const isAcross = ({ earlier, later }: Compared): boolean => earlier.source !== later.source;

function kindOf(field: ComparedField, pair: Compared, trace: Trace): FindingKind {
  // The shape is the same in both, but the interface does not say that these values are.
  if (isAcross(pair) && (field === 'created_at' || field === 'is_public')) return 'warn';
  if (field === 'id' || field === 'workspace_id' || field === 'created_at') return 'fail';
  if (mayBeEmpty(field, pair, trace)) return 'warn';
  if (isMadeByVerify(pair.later, trace)) return 'fail';
  return field === 'is_public' || isUpdateReported(pair) ? 'warn' : 'fail';
}

/** Whether a PATCH may have changed the title at any time before. The rename rules judge what follows. */
function isRenamedBefore({ later }: Compared, trace: Trace): boolean {
  const patches = trace.presentation(String(snapshotId(later)))?.patches ?? [];
  return patches.some((patch) => !isBefore(later.call, patch));
}
