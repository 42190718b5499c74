/** POST /presentations/generate/:generationId/message (4.6): replies to the open question of a job, if there is one. */
import { appendEvent } from '../interventions.js';
import { projectCurrentJob, type CurrentJob } from '../job-view.js';
import { problemResponse } from '../problem-responses.js';
import { createJobResponse, unknownJobProblem } from './get-generation-status.js';
import type { OperationHandler } from '../context.js';

export const sendGenerationMessage: OperationHandler = ({ requestId, workspace, id, now }, shared) => {
  let before: CurrentJob | undefined;
  const job = shared.store.changeJob(workspace.id, id, (stored) => {
    before = projectCurrentJob(stored, shared, now);
    if (before?.state.status !== 'awaiting_input') return stored;
    return appendEvent(stored, { kind: 'reply', step: before.state.question, at: now });
  });
  const current = job && projectCurrentJob(job, shared, now);
  if (!before || !current) return unknownJobProblem(workspace.id, id, requestId);

  const { status } = before.state;
  if (status !== 'completed' && status !== 'failed') return createJobResponse(202, current, shared);
  const detail = `The job ${id} is ${status} and accepts no more messages.`;
  const problem = problemResponse('generation_finished', detail, requestId);
  problem.job = { id, status };
  return problem;
};
