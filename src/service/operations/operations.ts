/** The handlers of the operations, by operationId. */
import type { OperationId } from '../../generated/routes.js';
import { createPresentation } from './create-presentation.js';
import { getGenerationStatus } from './get-generation-status.js';
import { getPresentation, updatePresentation } from './get-and-update-presentation.js';
import { listTemplates } from './list-templates.js';
import type { OperationHandler } from '../context.js';
import { sendGenerationMessage } from './send-generation-message.js';
import { startGeneration } from './start-generation.js';

export const operationHandlers: Readonly<Record<OperationId, OperationHandler>> = {
  listTemplates,
  createPresentation,
  getPresentation,
  updatePresentation,
  startGeneration,
  getGenerationStatus,
  sendGenerationMessage,
};
