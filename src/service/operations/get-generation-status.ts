/** GET /presentations/generate/:generationId/status (4.5): where the job stands. */
import { jobView } from '../job-view.js';
import { presentationOfJob, standingOf } from '../presentations.js';
import { refuse } from '../refusal.js';
import type { Operation } from './operation.js';

export const getGenerationStatus: Operation = async ({ caller, id, job, requestId, now }, world) => {
  const standing = job && standingOf(job, world, now);
  if (!standing) return unknownGeneration(caller.workspace.id, id, requestId);
  const presentation = presentationOfJob(standing, world);
  return {
    status: 200,
    headers: {},
    body: jobView(id, standing.state, presentation),
    job: { id, status: standing.state.status },
  };
};

/** Another workspace's job is not told apart from one that does not exist (5). */
export function unknownGeneration(
  workspaceId: string,
  id: string,
  requestId: string,
): ReturnType<typeof refuse> {
  return refuse(
    'unknown_generation',
    `The workspace ${workspaceId} has no generation job ${id.slice(0, 100)}.`,
    requestId,
  );
}
