/** Reads what has changed in a workspace since a position. A position names the state and counts its changes. */
import type { Changes } from '../../generated/control-api.js';
import type { JournalRing } from '../../journal/ring.js';
import type { ChangedPart } from '../workspace-state.js';
import { clockView } from './clocks.js';
import { listedFaults } from './faults.js';
import { jobList, LISTED } from './jobs.js';
import { exchangeView, withoutBodies } from './journals.js';
import { replayedJobs } from './replayed-jobs.js';
import { scenarioList } from './scenarios.js';
import type { WorkspaceNow } from './verb-context.js';
import { workspaceView } from './workspaces.js';

/** @param after an earlier one. One that this state did not give returns everything */
export function changesOf(context: WorkspaceNow, after?: string): Changes {
  const { state, service, shared, row, real } = context;
  const { changes, journal } = state;
  const unassigned = service.workspace('', real);
  const name = `${changes.start}-${changes.resets + unassigned.changes.resets}`;
  const counts = [
    changes.count,
    shared.store.jobChanges(row.id),
    journal.added,
    unassigned.journal.added,
  ] as const;
  const known = after === undefined ? undefined : countsIn(after, name, counts);
  const [settings, jobs, exchanges, others] = known ?? [-1, -1, 0, 0];
  const isChanged = (part: ChangedPart): boolean => changes.isChanged(part, settings);
  const isJobChanged = state.replay ? isChanged('replay') : counts[1] > jobs;
  return {
    next: [name, ...counts].join('-'),
    all: known === undefined,
    ...(isChanged('workspace') && { workspace: workspaceView(context) }),
    ...(isChanged('clock') && { clock: clockView(state, real) }),
    ...(isChanged('faults') && { faults: listedFaults(context) }),
    ...(isChanged('scenarios') && { scenarios: scenarioList(service) }),
    ...(isJobChanged && { jobs: changedJobs(context, jobs) }),
    ...(journal.added > exchanges && { exchanges: addedTo(journal, exchanges) }),
    ...(unassigned.journal.added > others && { unassigned: addedTo(unassigned.journal, others) }),
  };
}

type Counts = readonly [settings: number, jobs: number, exchanges: number, unassigned: number];

/** The counts in a position; undefined if this state did not give it. */
function countsIn(position: string, name: string, now: Counts): Counts | undefined {
  if (!position.startsWith(`${name}-`)) return undefined;
  const texts = position.slice(name.length + 1).split('-');
  const isKnown =
    texts.length === now.length &&
    now.every((count, index) => /^\d{1,15}$/.test(texts[index] ?? '') && Number(texts[index]) <= count);
  return isKnown ? (texts.map(Number) as unknown as Counts) : undefined;
}

function changedJobs({ state, shared, row, now }: WorkspaceNow, after: number): Changes['jobs'] & object {
  if (state.replay) return replayedJobs(state.replay, now, LISTED, true);
  const { jobs, total } = shared.store.changedJobs(row.id, after, LISTED);
  return jobList(jobs, total, shared, now, true);
}

function addedTo(journal: JournalRing, after: number): Changes['exchanges'] & object {
  const exchanges = journal.exchanges();
  const first = Math.max(0, exchanges.length - (journal.added - after));
  return exchanges.slice(first).map((exchange) => exchangeView(withoutBodies(exchange)));
}
