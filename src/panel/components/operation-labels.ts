/** The operations of the mocked API and their labels. */
import type { OperationId } from '../../generated/control-api.js';

export const OPERATIONS = [
  'startGeneration',
  'getGenerationStatus',
  'sendGenerationMessage',
  'listTemplates',
  'createPresentation',
  'getPresentation',
  'updatePresentation',
] as const satisfies readonly OperationId[];

export const OPERATION_LABELS: Readonly<Record<OperationId, string>> = {
  startGeneration: 'start a job',
  getGenerationStatus: 'poll a job',
  sendGenerationMessage: 'reply to a job',
  listTemplates: 'list templates',
  createPresentation: 'create a presentation',
  getPresentation: 'get a presentation',
  updatePresentation: 'rename a presentation',
};
