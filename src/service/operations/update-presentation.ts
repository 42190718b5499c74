/** PATCH /presentations/:id (4.7): changes only the title. */
import { andThen } from '../../base/awaitable.js';
import { fieldOf } from '../../base/json.js';
import { renamePresentation } from '../presentations.js';
import { getPresentation, presentationResponse } from './get-presentation.js';
import type { Operation } from './operation.js';

export const updatePresentation: Operation = (call, world) => {
  const title = fieldOf(call.body, 'title');
  // A lenient call can have another body. Then the title stays.
  if (typeof title !== 'string') return getPresentation(call, world);
  const renamed = renamePresentation(call.workspace.id, call.id, title, world, call.now);
  return andThen(renamed, (presentation) => presentationResponse(call, presentation));
};
