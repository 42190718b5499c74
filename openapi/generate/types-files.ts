// presentation-api.ts and control-api.ts: the documents as TypeScript types, with a type for each component schema.
// documented-api.ts: the same for the documented part of the interface.
import * as generator from 'openapi-typescript';
import { documentedDocument } from '../document/documented-document.js';
import { typesOf } from '../document/types.js';
import { files, type Documents } from './document.js';
import { typescriptFile, type GeneratedFile } from './generated-file.js';

export async function typesFiles({ presentation, control }: Documents): Promise<GeneratedFile[]> {
  return [
    await typescriptFile('presentation-api', files.presentation, await typesOf(presentation, generator)),
    await typescriptFile(
      'documented-api',
      files.presentation,
      await typesOf(documentedDocument(presentation), generator),
    ),
    await typescriptFile('control-api', files.control, await typesOf(control, generator)),
  ];
}
