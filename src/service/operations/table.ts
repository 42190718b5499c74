/** The only table of operations. The HTTP dispatcher, the middleware and the msw handlers use it. */
import type { OperationId } from '../../generated/routes.js';
import { createPresentation } from './create-presentation.js';
import { getGenerationStatus } from './get-generation-status.js';
import { getPresentation } from './get-presentation.js';
import { listTemplates } from './list-templates.js';
import type { Operation } from '../service-context.js';
import { sendGenerationMessage } from './send-generation-message.js';
import { startGeneration } from './start-generation.js';
import { updatePresentation } from './update-presentation.js';

export const operations: Readonly<Record<OperationId, Operation>> = {
  listTemplates,
  createPresentation,
  getPresentation,
  updatePresentation,
  startGeneration,
  getGenerationStatus,
  sendGenerationMessage,
};
