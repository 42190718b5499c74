/** POST /presentations/generate/:generationId/message (4.6): answers the job's question, if it has one. */
import { withEvent } from '../course.js';
import { jobView } from '../job-view.js';
import { presentationOfJob, standingOf, type JobStanding } from '../presentations.js';
import { refuse } from '../refusal.js';
import { unknownGeneration } from './get-generation-status.js';
import type { Operation } from './operation.js';

export const sendGenerationMessage: Operation = async ({ caller, id, requestId, now }, world) => {
  let before: JobStanding | undefined;
  const changed = await world.store.changeJob(caller.workspace.id, id, (job) => {
    before = standingOf(job, world, now);
    if (before?.state.status !== 'awaiting_input') return job;
    return withEvent(job, { kind: 'reply', step: before.state.question, at: now });
  });
  const standing = changed && standingOf(changed, world, now);
  if (!before || !standing) return unknownGeneration(caller.workspace.id, id, requestId);

  const { status } = before.state;
  if (status === 'completed' || status === 'failed') {
    const detail = `The job ${id} is ${status} and takes no more messages.`;
    return { ...refuse('generation_finished', detail, requestId), job: { id, status } };
  }
  const presentation = presentationOfJob(standing, world);
  return {
    status: 202,
    headers: {},
    body: jobView(id, standing.state, presentation),
    job: { id, status: standing.state.status },
  };
};
