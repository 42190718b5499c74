/** GET /presentations/:id (4.2). */
import { findPresentation } from '../presentations.js';
import { refuse } from '../refusal.js';
import type { Operation } from './operation.js';

export const getPresentation: Operation = async ({ caller, id, requestId, now }, world) => {
  const presentation = await findPresentation(caller.workspace.id, id, world, now);
  if (!presentation) return unknownPresentation(caller.workspace.id, id, requestId);
  return { status: 200, headers: {}, body: presentation };
};

/** Another workspace's presentation is not told apart from one that does not exist (5). */
export function unknownPresentation(
  workspaceId: string,
  id: string,
  requestId: string,
): ReturnType<typeof refuse> {
  return refuse(
    'unknown_presentation',
    `The workspace ${workspaceId} has no presentation ${id.slice(0, 100)}.`,
    requestId,
  );
}
