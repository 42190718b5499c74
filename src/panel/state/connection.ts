/**
 * Keeps everything in step with the stand-in: reads it once, then applies what the stream of events tells, in batches. When
 * something was missed, it reads anew. Nothing is asked for in a loop.
 */
import { batch, effect, signal } from '@preact/signals';
import type {
  ArmedFaultList,
  Clock,
  Exchange,
  Job,
  ScenarioList,
  Workspace,
} from '../../generated/control-api.js';
import { answered, api, Trouble } from '../api/client.js';
import { follow, type StreamEvent } from '../api/stream.js';
import { setClock } from './clock.js';
import { addPolls, clearPolls, putJob, setJobs } from './jobs.js';
import { go, workspaceId } from './route.js';
import { setScenarioList } from './scenario-list.js';
import { token } from './token.js';
import { addExchanges, filter, NO_FILTER, setExchanges } from './traffic.js';
import { setFaults, workspace, workspaces } from './workspace.js';

export type Connection =
  | { readonly kind: 'connecting' | 'live' | 'closed' }
  /** `token`: it needs one, or the one that was sent is wrong. */
  | { readonly kind: 'lost' | 'token' | 'refused' | 'unknown'; readonly message: string };

export const connection = signal<Connection>({ kind: 'connecting' });

/** Milliseconds in which events are gathered: a busy server would have the page redrawn with each of a hundred a second. */
const GATHER = 80;
/** Milliseconds until what could not be read is read again. */
const AGAIN = 2_000;

const wake = new EventTarget();
/** Tries to connect at once, should a pause be under way. */
export function connectNow(): void {
  wake.dispatchEvent(new Event('wake'));
}
addEventListener('online', connectNow);

/** Follows whichever workspace is chosen, until the page ends. */
export function connect(): void {
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
    filter.value = NO_FILTER;
    setFaults([]);
    setClock(undefined);
  });
  let gathered: StreamEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading: Promise<void> | undefined;
  /** Whether everything was read, and nothing missed since. */
  let isComplete = false;

  const flush = (): void => {
    timer = undefined;
    if (reading || signal.aborted) return;
    const events = gathered;
    gathered = [];
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
        if (!(error instanceof Trouble)) throw error;
        refuse(error);
        // The stream may be well all the same, so that nothing else would begin it again.
        if (error.code === 'unreachable')
          setTimeout(() => !isComplete && !signal.aborted && void read(), AGAIN);
      })
      .finally(() => {
        reading = undefined;
        flush();
      });
    return reading;
  };

  await follow(
    id,
    {
      onOpen(resumed) {
        if (!resumed || !isComplete) void read();
        else connection.value = { kind: 'live' };
      },
      onEvent(event) {
        if (event.event === 'hello') {
          const { workspace: real } = event.data as { workspace: string };
          // A sandbox was named by its key, which shall not stay in the address.
          if (real !== id) go({ workspace: real });
          return;
        }
        // A clock that runs is right only at the moment it is told.
        if (event.event === 'clock') setClock(event.data as Clock);
        gathered.push(event);
        timer ??= setTimeout(flush, GATHER);
      },
      onLost: refuse,
      onRefused: refuse,
    },
    signal,
    wake,
  );
}

function refuse({ code, message }: Trouble): void {
  if (code === 'token_required') connection.value = { kind: 'token', message };
  else if (code === 'not_found') connection.value = { kind: 'unknown', message };
  else if (code === 'unreachable') connection.value = { kind: 'lost', message };
  else connection.value = { kind: 'refused', message };
}

/** Reads all there is. The scenarios come with it, as files may have changed while nobody could tell. */
async function readAll(id: string, signal: AbortSignal): Promise<void> {
  const path = { workspace: id };
  const told = answered(api.GET('/workspaces/{workspace}/clock', { params: { path }, signal })).then(
    setClock,
  );
  const [info, all, list, journal, armed, stories] = await Promise.all([
    answered(api.GET('/workspaces/{workspace}', { params: { path }, signal })),
    answered(api.GET('/workspaces', { signal })),
    answered(
      api.GET('/workspaces/{workspace}/jobs', { params: { path, query: { course: 'true' } }, signal }),
    ),
    answered(
      api.GET('/workspaces/{workspace}/journal', { params: { path, query: { bodies: 'false' } }, signal }),
    ),
    answered(api.GET('/workspaces/{workspace}/faults', { params: { path }, signal })),
    answered(api.GET('/scenarios', { signal })),
    told,
  ]);
  if (signal.aborted) return;
  batch(() => {
    workspace.value = info;
    workspaces.value = all.workspaces;
    setScenarioList(stories);
    setFaults(armed.faults);
    setJobs(list.jobs, list.total);
    setExchanges(journal.exchanges);
    clearPolls();
    addPolls(journal.exchanges);
  });
}

function apply(events: readonly StreamEvent[]): void {
  const said: Exchange[] = [];
  for (const { event, data } of events) {
    switch (event) {
      case 'exchange':
        said.push(data as Exchange);
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
    }
  }
  if (said.length > 0) {
    addExchanges(said);
    addPolls(said);
  }
}

function setWorkspace(changed: Workspace): void {
  if (changed.id !== workspaceId.value) return;
  workspace.value = changed;
  workspaces.value = workspaces.value.map((one) => (one.id === changed.id ? changed : one));
}
