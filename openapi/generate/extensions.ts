/** Generates lifecycle.ts, limits.ts and problems.ts from x-lifecycle, x-limits and x-problems of the public document. */
import { DOCUMENT_FILES, toList, type OpenApiDocument } from '../document.js';
import { mapValues } from '../schema.js';
import { typescriptFile, type GeneratedFile } from './generated-file.js';

export async function generateExtensionFiles(document: OpenApiDocument): Promise<GeneratedFile[]> {
  const { JobView, Problem } = document.components.schemas;
  const { 'x-source': source, ...lifecycle } = JobView?.['x-lifecycle'] as { 'x-source'?: string[] };
  const { 'x-assumed': _, ...limits } = document['x-limits'] as Record<string, unknown>;
  const problems = Problem?.['x-problems'] as Readonly<Record<string, readonly [number, string]>>;
  return [
    await typescriptFile(
      'lifecycle',
      DOCUMENT_FILES.presentation,
      `/** The state machine of a generation job, and the fields of the status response in each state. */
export const lifecycle = ${JSON.stringify({ ...lifecycle, sources: toList(source) })} as const;

/** The status of a job. */
export type JobStatus = keyof typeof lifecycle.states;
`,
    ),
    await typescriptFile(
      'limits',
      DOCUMENT_FILES.presentation,
      `/** Deckhand's limits where the spec has none: lengths in characters, times in seconds, sizes in bytes. */
export const limits = ${JSON.stringify(limits)} as const;
`,
    ),
    await typescriptFile(
      'problems',
      DOCUMENT_FILES.presentation,
      `import type { Problem } from './presentation-api.js';

export type ProblemCode = Problem['code'];

/** The status and title of each error response, by problem code. */
export const problems: Readonly<Record<ProblemCode, { readonly status: number; readonly title: string }>> =
  ${JSON.stringify(mapValues(problems, ([status, title]) => ({ status, title })))};
`,
    ),
  ];
}
