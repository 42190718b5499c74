/** The verbs that export the whole state of a workspace as one document, for example for a bug report, and restore it. */
import type { Snapshot } from '../../generated/control-api.js';
import { advanceClock } from '../clock.js';
import { checkSnapshot } from '../snapshot/check.js';
import { digestOf } from '../snapshot/digest.js';
import { clockFrom, restore } from '../snapshot/restore.js';
import { takeSnapshotOf } from '../snapshot/take.js';
import { badInput } from './refuse.js';
import { changes, verbContextOf } from './verb-context.js';
import { workspaceView } from './workspaces.js';

export const takeSnapshot = changes<'takeSnapshot'>(({ service, row, state, real, hash }) => {
  // A clock with a fractional speed can be between two milliseconds. This rounds it, so that the original and the copy
  // continue from the same time.
  state.clock = advanceClock(state.clock, real, 0);
  return takeSnapshotOf(service, row.id, real, hash);
});

export const restoreSnapshot = changes<'restoreSnapshot'>((context, snapshot: Snapshot) => {
  const { service, row, params, real, hash } = context;
  if (snapshot.digest !== digestOf(snapshot, hash))
    throw badInput([{ pointer: '/digest', detail: 'does not fit the rest: the snapshot is damaged' }]);
  // Keys and counts are of the process that saved them. Only that state continues with them.
  const { running: _, ...shared } = snapshot;
  restore(service, [checkSnapshot(shared, row.id)], { clockOf: (one) => clockFrom(one, real) });
  return workspaceView(verbContextOf(context, { params, real }));
});
