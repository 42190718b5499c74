/** Changes of a running job. Each adds an event to the job, and the job's state is computed from its events. */
import type { Job as JobView } from '../../generated/control-api.js';
import type { JobEvent } from '../store/store.js';
import { withEvent } from '../interventions.js';
import type { CurrentJob } from '../job-view.js';
import type { JobState } from '../project.js';
import { describeJob, needCurrentJob } from './jobs.js';
import { jobConflict } from './refuse.js';
import { refuseForReplay, replyToReplayedJob } from './replayed-jobs.js';
import type { WorkspaceNow } from './verb-context.js';

/** A limit, because the state of a job is computed from all of its events. */
const MOST_EVENTS = 1000;

/** What a person makes a job do. A reply is that of its client. */
export type Intervention =
  | { readonly kind: 'ask'; readonly message: string }
  | { readonly kind: 'reply'; readonly message: string }
  | { readonly kind: 'fail'; readonly error: string }
  | { readonly kind: 'complete'; readonly title?: string | undefined }
  | { readonly kind: 'stall' };

/** @throws UserError (`job-conflict`) when the job has ended, or asks nothing */
export function intervene(workspace: WorkspaceNow, id: string, what: Intervention): JobView {
  const { shared, row, state, now } = workspace;
  if (state.replay && what.kind === 'reply') {
    state.changes.note('replay');
    return replyToReplayedJob(state.replay, id, what.message, now);
  }
  refuseForReplay(state.replay);
  const before = needCurrentJob(shared, row.id, id, now);
  refuseEnded(before);
  const event = eventOf(what, before.state, now);
  shared.store.changeJob(row.id, id, (job) => withEvent(job, event));
  return describeJob(needCurrentJob(shared, row.id, id, now), shared);
}

function eventOf(what: Intervention, state: JobState, at: number): JobEvent {
  if (what.kind === 'complete') {
    const { title } = what;
    return { kind: 'complete', ...(title !== undefined && { title }), at };
  }
  if (what.kind !== 'reply') return { ...what, at };
  if (state.status !== 'awaiting_input') throw jobConflict('The job asks nothing.');
  return { kind: 'reply', step: state.question, at };
}

function refuseEnded({ job, state }: CurrentJob): void {
  if (state.status === 'completed' || state.status === 'failed')
    throw jobConflict(`The job is ${state.status}, and stays so.`);
  if (job.events.length >= MOST_EVENTS)
    throw jobConflict(`The job was stepped into ${MOST_EVENTS} times already.`);
}
