/** PATCH /presentations/:id (4.7): changes only the title. */
import { fieldOf } from '../../base/json.js';
import { renamePresentation } from '../presentations.js';
import { getPresentation, presentationResponse } from './get-presentation.js';
import type { Operation } from '../context.js';

export const updatePresentation: Operation = (context, shared) => {
  const title = fieldOf(context.body, 'title');
  // A lenient request can have another body. Then the title stays.
  if (typeof title !== 'string') return getPresentation(context, shared);
  return presentationResponse(
    context,
    renamePresentation(context.workspace.id, context.id, title, shared, context.now),
  );
};
