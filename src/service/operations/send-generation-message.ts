/** POST /presentations/generate/:generationId/message (4.6): replies to the job's question, if it has one. */
import { withEvent } from '../interventions.js';
import { standingOf, type JobStanding } from '../job-view.js';
import { refuse } from '../refusal.js';
import { jobResponse, unknownGeneration } from './get-generation-status.js';
import type { Operation } from './operation.js';

export const sendGenerationMessage: Operation = ({ requestId, workspace, id, now }, world) => {
  let before: JobStanding | undefined;
  const job = world.store.changeJob(workspace.id, id, (found) => {
    before = standingOf(found, world, now);
    if (before?.state.status !== 'awaiting_input') return found;
    return withEvent(found, { kind: 'reply', step: before.state.question, at: now });
  });
  const standing = job && standingOf(job, world, now);
  if (!before || !standing) return unknownGeneration(workspace.id, id, requestId);

  const { status } = before.state;
  if (status !== 'completed' && status !== 'failed') return jobResponse(202, standing, world);
  const detail = `The job ${id} is ${status} and takes no more messages.`;
  const refusal = refuse('generation_finished', detail, requestId);
  refusal.job = { id, status };
  return refusal;
};
