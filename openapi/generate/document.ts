// Reads the two documents, with references to other files resolved. openapi/lint.ts checks the documents.
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import type { Document } from '../document/document.js';

export interface Documents {
  readonly presentation: Document;
  readonly control: Document;
}

export const files = {
  presentation: 'openapi/presentation-generation.v1.yaml',
  control: 'openapi/control.v1.yaml',
} as const;

export async function readDocuments(root: string): Promise<Documents> {
  const read = async (file: string) => (await SwaggerParser.bundle(join(root, file))) as unknown as Document;
  return { presentation: await read(files.presentation), control: await read(files.control) };
}
