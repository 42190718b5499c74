/** The seven operations with the names that rule ids and messages use. Section 4. */
import { routes, type OperationId } from '../../generated/routes.js';

export interface NamedOperation {
  readonly id: OperationId;
  /** As in rule ids: `get-presentation`. */
  readonly name: string;
  /** As in messages: `GET /presentations/{id}`. */
  readonly endpoint: string;
  /** The section of the interface that documents the operation. */
  readonly section: string;
}

const sectionOf: Readonly<Record<OperationId, string>> = {
  listTemplates: '4.1',
  getPresentation: '4.2',
  createPresentation: '4.3',
  startGeneration: '4.4',
  getGenerationStatus: '4.5',
  sendGenerationMessage: '4.6',
  updatePresentation: '4.7',
};

/** The operations whose response body the interface documents. */
export const WITH_BODY: ReadonlySet<OperationId> = new Set([
  'listTemplates',
  'getPresentation',
  'startGeneration',
  'getGenerationStatus',
]);

export const operations: readonly NamedOperation[] = routes.map(({ operationId, method, path }) => ({
  id: operationId,
  name: operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  endpoint: `${method} ${path}`,
  section: sectionOf[operationId],
}));
