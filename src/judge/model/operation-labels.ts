/** A short label for each operation, for logs and lists. */
import type { OperationId } from '../../generated/routes.js';

const LABELS: Readonly<Record<OperationId, string>> = {
  startGeneration: 'start',
  getGenerationStatus: 'poll',
  sendGenerationMessage: 'reply',
  listTemplates: 'templates',
  createPresentation: 'create',
  getPresentation: 'get',
  updatePresentation: 'rename',
};

/** @returns undefined for a request outside the API */
export function operationLabel(operation: string | undefined): string | undefined {
  return LABELS[operation as OperationId];
}
