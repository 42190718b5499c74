/** The verbs that change a running job. Each adds an event to the job, and the job's state is computed from its events. */
import type { Job as JobView } from '../../generated/control-api.js';
import type { JobEvent } from '../store/store.js';
import { withEvent } from '../interventions.js';
import type { CurrentJob } from '../job-view.js';
import type { JobState } from '../project.js';
import { describeJob, needCurrentJob } from './jobs.js';
import { jobConflict } from './refuse.js';
import { refuseForReplay, replyToReplayedJob } from './replayed-jobs.js';
import { changes, type VerbContext } from './verb-context.js';

/** A limit, because the state of a job is computed from all of its events. */
const MOST_EVENTS = 1000;

export const askJob = changes<'askJob'>((context, { message }) =>
  intervene(context, () => ({ kind: 'ask', message, at: context.now })),
);

export const failJob = changes<'failJob'>((context, { error }) =>
  intervene(context, () => ({ kind: 'fail', error, at: context.now })),
);

export const completeJob = changes<'completeJob'>((context, body: { title?: string } | undefined) =>
  intervene(context, () => ({ kind: 'complete', ...body, at: context.now })),
);

export const stallJob = changes<'stallJob'>((context) =>
  intervene(context, () => ({ kind: 'stall', at: context.now })),
);

export const replyToJob = changes<'replyToJob'>((context, { message }) => {
  const { state, params, now } = context;
  if (state.replay) {
    state.changes.note('replay');
    return replyToReplayedJob(state.replay, params['job'] ?? '', message, now);
  }
  return intervene(context, (job) => {
    if (job.status !== 'awaiting_input') throw jobConflict('The job asks nothing.');
    return { kind: 'reply', step: job.question, at: context.now };
  });
});

function intervene(
  { shared, row, state, params, now }: VerbContext,
  eventOf: (state: JobState) => JobEvent,
): JobView {
  refuseForReplay(state.replay);
  const id = params['job'] ?? '';
  const before = needCurrentJob(shared, row.id, id, now);
  refuseEnded(before);
  const event = eventOf(before.state);
  shared.store.changeJob(row.id, id, (job) => withEvent(job, event));
  return describeJob(needCurrentJob(shared, row.id, id, now), shared);
}

function refuseEnded({ job, state }: CurrentJob): void {
  if (state.status === 'completed' || state.status === 'failed')
    throw jobConflict(`The job is ${state.status}, and stays so.`);
  if (job.events.length >= MOST_EVENTS)
    throw jobConflict(`The job was stepped into ${MOST_EVENTS} times already.`);
}
