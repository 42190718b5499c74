// All checks of the two documents. Reads the files in `root` and returns the findings; lint.ts prints them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { files, readDocuments, type Documents } from '../generate/document.js';
import { examples } from './examples.js';
import type { Finding } from './finding.js';
import { assumptions, contradictions, sections } from './extensions.js';
import { provenance } from './provenance.js';
import { redocly } from './redocly.js';
import { lifecycleTable, operationIds, problemTable } from './tables.js';

const checks: readonly ((documents: Documents) => Finding[])[] = [
  provenance,
  sections,
  assumptions,
  contradictions,
  problemTable,
  lifecycleTable,
  operationIds,
  examples,
];

export async function allFindings(root: string): Promise<Finding[]> {
  const documents = await readDocuments(root);
  const lint = Object.values(files).map((file) => redocly(file, readFileSync(join(root, file), 'utf8')));
  return [...(await Promise.all(lint)).flat(), ...checks.flatMap((check) => check(documents))];
}
