/** Returns the changes of a workspace since a cursor. */
import type { WorkspaceChanges } from '../../generated/control-api.js';
import type { JournalRing } from '../../journal/journal-ring.js';
import type { WorkspacePart } from '../change-tracker.js';
import { toClockInfo } from './clocks.js';
import { listFaults } from './faults.js';
import { MAX_LISTED_JOBS } from './jobs.js';
import { toExchangeInfo, withoutBodies } from './journals.js';
import { listScenarios } from './scenarios.js';
import type { ControlContext, WorkspaceContext } from './workspace-context.js';
import { toWorkspaceInfo } from './workspaces.js';

type ChangeCounts = readonly [settings: number, jobs: number, exchanges: number, unassigned: number];

/** @param cursor of an earlier response. An unknown cursor returns everything */
export function getChanges(
  context: WorkspaceContext,
  control: Pick<ControlContext, 'service' | 'sources'>,
  cursor?: string,
): WorkspaceChanges {
  const { state, service, jobs, real } = context;
  const { changes, journal } = state;
  const unassigned = service.workspace('', real);
  const name = `${changes.start}-${changes.resets + unassigned.changes.resets}`;
  const counts = [changes.count, jobs.changeCount, journal.added, unassigned.journal.added] as const;
  const since = cursor === undefined ? undefined : parseCursor(cursor, name, counts);
  const [settings, jobChanges, exchanges, unassignedExchanges] = since ?? [-1, -1, 0, 0];
  const isChanged = (part: WorkspacePart): boolean => changes.hasChanged(part, settings);
  return {
    cursor: [name, ...counts].join('-'),
    full: since === undefined,
    ...(isChanged('workspace') && { workspace: toWorkspaceInfo(context) }),
    ...(isChanged('clock') && { clock: toClockInfo(state, real) }),
    ...(isChanged('faults') && { faults: listFaults(context).faults }),
    ...(isChanged('scenarios') && { scenarios: listScenarios(control) }),
    ...(jobs.changeCount > jobChanges && {
      jobs: jobs.list({ limit: MAX_LISTED_JOBS, includeTimeline: true, changedAfter: jobChanges }),
    }),
    ...(journal.added > exchanges && { exchanges: exchangesSince(journal, exchanges) }),
    ...(unassigned.journal.added > unassignedExchanges && {
      unassigned: exchangesSince(unassigned.journal, unassignedExchanges),
    }),
  };
}

/** The counts in a cursor; undefined if this state did not create it. */
function parseCursor(cursor: string, name: string, now: ChangeCounts): ChangeCounts | undefined {
  if (!cursor.startsWith(`${name}-`)) return undefined;
  const parts = cursor.slice(name.length + 1).split('-');
  const isValid =
    parts.length === now.length &&
    now.every((count, index) => /^\d{1,15}$/.test(parts[index] ?? '') && Number(parts[index]) <= count);
  return isValid ? (parts.map(Number) as unknown as ChangeCounts) : undefined;
}

function exchangesSince(journal: JournalRing, after: number): WorkspaceChanges['exchanges'] & object {
  const exchanges = journal.exchanges();
  const first = Math.max(0, exchanges.length - (journal.added - after));
  return exchanges.slice(first).map((exchange) => toExchangeInfo(withoutBodies(exchange)));
}
