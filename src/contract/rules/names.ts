/** The seven operations as rules name them. Section 4. */
import { routes, type OperationId } from '../../generated/routes.js';

export interface NamedOperation {
  readonly id: OperationId;
  /** As in rule ids: `get-presentation`. */
  readonly name: string;
  /** As in texts: `GET /presentations/{id}`. */
  readonly text: string;
  /** Its own section. */
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

export const operations: readonly NamedOperation[] = routes.map(({ operationId, method, path }) => ({
  id: operationId,
  name: operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  text: `${method} ${path}`,
  section: sectionOf[operationId],
}));
