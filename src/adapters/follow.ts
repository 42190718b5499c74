/**
 * What happens in a workspace, one event after the other, for as long as somebody follows: exchanges, jobs that come to
 * something new, what is set. Whoever is slow misses events and is told so; nobody's events are heaped up.
 */
import { Happenings, type Happening, type Numbered } from '../service/happenings.js';
import { runVerb } from '../service/control/run.js';
import type { ControlContext } from '../service/control/scene.js';
import type { VerbId } from '../service/control/types.js';
import { UserError } from '../user-error.js';
import { realNow } from './real-time.js';
import { watchJobs } from './watch-jobs.js';

export interface ControlEvent {
  /** To follow on from here later. */
  readonly id: string;
  readonly event: Happening['kind'] | 'hello' | 'gap';
  /** An exchange without bodies, a job with its course, the clock, the armed faults, the list of scenarios, or the workspace. */
  readonly data: unknown;
}

export interface FollowOptions {
  /** The id of the last event that was seen. Those after it come first. */
  readonly after?: string;
  readonly signal?: AbortSignal;
}

/** What each kind of happening is told by. */
const TELLING: Readonly<Record<Exclude<Happening['kind'], 'exchange' | 'closed'>, VerbId>> = {
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
  const happenings = (state.happenings ??= new Happenings(realNow().toString(36)));
  const stop = watchJobs(service, state, happenings);
  const idOf = (number: number): string => `${happenings.name}.${number}`;
  try {
    let number = after === undefined ? happenings.last : numberOf(after, happenings);
    yield { id: idOf(Math.max(number, 0)), event: 'hello', data: { workspace } };
    while (!signal.aborted) {
      const next = happenings.after(number);
      if (next === undefined) {
        await somethingMore(happenings, number, signal);
      } else if (next === 'missed') {
        number = happenings.last;
        yield { id: idOf(number), event: 'gap', data: {} };
      } else {
        number = next.number;
        const data = await tell(context, workspace, next);
        if (data !== undefined) yield { id: idOf(number), event: next.what.kind, data };
        if (next.what.kind === 'closed') return;
      }
    }
  } finally {
    stop();
  }
}

/** -1, which nothing comes after, for an id that this list never gave. */
function numberOf(id: string, { name }: Happenings): number {
  const [list, number = ''] = id.split('.');
  return list === name && /^\d{1,15}$/.test(number) ? Number(number) : -1;
}

function somethingMore(happenings: Happenings, number: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      deafen();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const deafen = happenings.listen(finish);
    signal.addEventListener('abort', finish);
    if (signal.aborted || happenings.last > number) finish();
  });
}

/** What an event says; undefined when what it was about is gone again. */
async function tell(context: ControlContext, workspace: string, { what }: Numbered): Promise<unknown> {
  if (what.kind === 'exchange') return what.exchange;
  if (what.kind === 'closed') return {};
  const params = { workspace, ...(what.kind === 'job' && { job: what.id }) };
  try {
    return await runVerb(context, TELLING[what.kind], {
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
