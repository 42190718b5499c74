/** The documented fields of each body (2.1, 2.2, 4.4). A service can send more fields. */
import { lifecycle } from '../../generated/lifecycle.js';
import type { DocumentedBody } from '../places.js';

function viewFields(state: keyof typeof lifecycle.states): readonly string[] {
  const { required, optional } = lifecycle.states[state];
  return [...lifecycle.always, ...required, ...optional];
}

export const documentedFields: Readonly<Record<DocumentedBody, readonly string[]>> = {
  Presentation: ['id', 'title', 'workspace_id', 'sections', 'is_public', 'url', 'created_at', 'updated_at'],
  GenerationAccepted: ['generation_id', 'status', 'poll_url'],
  JobGenerating: viewFields('generating'),
  JobAwaitingInput: viewFields('awaiting_input'),
  JobCompleted: viewFields('completed'),
  JobFailed: viewFields('failed'),
  Progress: ['slides_total', 'slides_completed', 'current_step'],
};
