/**
 * Keeps the panel in sync with the server: polls for changes since the last response. The first response, and the one after a
 * reset or a restart, is the full state.
 */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { WorkspaceChanges } from '../../generated/control-api.js';
import { ApiError, workspaceClient, listWorkspaces } from '../api/client.js';
import { isClockFrozen, setClock } from './clock.js';
import { addPolls, clearPolls, upsertJobs, setJobs } from './jobs.js';
import { navigate, workspaceId } from './route.js';
import { setScenarioList } from './scenario-list.js';
import { token } from './token.js';
import { addExchanges, setExchanges } from './traffic.js';
import { pollNow, nextPoll } from './poll-schedule.js';
import { clearClientReport, refreshClientReport } from './refresh-client-report.js';
import { setFaults, workspace, workspaces } from './workspace.js';

export type Connection =
  | { readonly kind: 'connecting' | 'live' }
  /** `token`: the server requires a token, or the sent one is wrong. */
  | { readonly kind: 'lost' | 'token' | 'denied' | 'workspace-not-found'; readonly message: string };

export const connection = signal<Connection>({ kind: 'connecting' });
/** Whether the displayed state is current. Otherwise the displayed clock is paused, and nothing can be changed. */
export const isLive = computed(() => connection.value.kind === 'live');

/** Polling intervals by connection state. Denied requests are not retried. */
const POLL_INTERVALS_MS: { readonly [Kind in Connection['kind']]?: number } = {
  live: 500,
  connecting: 500,
  lost: 2000,
};

/** The cursor of the last response; undefined requests the full state. */
let cursor: string | undefined;
let pollController = new AbortController();

/** Polls the selected workspace until the page is closed. */
export async function connect(): Promise<void> {
  effect(() => {
    isClockFrozen.value = !isLive.value;
  });
  effect(() => {
    void [workspaceId.value, token.value];
    untracked(restart);
  });
  for (;;) {
    await nextPoll(POLL_INTERVALS_MS[connection.peek().kind]);
    await poll(workspaceId.peek(), pollController.signal);
    if (isLive.peek()) void refreshClientReport();
  }
}

function restart(): void {
  pollController.abort();
  pollController = new AbortController();
  cursor = undefined;
  batch(() => {
    connection.value = { kind: 'connecting' };
    workspace.value = undefined;
    setJobs([], 0);
    setExchanges([]);
    setFaults([]);
    setClock(undefined);
    clearClientReport();
  });
  pollNow();
}

async function poll(id: string, signal: AbortSignal): Promise<void> {
  const client = workspaceClient(id, signal);
  try {
    const changes = await client.changesSince(cursor);
    if (changes.full) workspaces.value = await listWorkspaces(signal);
    // The full state can take long to arrive, so its clock is read again.
    const clock = changes.full ? (await client.info()).clock : changes.clock;
    if (signal.aborted) return;
    cursor = changes.cursor;
    batch(() => applyChanges({ ...changes, ...(clock && { clock }) }));
    connection.value = { kind: 'live' };
    // A sandbox can be addressed by its key. The key must not stay in the URL.
    if (changes.workspace && changes.workspace.id !== id) navigate({ workspace: changes.workspace.id });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    setConnectionError(error);
  }
}

function setConnectionError({ code, message }: ApiError): void {
  if (code === 'token_required') connection.value = { kind: 'token', message };
  else if (code === 'not_found') connection.value = { kind: 'workspace-not-found', message };
  else if (code === 'unreachable') connection.value = { kind: 'lost', message };
  else connection.value = { kind: 'denied', message };
}

function applyChanges(changes: WorkspaceChanges): void {
  const { full, clock, faults, scenarios, jobs, exchanges = [], unassigned = [] } = changes;
  if (clock) setClock(clock);
  if (faults) setFaults(faults);
  if (scenarios) setScenarioList(scenarios);
  if (changes.workspace) setWorkspace(changes.workspace);
  const traffic = [...exchanges, ...unassigned].sort((one, other) => one.sequence - other.sequence);
  if (full) {
    setJobs(jobs?.jobs ?? [], jobs?.total ?? 0);
    setExchanges(traffic);
    clearPolls();
  } else {
    if (jobs) upsertJobs(jobs.jobs, jobs.total);
    if (traffic.length > 0) addExchanges(traffic);
  }
  addPolls(traffic);
}

function setWorkspace(changed: WorkspaceChanges['workspace'] & object): void {
  workspace.value = changed;
  workspaces.value = workspaces.value.map((one) => (one.id === changed.id ? changed : one));
}
