/** PATCH /presentations/:id (4.7): changes only the title. */
import { andThen } from '../../base/awaitable.js';
import type { UpdatePresentationRequest } from '../../generated/presentation-api.js';
import { renamePresentation } from '../presentations.js';
import { presentationResponse } from './get-presentation.js';
import type { Operation } from './operation.js';

export const updatePresentation: Operation = (call, world) => {
  const { title } = call.body as UpdatePresentationRequest;
  const renamed = renamePresentation(call.workspace.id, call.id, title, world, call.now);
  return andThen(renamed, (presentation) => presentationResponse(call, presentation));
};
