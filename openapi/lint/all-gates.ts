// Every gate on the two documents. Reads the files below `root` and says what it found; printing is lint.ts's.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { files, readDocuments, type Documents } from '../generate/document.js';
import { examples } from './examples.js';
import type { Finding } from './finding.js';
import { assumptions, sections, undecided } from './marks.js';
import { provenance } from './provenance.js';
import { redocly } from './redocly.js';
import { lifecycleTable, operationIds, problemTable } from './tables.js';

const gates: readonly ((documents: Documents) => Finding[])[] = [
  provenance,
  sections,
  assumptions,
  undecided,
  problemTable,
  lifecycleTable,
  operationIds,
  examples,
];

export async function allFindings(root: string): Promise<Finding[]> {
  const documents = await readDocuments(root);
  const lint = Object.values(files).map((file) => redocly(file, readFileSync(join(root, file), 'utf8')));
  return [...(await Promise.all(lint)).flat(), ...gates.flatMap((gate) => gate(documents))];
}
