/** PATCH /presentations/:id (4.7): a new title, and nothing else. */
import type { UpdatePresentationRequest } from '../../generated/presentation-api.js';
import { renamePresentation } from '../presentations.js';
import { unknownPresentation } from './get-presentation.js';
import type { Operation } from './operation.js';

export const updatePresentation: Operation = async ({ caller, id, body, requestId, now }, world) => {
  const { title } = body as UpdatePresentationRequest;
  const presentation = await renamePresentation(caller.workspace.id, id, title, world, now);
  if (!presentation) return unknownPresentation(caller.workspace.id, id, requestId);
  return { status: 200, headers: {}, body: presentation };
};
