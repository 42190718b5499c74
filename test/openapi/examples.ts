/** The examples of the public document, with their schemas. */
import { join } from 'node:path';
import { bodySchema, listOperations, readDocuments, resolveReference } from '../../openapi/document.js';
import type { ValidatedSchema } from '../../src/generated/validated-schema.js';

export const root = join(import.meta.dirname, '..', '..');
export const documents = await readDocuments(root);
const { presentation } = documents;

export const examples = listOperations(presentation).flatMap(({ operation }) =>
  [operation.requestBody ?? [], ...Object.values(operation.responses)].flat().flatMap((body) => {
    const { schema } = bodySchema(presentation, body);
    const [content = {}] = Object.values(resolveReference(presentation, body).content ?? {});
    return Object.entries(content.examples ?? {}).map(([name, example]) => ({
      name,
      schema: schema as ValidatedSchema,
      value: resolveReference(presentation, example).value,
    }));
  }),
);

/** A copy of an example of the schema. */
export function example(schema: ValidatedSchema, name?: string): Record<string, unknown> {
  const match = examples.find((one) => one.schema === schema && (name ?? one.name) === one.name);
  return structuredClone(match?.value) as Record<string, unknown>;
}
