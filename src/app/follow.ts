/**
 * The events of a workspace, in order, while someone follows: exchanges, jobs that reach a new state, settings. Slow
 * followers miss events and receive a `gap` event; the log does not queue events for them.
 */
import { EventLog, type LoggedEvent, type WorkspaceEvent } from '../service/event-log.js';
import { runVerb } from '../service/control/run.js';
import type { ControlContext } from '../service/control/scene.js';
import type { VerbId } from '../service/control/types.js';
import { UserError } from '../base/user-error.js';
import { realNow } from '../base/real-time.js';
import { watchJobs } from './watch-jobs.js';

export interface ControlEvent {
  /** The event id to resume from. */
  readonly id: string;
  readonly event: WorkspaceEvent['kind'] | 'hello' | 'gap';
  /**
   * An exchange without bodies, a job with its timeline, the clock, the active faults, the list of scenarios, or the
   * workspace.
   */
  readonly data: unknown;
}

export interface FollowOptions {
  /** The id of the last known event. The stream starts after it. */
  readonly after?: string;
  readonly signal?: AbortSignal;
}

/** The verb that gives the data of each kind of event. */
const VERBS: Readonly<Record<Exclude<WorkspaceEvent['kind'], 'exchange' | 'closed'>, VerbId>> = {
  job: 'getJob',
  clock: 'readClock',
  scenario: 'getWorkspace',
  scenarios: 'listScenarios',
  faults: 'listArmedFaults',
  workspace: 'getWorkspace',
  reset: 'getWorkspace',
};

export async function* followWorkspace(
  context: ControlContext,
  workspace: string,
  { after, signal = new AbortController().signal }: FollowOptions = {},
): AsyncGenerator<ControlEvent, void, void> {
  const { service } = context;
  const state = service.workspace(workspace, realNow());
  const events = (state.events ??= new EventLog(realNow().toString(36)));
  const stop = watchJobs(service, state, events);
  const idOf = (number: number): string => `${events.name}.${number}`;
  try {
    let number = after === undefined ? events.last : numberOf(after, events);
    yield { id: idOf(Math.max(number, 0)), event: 'hello', data: { workspace } };
    while (!signal.aborted) {
      const next = events.after(number);
      if (next === undefined) {
        await nextEvent(events, number, signal);
      } else if (next === 'missed') {
        number = events.last;
        yield { id: idOf(number), event: 'gap', data: {} };
      } else {
        number = next.number;
        const { kind } = next.event;
        const data = await dataOf(context, workspace, next);
        if (data !== undefined) yield { id: idOf(number), event: kind, data };
        if (kind === 'closed') return;
      }
    }
  } finally {
    stop();
  }
}

/** The number in an event id. -1 for an id that this log never gave: no event follows it. */
function numberOf(id: string, { name }: EventLog): number {
  const [list, number = ''] = id.split('.');
  return list === name && /^\d{1,15}$/.test(number) ? Number(number) : -1;
}

function nextEvent(events: EventLog, number: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      stopListening();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const stopListening = events.listen(finish);
    signal.addEventListener('abort', finish);
    if (signal.aborted || events.last > number) finish();
  });
}

/** The data of an event; undefined when its subject no longer exists. */
async function dataOf(context: ControlContext, workspace: string, { event }: LoggedEvent): Promise<unknown> {
  if (event.kind === 'exchange') return event.exchange;
  if (event.kind === 'closed') return {};
  const params = { workspace, ...(event.kind === 'job' && { job: event.id }) };
  try {
    return await runVerb(context, VERBS[event.kind], {
      params,
      query: {},
      body: undefined,
      real: realNow(),
    });
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
