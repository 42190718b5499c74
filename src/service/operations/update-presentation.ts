/** PATCH /presentations/:id (4.7): a new title, and nothing else. */
import type { UpdatePresentationRequest } from '../../generated/presentation-api.js';
import { findPresentation } from '../presentations.js';
import { unknownPresentation } from './get-presentation.js';
import type { Operation } from './operation.js';

export const updatePresentation: Operation = async ({ caller, id, body, requestId, now }, world) => {
  const { title } = body as UpdatePresentationRequest;
  const workspaceId = caller.workspace.id;
  const presentation = await findPresentation(workspaceId, id, world, now);
  if (!presentation) return unknownPresentation(workspaceId, id, requestId);

  const stored = await world.store.presentation(workspaceId, id);
  await world.store.putPresentation({
    id,
    workspaceId,
    title,
    createdAt: Date.parse(presentation.created_at),
    updatedAt: now,
    ...(stored?.sections && { sections: stored.sections }),
  });
  return {
    status: 200,
    headers: {},
    body: { ...presentation, title, updated_at: new Date(now).toISOString() },
  };
};
