/** The successful renames of a journal, each with the fetches that only it can explain. Section 4.7. */
import { fieldOf } from '../../base/json.js';
import {
  hasUnknownOutcome,
  isBefore,
  isRename,
  sentTitle,
  tookEffectBefore,
  type Call,
} from '../../trace/call.js';
import { perTrace } from '../../trace/trace.js';
import type { PresentationTrace, Snapshot } from '../../trace/presentation.js';
import { mayBecome } from '../title-change.js';
import { isFetched } from './snapshot-pairs.js';

export interface Rename {
  readonly call: Call;
  readonly title: string;
  readonly presentation: PresentationTrace;
  /** The fetches after it, up to the next possible change of the title. */
  readonly after: readonly Snapshot[];
}

export const renames = perTrace((trace) => trace.presentations.flatMap(renamesOf));

function renamesOf(presentation: PresentationTrace): readonly Rename[] {
  const { patches, snapshots, owner } = presentation;
  const fetched = snapshots.filter(isFetched);
  const found: Rename[] = [];
  for (const [index, call] of patches.entries()) {
    if (!call.ok || call.by.key !== owner || !isRename(call)) continue;
    const after = fetched.filter(
      (snapshot) => isBefore(call, snapshot.call) && !mayBeChangedByOther(patches, index, snapshot),
    );
    if (after.length > 0) found.push({ call, title: sentTitle(call) ?? '', presentation, after });
  }
  return found;
}

/** Whether another PATCH than the one at this index may explain the snapshot. Starts with the next one, the likeliest. */
function mayBeChangedByOther(changes: readonly Call[], index: number, seen: Snapshot): boolean {
  const call = changes[index] as Call;
  const count = changes.length;
  for (let step = 1; step < count; step++) {
    const other = changes[(index + step) % count] as Call;
    if (!tookEffectBefore(other, call) && !isBefore(seen.call, other) && mayExplain(other, seen)) return true;
  }
  return false;
}

/**
 * Whether a PATCH may explain the title of a snapshot. A PATCH that was refused, or whose outcome is unknown, explains the title
 * that it sent and no other. Without such a title, the service can store any.
 */
function mayExplain(change: Call, snapshot: Snapshot): boolean {
  if (change.ok) return true;
  const sent = sentTitle(change);
  if (sent !== undefined) return hasTitle(snapshot, sent);
  return hasUnknownOutcome(change);
}

/** Whether a response shows the title, as a service may store it. */
export function hasTitle({ value }: Snapshot, title: string): boolean {
  const actual = fieldOf(value, 'title');
  return typeof actual === 'string' && mayBecome(title, actual);
}

/** Whether a response before the call showed this title, or a request before it sent it. */
export function isKnownBefore(
  title: unknown,
  { patches, snapshots }: PresentationTrace,
  call: Call,
): boolean {
  if (typeof title !== 'string') return false;
  const isShown = (snapshot: Snapshot): boolean =>
    snapshot.call.exchange.startedAt < call.exchange.startedAt && hasTitle(snapshot, title);
  const isSent = (patch: Call): boolean =>
    !patch.refused && !isBefore(call, patch) && mayBecome(sentTitle(patch) ?? '', title);
  return patches.some(isSent) || snapshots.some(isShown);
}
