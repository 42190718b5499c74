/** GET /presentations/:id (4.2). */
import { andThen } from '../../base/awaitable.js';
import type { Presentation } from '../../generated/presentation-api.js';
import { findPresentation } from '../presentations.js';
import { refuse } from '../refusal.js';
import { respond, type ApiResponse } from '../response.js';
import type { Call, Operation } from './operation.js';

export const getPresentation: Operation = (call, world) =>
  andThen(findPresentation(call.workspace.id, call.id, world, call.now), (presentation) =>
    presentationResponse(call, presentation),
  );

/** A presentation, or a refusal: the same for a presentation of another workspace and for a missing one (5). */
export function presentationResponse(
  { request, workspace, id }: Call,
  presentation: Presentation | undefined,
): ApiResponse {
  if (presentation) return respond(200, presentation);
  const detail = `The workspace ${workspace.id} has no presentation ${id.slice(0, 100)}.`;
  return refuse('unknown_presentation', detail, request.requestId);
}
