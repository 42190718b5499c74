/** GET /presentations/:id (4.2). */
import type { Presentation } from '../../generated/presentation-api.js';
import { findPresentation } from '../presentations.js';
import { refuse } from '../refusal.js';
import { type ApiResponse, respond } from '../response.js';
import type { Operation, RequestContext } from '../context.js';

export const getPresentation: Operation = (context, shared) =>
  presentationResponse(context, findPresentation(context.workspace.id, context.id, shared, context.now));

/** A presentation, or a refusal: the same for a presentation of another workspace and for a missing one (5). */
export function presentationResponse(
  { requestId, workspace, id }: RequestContext,
  presentation: Presentation | undefined,
): ApiResponse {
  if (presentation) return respond(200, presentation);
  const detail = `The workspace ${workspace.id} has no presentation ${id.slice(0, 100)}.`;
  return refuse('unknown_presentation', detail, requestId);
}
