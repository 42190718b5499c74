// All generated files as values. Reads the documents and the scenarios in `root`; generate.ts writes the files.
import { join } from 'node:path';
import { controlFiles } from './control-files.js';
import { readDocuments } from './document.js';
import { contractDataFiles } from './contract-data-files.js';
import type { GeneratedFile } from './generated-file.js';
import { routesFile } from './routes-file.js';
import { bundledScenariosFile, scenarioSchemaFile } from './scenario-files.js';
import { typesFiles } from './types-files.js';
import { validatorFiles } from './validator-files.js';
import { reportFiles, viewerFiles } from './page-files.js';

export async function allFiles(root: string): Promise<GeneratedFile[]> {
  const documents = await readDocuments(root);
  return [
    ...(await typesFiles(documents)),
    ...(await validatorFiles(documents)),
    await routesFile(documents.presentation),
    ...(await contractDataFiles(documents.presentation)),
    ...(await controlFiles(documents.control)),
    await bundledScenariosFile(join(root, 'scenarios')),
    await scenarioSchemaFile(documents.control),
    await viewerFiles(root),
    await reportFiles(root),
  ];
}
