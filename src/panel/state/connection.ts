/**
 * Keeps the panel in sync with the server: it reads the whole state once, and then applies events in batches. After a gap in
 * the events it reads the state again. It does not poll.
 */
import { batch, computed, effect, signal } from '@preact/signals';
import type {
  ArmedFaultList,
  Clock,
  Exchange,
  Job,
  ScenarioList,
  Workspace,
} from '../../generated/control-api.js';
import type { ControlEvent } from '../../control/line.js';
import { ApiError, line } from '../api/client.js';
import { clock, isFrozen, setClock } from './clock.js';
import { addPolls, clearPolls, putJob, setJobs } from './jobs.js';
import { go, workspaceId } from './route.js';
import { setScenarioList } from './scenario-list.js';
import { token } from './token.js';
import { addExchanges, setExchanges } from './traffic.js';
import { setFaults, workspace, workspaces } from './workspace.js';

export type Connection =
  | { readonly kind: 'connecting' | 'live' | 'closed' }
  /** `token`: the server requires a token, or the sent one is wrong. */
  | { readonly kind: 'lost' | 'token' | 'refused' | 'unknown'; readonly message: string };

export const connection = signal<Connection>({ kind: 'connecting' });
/** Whether the shown state is that of the server. Otherwise time stands still, and nothing can be changed. */
export const isLive = computed(() => connection.value.kind === 'live');

/** Milliseconds in which events are collected. Without batches, a busy server would cause a hundred renders a second. */
const BATCH_DELAY = 80;
/** Milliseconds before each attempt to connect again. The last value repeats. */
const RECONNECT_DELAYS = [200, 500, 1_000, 2_000, 5_000];
/** Milliseconds until a failed read is repeated. */
const RETRY_DELAY = 2_000;

const wake = new EventTarget();
/** Connects at once, instead of waiting for the next attempt. */
export function connectNow(): void {
  wake.dispatchEvent(new Event('wake'));
}
addEventListener('online', connectNow);

/** Follows the selected workspace until the page is closed. */
export function connect(): void {
  effect(() => {
    isFrozen.value = !isLive.value;
  });
  effect(() => {
    const id = workspaceId.value;
    void token.value;
    const leaving = new AbortController();
    void session(id, leaving.signal);
    return () => leaving.abort();
  });
}

async function session(id: string, signal: AbortSignal): Promise<void> {
  batch(() => {
    connection.value = { kind: 'connecting' };
    workspace.value = undefined;
    setJobs([], 0);
    setExchanges([]);
    setFaults([]);
    setClock(undefined);
  });
  let pending: ControlEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading: Promise<void> | undefined;
  /** Whether the whole state was read, and no event was missed since. */
  let isComplete = false;

  const flush = (): void => {
    timer = undefined;
    if (reading || signal.aborted) return;
    const events = pending;
    pending = [];
    if (events.some(({ event }) => event === 'gap' || event === 'reset')) return void read();
    batch(() => apply(events));
  };
  const read = (): Promise<void> => {
    isComplete = false;
    reading ??= readAll(id, signal)
      .then(() => {
        isComplete = true;
        if (!signal.aborted) connection.value = { kind: 'live' };
      })
      .catch((error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        showError(error);
        // The event stream can still be open, so this timer starts the next read.
        if (error.code === 'unreachable')
          setTimeout(() => !isComplete && !signal.aborted && void read(), RETRY_DELAY);
      })
      .finally(() => {
        reading = undefined;
        flush();
      });
    return reading;
  };

  const onEvent = (event: ControlEvent): void => {
    if (event.event === 'hello') {
      const { workspace: actualId } = event.data as { workspace: string };
      // A sandbox can be addressed by its key. The key must not stay in the URL.
      if (actualId !== id) go({ workspace: actualId });
      return;
    }
    // Not batched: a reading of a running clock is exact only when it arrives.
    if (event.event === 'clock') setClock(event.data as Clock);
    pending.push(event);
    timer ??= setTimeout(flush, BATCH_DELAY);
  };
  const events = line.follow(id, {
    signal,
    wake,
    pauses: RECONNECT_DELAYS,
    onOpen(resumed) {
      if (!resumed || !isComplete) void read();
      else connection.value = { kind: 'live' };
    },
    onLost(error) {
      const isRefused = error instanceof ApiError && error.code !== 'unreachable';
      showError(
        error instanceof ApiError ? error : new ApiError('unreachable', 'The connection to Deckhand broke.'),
      );
      return !isRefused;
    },
  });
  try {
    for await (const event of events) onEvent(event);
  } catch (error) {
    // `onLost` has shown it.
    if (!(error instanceof ApiError)) throw error;
  }
}

function showError({ code, message }: ApiError): void {
  if (code === 'token_required') connection.value = { kind: 'token', message };
  else if (code === 'not_found') connection.value = { kind: 'unknown', message };
  else if (code === 'unreachable') connection.value = { kind: 'lost', message };
  else connection.value = { kind: 'refused', message };
}

/** Reads the whole state, also the scenarios: their files can have changed while there was no connection. */
async function readAll(id: string, signal: AbortSignal): Promise<void> {
  const params = { workspace: id };
  const before = clock.peek();
  const clockRead = line.run('readClock', { params, signal }).then(
    // An event that arrived meanwhile is newer.
    (reading) => clock.peek() === before && setClock(reading),
  );
  const [info, all, list, journal, activeFaults, scenarios] = await Promise.all([
    line.run('getWorkspace', { params, signal }),
    line.run('listWorkspaces', { signal }),
    line.run('listJobs', { params, query: { timeline: 'true' }, signal }),
    line.run('readJournal', { params, query: { bodies: 'false', unassigned: 'true' }, signal }),
    line.run('listArmedFaults', { params, signal }),
    line.run('listScenarios', { signal }),
    clockRead,
  ]);
  if (signal.aborted) return;
  batch(() => {
    workspace.value = info;
    workspaces.value = all.workspaces;
    setScenarioList(scenarios);
    setFaults(activeFaults.faults);
    setJobs(list.jobs, list.total);
    setExchanges(journal.exchanges);
    clearPolls();
    addPolls(journal.exchanges);
  });
}

function apply(events: readonly ControlEvent[]): void {
  const exchanges: Exchange[] = [];
  for (const { event, data } of events) {
    switch (event) {
      case 'exchange':
      case 'unassigned':
        exchanges.push(data as Exchange);
        break;
      case 'job':
        putJob(data as Job);
        break;
      case 'faults':
        setFaults((data as ArmedFaultList).faults);
        break;
      case 'scenarios':
        setScenarioList(data as ScenarioList);
        break;
      case 'scenario':
      case 'workspace':
        setWorkspace(data as Workspace);
        break;
      case 'closed':
        connection.value = { kind: 'closed' };
        break;
      case 'hello':
      case 'gap':
      case 'reset':
      case 'clock':
      // They were handled when they arrived.
    }
  }
  if (exchanges.length > 0) {
    addExchanges(exchanges);
    addPolls(exchanges);
  }
}

function setWorkspace(changed: Workspace): void {
  if (changed.id !== workspaceId.value) return;
  workspace.value = changed;
  workspaces.value = workspaces.value.map((one) => (one.id === changed.id ? changed : one));
}
