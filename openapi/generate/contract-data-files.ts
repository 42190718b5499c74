// lifecycle.ts, limits.ts and problems.ts: the data from x-lifecycle, x-limits and x-problems in the public document.
import { files } from './document.js';
import { list, type Document } from '../document/document.js';
import { typescriptFile, type GeneratedFile } from './generated-file.js';
import { mapValues, type SchemaObject } from '../document/schema.js';

export async function contractDataFiles(document: Document): Promise<GeneratedFile[]> {
  const { JobView, Problem } = document.components.schemas;
  return [
    await typescriptFile('lifecycle', files.presentation, lifecycle(JobView?.['x-lifecycle'] as object)),
    await typescriptFile('limits', files.presentation, limits(document['x-limits'] as object)),
    await typescriptFile('problems', files.presentation, problems(Problem ?? {})),
  ];
}

function lifecycle(data: object): string {
  const { 'x-source': source, ...rest } = data as { 'x-source'?: string[] };
  return `
/** The state machine of a generation job, and the fields of the status view in each state. */
export const lifecycle = ${JSON.stringify({ ...rest, sources: list(source) })} as const;

export type JobStatus = keyof typeof lifecycle.states;
`;
}

function limits(data: object): string {
  const { 'x-assumed': _, ...figures } = data as Record<string, unknown>;
  return `
/** Deckhand's limits where the interface has none: lengths in characters, times in seconds, sizes in bytes. */
export const limits = ${JSON.stringify(figures)} as const;
`;
}

export function problems(schema: SchemaObject): string {
  const table = schema['x-problems'] as Readonly<Record<string, readonly [number, string]>>;
  const codes = [...((schema.properties?.['code'] as SchemaObject)['enum'] as string[])];
  if (Object.keys(table).sort().join() !== codes.sort().join()) {
    throw new Error('x-problems and the enum of Problem.code have different codes');
  }
  return `
import type { Problem } from './presentation-api.js';

export type ProblemCode = Problem['code'];

/** The status and title of each error response, by problem code. */
export const problems: Readonly<Record<ProblemCode, { readonly status: number; readonly title: string }>> =
  ${JSON.stringify(mapValues(table, ([status, title]) => ({ status, title })))};
`;
}
