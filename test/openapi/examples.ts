// Test support: the examples of the public document with their schemas.
import { join } from 'node:path';
import { readDocuments } from '../../openapi/generate/document.js';
import { operations, resolve, type Body, type Reference } from '../../openapi/document/document.js';
import { bodySchema } from '../../openapi/generate/validated-schemas.js';
import type { ValidatedSchema } from '../../src/generated/validated-schema.js';

export const root = join(import.meta.dirname, '..', '..');
export const documents = await readDocuments(root);

export const examples: { name: string; schema: ValidatedSchema; value: unknown }[] = operations(
  documents.presentation,
).flatMap(({ operation }) =>
  [operation.requestBody, ...Object.values(operation.responses)].flatMap((body) =>
    body ? examplesOf(body) : [],
  ),
);

function examplesOf(body: Body | Reference) {
  const { schema } = bodySchema(documents.presentation, body);
  const [content = {}] = Object.values(resolve(documents.presentation, body).content ?? {});
  return Object.entries(content.examples ?? {}).map(([name, example]) => ({
    name,
    schema: schema as ValidatedSchema,
    value: resolve(documents.presentation, example as { value: unknown } | Reference).value,
  }));
}

/** A copy of an example of the schema. */
export function example(schema: ValidatedSchema, name?: string): Record<string, unknown> {
  const found = examples.find((one) => one.schema === schema && (name ?? one.name) === one.name);
  return structuredClone(found?.value) as Record<string, unknown>;
}
