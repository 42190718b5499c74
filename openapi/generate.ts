/** `npm run generate`: writes src/generated/, scenarios/scenario.schema.json, schemas/report.schema.json and docs/cli.md. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocuments } from './document.js';
import { generateControlFiles } from './generate/control-routes.js';
import { generateReportAssets, generateViewerAssets } from './generate/inline-assets.js';
import { generateReportSchema } from './generate/report-schema.js';
import { generateRoutes } from './generate/routes.js';
import { generateBundledScenarios, generateScenarioSchema } from './generate/bundled-scenarios.js';
import { generateFreeTexts } from './generate/free-texts.js';
import { generateExtensionFiles } from './generate/extensions.js';
import { generateTypes } from './generate/types.js';
import { generateValidators } from './generate/validators.js';
import { generateWorkspaceMethods } from './generate/workspace-methods.js';

const root = join(import.meta.dirname, '..');
const generated = join(root, 'src', 'generated');

const documents = await readDocuments(root);
const written = [
  ...(await generateTypes(documents)),
  ...(await generateValidators(documents)),
  await generateRoutes(documents.presentation),
  ...(await generateExtensionFiles(documents.presentation)),
  ...(await generateControlFiles(documents.control)),
  await generateFreeTexts(documents.control),
  await generateWorkspaceMethods(documents.control),
  await generateBundledScenarios(root),
  await generateScenarioSchema(documents.control),
  await generateViewerAssets(root),
  await generateReportAssets(root),
  await generateReportSchema(root),
];
for (const name of readdirSync(generated))
  if (!written.some(({ path }) => path === `src/generated/${name}`)) rmSync(join(generated, name));
for (const { path, text } of written) writeFileSync(join(root, path), text);
// Last, because the commands import the files above.
const { generateCliPage: cliPage } = await import('./generate/cli-page.js');
const page = await cliPage();
writeFileSync(join(root, page.path), page.text);
console.log(`${written.length + 1} files written`);
