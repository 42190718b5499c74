/**
 * The events of a workspace, in order, while someone follows: exchanges, jobs that reach a new state, settings. Slow
 * followers miss events and receive a `gap` event; the log does not queue events for them.
 */
import { EventLog, type LoggedEvent, type WorkspaceEvent } from '../service/event-log.js';
import { runVerb } from '../service/control/run.js';
import { jobAt } from '../service/control/jobs.js';
import { verbContextOf, type ControlContext } from '../service/control/verb-context.js';
import type { VerbId } from '../control/verb-types.js';
import { UserError } from '../base/user-error.js';
import { realNow } from '../base/real-time.js';
import type { ControlEvent, FollowOptions } from '../control/line.js';
import { watchJobs } from './watch-jobs.js';

/** The verb that gives the data of each kind of event. */
const VERBS: Readonly<
  Record<Exclude<WorkspaceEvent['kind'], 'exchange' | 'unassigned' | 'job' | 'closed'>, VerbId>
> = {
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
  const { events, leave } = openEvents(context, workspace);
  try {
    let number = startOf(after, events);
    yield helloOf(events, number, workspace);
    while (!signal.aborted) {
      const next = events.after(number);
      if (next === undefined) {
        await nextEvent(events, number, signal);
      } else if (next === 'missed') {
        number = events.last;
        yield gapOf(events);
      } else {
        number = next.number;
        const event = await controlEvent(context, workspace, events, next);
        if (event) yield event;
        if (next.event.kind === 'closed') return;
      }
    }
  } finally {
    leave();
  }
}

/** The events of a workspace for one more follower, who leaves with `leave`. */
export function openEvents(
  { service }: ControlContext,
  workspace: string,
): { readonly events: EventLog; readonly leave: () => void } {
  const state = service.workspace(workspace, realNow());
  const events = (state.events ??= new EventLog(realNow().toString(36)));
  return { events, leave: watchJobs(service, state, events) };
}

/** The number of the last event that a follower knows. */
export function startOf(after: string | undefined, events: EventLog): number {
  return after === undefined ? events.last : numberOf(after, events);
}

export function helloOf(events: EventLog, number: number, workspace: string): ControlEvent {
  return { id: `${events.name}.${Math.max(number, 0)}`, event: 'hello', data: { workspace } };
}

export function gapOf(events: EventLog): ControlEvent {
  return { id: `${events.name}.${events.last}`, event: 'gap', data: {} };
}

/** A logged event with its data; undefined when its subject no longer exists. */
export async function controlEvent(
  context: ControlContext,
  workspace: string,
  { name }: EventLog,
  logged: LoggedEvent,
): Promise<ControlEvent | undefined> {
  const data = await dataOf(context, workspace, logged);
  return data === undefined ? undefined : { id: `${name}.${logged.number}`, event: logged.event.kind, data };
}

/** The number in an event id. -1 for an id that this log never gave: no event follows it. */
function numberOf(id: string, { name }: EventLog): number {
  const [list, number = ''] = id.split('.');
  return list === name && /^\d{1,15}$/.test(number) ? Number(number) : -1;
}

/** Resolves when an event has a higher number, or the signal is aborted. */
export function nextEvent(events: EventLog, number: number, signal: AbortSignal): Promise<void> {
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
  if (event.kind === 'exchange' || event.kind === 'unassigned') return event.exchange;
  if (event.kind === 'closed') return {};
  const params = { workspace };
  const real = realNow();
  try {
    if (event.kind === 'job') return jobAt(verbContextOf(context, { params, real }), event.id, event.at);
    return await runVerb(context, VERBS[event.kind], { params, query: {}, body: undefined, real });
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
