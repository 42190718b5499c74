/** The verbs that change a running job. Each adds an event to the job, and the job's state is computed from its events. */
import type { Job as JobView } from '../../generated/control-api.js';
import type { JobEvent } from '../store/store.js';
import { withEvent } from '../interventions.js';
import type { JobStanding } from '../job-view.js';
import type { JobState } from '../project.js';
import { describeJob, needStanding } from './jobs.js';
import { jobConflict } from './refuse.js';
import { refuseForReplay, replyToReplayedJob } from './replayed-jobs.js';
import { changes, type Scene } from './scene.js';

/** A limit, because the state of a job is computed from all of its events. */
const MOST_EVENTS = 1000;

export const askJob = changes<'askJob'>((scene, { message }) =>
  intervene(scene, () => ({ kind: 'ask', message, at: scene.now })),
);

export const failJob = changes<'failJob'>((scene, { error }) =>
  intervene(scene, () => ({ kind: 'fail', error, at: scene.now })),
);

export const completeJob = changes<'completeJob'>((scene, body: { title?: string } | undefined) =>
  intervene(scene, () => ({ kind: 'complete', ...body, at: scene.now })),
);

export const stallJob = changes<'stallJob'>((scene) =>
  intervene(scene, () => ({ kind: 'stall', at: scene.now })),
);

export const replyToJob = changes<'replyToJob'>((scene, { message }) => {
  const {
    state: { replay },
    params,
    now,
  } = scene;
  if (replay) return replyToReplayedJob(replay, params['job'] ?? '', message, now);
  return intervene(scene, (state) => {
    if (state.status !== 'awaiting_input') throw jobConflict('The job asks nothing.');
    return { kind: 'reply', step: state.question, at: scene.now };
  });
});

function intervene(
  { shared, row, state, params, now }: Scene,
  eventOf: (state: JobState) => JobEvent,
): JobView {
  refuseForReplay(state.replay);
  const id = params['job'] ?? '';
  const before = needStanding(shared, row.id, id, now);
  refuseEnded(before);
  const event = eventOf(before.state);
  shared.store.changeJob(row.id, id, (job) => withEvent(job, event));
  state.events?.emit({ kind: 'job', id, at: now });
  return describeJob(needStanding(shared, row.id, id, now), shared);
}

function refuseEnded({ job, state }: JobStanding): void {
  if (state.status === 'completed' || state.status === 'failed')
    throw jobConflict(`The job is ${state.status}, and stays so.`);
  if (job.events.length >= MOST_EVENTS)
    throw jobConflict(`The job was stepped into ${MOST_EVENTS} times already.`);
}
