// `npm run generate`: writes src/generated/, scenarios/scenario.schema.json, schemas/report.schema.json and docs/cli.md. Removes
// files from src/generated/ that it does not write. Do not edit the written files.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocuments } from './document.js';
import { controlFiles } from './generate/control.js';
import { reportFiles, viewerFiles } from './generate/pages.js';
import { reportSchema } from './generate/report-schema.js';
import { routesFile } from './generate/routes.js';
import { bundledScenariosFile, scenarioSchemaFile } from './generate/scenarios.js';
import { tableFiles } from './generate/tables.js';
import { typesFiles } from './generate/types.js';
import { validatorFiles } from './generate/validators.js';

const root = join(import.meta.dirname, '..');
const generated = join(root, 'src', 'generated');

const documents = await readDocuments(root);
const written = [
  ...(await typesFiles(documents)),
  ...(await validatorFiles(documents)),
  await routesFile(documents.presentation),
  ...(await tableFiles(documents.presentation)),
  ...(await controlFiles(documents.control)),
  await bundledScenariosFile(root),
  await scenarioSchemaFile(documents.control),
  await viewerFiles(root),
  await reportFiles(root),
  await reportSchema(root),
];
for (const name of readdirSync(generated))
  if (!written.some(({ path }) => path === `src/generated/${name}`)) rmSync(join(generated, name));
for (const { path, text } of written) writeFileSync(join(root, path), text);
// Last, because the commands import the files above.
const { cliPage } = await import('./generate/cli-page.js');
const page = await cliPage();
writeFileSync(join(root, page.path), page.text);
console.log(`${written.length + 1} files written`);
