/** POST /presentations/generate/:generationId/message (4.6): replies to the job's question, if it has one. */
import { withEvent } from '../interventions.js';
import { currentJob, type CurrentJob } from '../job-view.js';
import { refuse } from '../refusal.js';
import { jobResponse, unknownGeneration } from './get-generation-status.js';
import type { Operation } from '../context.js';

export const sendGenerationMessage: Operation = ({ requestId, workspace, id, now }, shared) => {
  let before: CurrentJob | undefined;
  const job = shared.store.changeJob(workspace.id, id, (found) => {
    before = currentJob(found, shared, now);
    if (before?.state.status !== 'awaiting_input') return found;
    return withEvent(found, { kind: 'reply', step: before.state.question, at: now });
  });
  const current = job && currentJob(job, shared, now);
  if (!before || !current) return unknownGeneration(workspace.id, id, requestId);

  const { status } = before.state;
  if (status !== 'completed' && status !== 'failed') return jobResponse(202, current, shared);
  const detail = `The job ${id} is ${status} and takes no more messages.`;
  const refusal = refuse('generation_finished', detail, requestId);
  refusal.job = { id, status };
  return refusal;
};
