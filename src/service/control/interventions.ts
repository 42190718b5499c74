/** The verbs that change a running job. Each adds an event to the job, and the job's state is computed from its events. */
import type { Job as JobView } from '../../generated/control-api.js';
import type { JobEvent } from '../../store/store.js';
import { withEvent } from '../interventions.js';
import { standingOf, type JobStanding } from '../presentations.js';
import type { JobState } from '../project.js';
import { describeJob, needStanding } from './jobs.js';
import { jobConflict } from './refuse.js';
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

export const replyToJob = changes<'replyToJob'>((scene) =>
  intervene(scene, (state) => {
    if (state.status !== 'awaiting_input') throw jobConflict('The job asks nothing.');
    return { kind: 'reply', step: state.question, at: scene.now };
  }),
);

async function intervene(
  { world, row, state, params, now }: Scene,
  eventOf: (state: JobState) => JobEvent,
): Promise<JobView> {
  const id = params['job'] ?? '';
  await needStanding(world, row.id, id, now);
  await world.store.changeJob(row.id, id, (job) => {
    const standing = standingOf(job, world, now);
    if (!standing) return job;
    refuseEnded(standing);
    return withEvent(job, eventOf(standing.state));
  });
  state.events?.emit({ kind: 'job', id });
  return describeJob(await needStanding(world, row.id, id, now), world);
}

function refuseEnded({ job, state }: JobStanding): void {
  if (state.status === 'completed' || state.status === 'failed')
    throw jobConflict(`The job is ${state.status}, and stays so.`);
  if (job.events.length >= MOST_EVENTS)
    throw jobConflict(`The job was stepped into ${MOST_EVENTS} times already.`);
}
