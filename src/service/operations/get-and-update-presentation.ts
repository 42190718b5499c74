/** GET /presentations/:id (4.2), and PATCH of the same path, which changes only the title (4.7). */
import type { Presentation } from '../../generated/presentation-api.js';
import { findPresentation, renamePresentation } from '../presentations.js';
import { problemResponse } from '../problem-responses.js';
import { type ApiResponse, createResponse } from '../response.js';
import type { OperationHandler, RequestContext } from '../context.js';
import { getField } from '../../base/json.js';

export const getPresentation: OperationHandler = (context, shared) =>
  createPresentationResponse(
    context,
    findPresentation(context.workspace.id, context.id, shared, context.now),
  );

/** A presentation, or a problem: the same for a presentation of another workspace and for a missing one (5). */
function createPresentationResponse(
  { requestId, workspace, id }: RequestContext,
  presentation: Presentation | undefined,
): ApiResponse {
  if (presentation) return createResponse(200, presentation);
  const detail = `The workspace ${workspace.id} has no presentation ${id.slice(0, 100)}.`;
  return problemResponse('unknown_presentation', detail, requestId);
}

export const updatePresentation: OperationHandler = (context, shared) => {
  const title = getField(context.body, 'title');
  // Without validation, the body can have no title. Then the title does not change.
  if (typeof title !== 'string') return getPresentation(context, shared);
  return createPresentationResponse(
    context,
    renamePresentation(context.workspace.id, context.id, title, shared, context.now),
  );
};
