/** GET /presentations/generate/:generationId/status (4.5): the state of the job. */
import { jobView, currentJob, type CurrentJob } from '../job-view.js';
import { presentationOfJob } from '../presentations.js';
import { refuse } from '../refusal.js';
import { respond, type ApiResponse } from '../response.js';
import type { Operation, ServiceContext } from '../context.js';

export const getGenerationStatus: Operation = ({ requestId, workspace, id, job, now }, shared) => {
  const current = job && currentJob(job, shared, now);
  if (!current) return unknownGeneration(workspace.id, id, requestId);
  return jobResponse(200, current, shared);
};

/** The response with the status view of a job, for polls and replies. */
export function jobResponse(status: number, current: CurrentJob, shared: ServiceContext): ApiResponse {
  const { job, state } = current;
  const presentation = state.status === 'completed' ? presentationOfJob(current, shared) : undefined;
  const response = respond(status, jobView(job.id, state, presentation));
  response.job = { id: job.id, status: state.status };
  return response;
}

/** The same refusal for a job of another workspace and for a missing job (5). */
export function unknownGeneration(workspaceId: string, id: string, requestId: string): ApiResponse {
  return refuse(
    'unknown_generation',
    `The workspace ${workspaceId} has no generation job ${id.slice(0, 100)}.`,
    requestId,
  );
}
