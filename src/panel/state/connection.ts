/**
 * Keeps the panel in sync with the server: it asks what has changed since its last question. The first response, and the one
 * after a reset or a restart, is the whole state.
 */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { WorkspaceChanges } from '../../generated/control-api.js';
import { ApiError, workspaceClient, listWorkspaces } from '../api/client.js';
import { isClockFrozen, setClock } from './clock.js';
import { addPolls, clearPolls, upsertJobs, setJobs } from './jobs.js';
import { navigate, workspaceId } from './route.js';
import { setScenarioList } from './scenario-list.js';
import { token } from './token.js';
import { addExchanges, setExchanges, exchanges } from './traffic.js';
import { pollNow, nextPoll } from './poll-schedule.js';
import { setFaults, workspace, workspaces } from './workspace.js';
import { clientReport } from './client-report.js';

export type Connection =
  | { readonly kind: 'connecting' | 'live' }
  /** `token`: the server requires a token, or the sent one is wrong. */
  | { readonly kind: 'lost' | 'token' | 'denied' | 'workspace-not-found'; readonly message: string };

export const connection = signal<Connection>({ kind: 'connecting' });
/** Whether the shown state is that of the server. Otherwise time stands still, and nothing can be changed. */
export const isLive = computed(() => connection.value.kind === 'live');

/** Polling intervals by connection state. Denied requests are not retried. */
const POLL_INTERVALS_MS: { readonly [Kind in Connection['kind']]?: number } = {
  live: 500,
  connecting: 500,
  lost: 2000,
};

/** The position of the last response; undefined asks for the whole state. */
let after: string | undefined;
let pollController = new AbortController();

/** Follows the selected workspace until the page is closed. */
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
  after = undefined;
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
  const current = workspaceClient(id, signal);
  try {
    const changes = await current.changesSince(after);
    if (changes.full) workspaces.value = await listWorkspaces(signal);
    // The whole state can take long to arrive.
    const clock = changes.full ? (await current.info()).clock : changes.clock;
    if (signal.aborted) return;
    after = changes.cursor;
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

/* Asks the server to judge the clients, when there are new exchanges: less often if the server needs long for it. */

/** Milliseconds from a judgement to the next. The first one is slow, because the server loads the judge. */
const MIN_REPORT_INTERVAL_MS = 1000;
const MAX_REPORT_INTERVAL_MS = 5000;

let reportedExchanges = exchanges.peek();
let isDueAt = 0;

function clearClientReport(): void {
  clientReport.value = undefined;
  reportedExchanges = exchanges.peek();
}

async function refreshClientReport(): Promise<void> {
  const list = exchanges.peek();
  const begun = performance.now();
  if (list === reportedExchanges || list.length === 0 || begun < isDueAt) return;
  const workspace = workspaceId.peek();
  reportedExchanges = list;
  isDueAt = Infinity;
  try {
    const report = await workspaceClient(workspace).clientReport({ includeUnassigned: true });
    if (workspace === workspaceId.peek()) clientReport.value = report;
  } catch (error) {
    // The connection note already shows this error.
    if (!(error instanceof ApiError)) throw error;
  } finally {
    // A tenth of the time is enough for judgements.
    const pause = 9 * (performance.now() - begun);
    isDueAt = performance.now() + Math.min(Math.max(pause, MIN_REPORT_INTERVAL_MS), MAX_REPORT_INTERVAL_MS);
  }
}
