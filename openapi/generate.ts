// `npm run generate`: writes src/generated/, scenarios/scenario.schema.json, schemas/report.schema.json and docs/cli.md. Removes
// files from src/generated/ that it does not write. Do not edit the written files.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allFiles } from './generate/all-files.js';
import { reportSchema } from './generate/report-schema.js';

const root = join(import.meta.dirname, '..');
const generated = join(root, 'src', 'generated');

const written = [...(await allFiles(root)), await reportSchema(root)];
mkdirSync(generated, { recursive: true });
for (const name of readdirSync(generated)) {
  if (!written.some(({ path }) => path === `src/generated/${name}`))
    rmSync(join(generated, name), { recursive: true });
}
for (const { path, text } of written) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
// Last, because the commands import the files above.
const { cliPage } = await import('./generate/cli-page.js');
const page = await cliPage();
writeFileSync(join(root, page.path), page.text);
console.log(`${written.length + 1} files written`);
