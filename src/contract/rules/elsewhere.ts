/**
 * What people may do to a presentation outside this API, such as in the browser: rename, edit and delete it. Only a recording can
 * show it: people do not know what a run of `deckhand verify` created. Sections 1 and 2.1.
 */
import { fieldOf } from '../../base/json.js';
import { isBefore, isNotFound, type Call } from '../../trace/call.js';
import type { Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import { isIdMadeByVerify, isMadeByVerify } from './creators.js';

interface Seen {
  readonly earlier: Snapshot;
  readonly later: Snapshot;
}

/** Whether updated_at says that the presentation was changed between the two snapshots. A replica may show the older one later. */
export function isUpdateReported({ earlier, later }: Seen): boolean {
  return Math.abs(updatedAt(later) - updatedAt(earlier)) > 0;
}

const updatedAt = ({ value }: Snapshot): number => Date.parse(String(fieldOf(value, 'updated_at')));

/** Whether somebody else may have changed the presentation between two snapshots without a PATCH. */
export const mayBeChangedElsewhere = (seen: Seen, trace: Trace): boolean =>
  isUpdateReported(seen) && !isMadeByVerify(seen.later, trace);

/** Ms. In a shorter time, a program reads and writes, and people do not happen to edit the same presentation. */
const MOMENT = 5_000;

export const isWithinMoment = (earlier: Call, later: Call): boolean =>
  later.exchange.startedAt - earlier.exchange.endedAt <= MOMENT;

/**
 * The same with a PATCH in between, which moves updated_at itself.
 *
 * @param since the call after which a change by somebody else explains the later snapshot
 */
export const mayBeChangedBesidePatch = (seen: Seen, since: Call, trace: Trace): boolean =>
  mayBeChangedElsewhere(seen, trace) && !isWithinMoment(since, seen.later.call);

/** Whether somebody may have deleted the presentation of a call that does not find it: no later fetch finds it. */
export function mayBeDeletedElsewhere(call: Call, trace: Trace): boolean {
  const { id } = call;
  if (!isNotFound(call) || isIdMadeByVerify(id, trace)) return false;
  return !trace.about('getPresentation', id).some((other) => other.ok && isBefore(call, other));
}
