/** GET /presentations/generate/:generationId/status (4.5): the state of the job. */
import { buildJobView, projectCurrentJob, type CurrentJob } from '../job-view.js';
import { buildJobPresentation } from '../presentations.js';
import { problemResponse } from '../problem-responses.js';
import { createResponse, type ApiResponse } from '../response.js';
import type { OperationHandler, ServiceContext } from '../context.js';

export const getGenerationStatus: OperationHandler = ({ requestId, workspace, id, job, now }, shared) => {
  const current = job && projectCurrentJob(job, shared, now);
  if (!current) return unknownJobProblem(workspace.id, id, requestId);
  return createJobResponse(200, current, shared);
};

/** The response with the status of a job, for polls and replies. */
export function createJobResponse(status: number, current: CurrentJob, shared: ServiceContext): ApiResponse {
  const { job, state } = current;
  const presentation = state.status === 'completed' ? buildJobPresentation(current, shared) : undefined;
  const response = createResponse(status, buildJobView(job.id, state, presentation));
  response.job = { id: job.id, status: state.status };
  return response;
}

/** The same problem for a job of another workspace and for a missing one (5). */
export function unknownJobProblem(workspaceId: string, id: string, requestId: string): ApiResponse {
  return problemResponse(
    'unknown_generation',
    `The workspace ${workspaceId} has no generation job ${id.slice(0, 100)}.`,
    requestId,
  );
}
