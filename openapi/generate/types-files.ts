// presentation-api.ts and control-api.ts: the documents as TypeScript types, with a type for each component schema.
// documented-api.ts: the same for the documented part of the interface.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { files, type Document, type Documents } from './document.js';
import { typescriptFile, type GeneratedFile } from './generated-file.js';
import { documentedDocument } from './profile/documented-document.js';
import { mapSubschemas, mapValues, type Schema, type SchemaObject } from './schema.js';

export async function typesFiles(documents: Documents): Promise<GeneratedFile[]> {
  return [
    await typescriptFile('presentation-api', files.presentation, await types(documents.presentation)),
    await typescriptFile(
      'documented-api',
      files.presentation,
      await types(documentedDocument(documents.presentation)),
    ),
    await typescriptFile('control-api', files.control, await types(documents.control)),
  ];
}

async function types(document: Document): Promise<string> {
  const schemas = mapValues(document.components.schemas, typed);
  // openapi-typescript resolves references in place, so it gets a copy.
  const copy = structuredClone({ ...document, components: { ...document.components, schemas } });
  const tree = await openapiTS(copy as unknown as OpenAPI3, { silent: true });
  const named = Object.keys(schemas).map((name) => `export type ${name} = components['schemas']['${name}'];`);
  return astToString(tree) + named.join('\n');
}

/** Removes parts without type information, which would become `& unknown` or comments. */
function typed(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { discriminator: _, ...rest } = mapSubschemas(schema, typed);
  const allOf = rest.allOf?.filter((part) => typeof part === 'object' && hasType(part));
  const { allOf: __, ...alone } = rest;
  return { ...alone, ...withAssumption(schema), ...(allOf?.length && { allOf }) };
}

/** The description with the assumption, so that editors show it. */
function withAssumption({ description, 'x-assumed': assumed }: SchemaObject): { description?: string } {
  if (assumed === undefined) return {};
  const parts =
    typeof assumed === 'string'
      ? [assumed]
      : Object.entries(assumed as object).map((part) => part.join(': '));
  return { description: [description, ...parts.map((part) => `Assumed: ${part}`)].filter(Boolean).join(' ') };
}

const hasType = (schema: object) =>
  ['$ref', 'type', 'properties', 'allOf', 'oneOf', 'anyOf', 'enum', 'const'].some(
    (keyword) => keyword in schema,
  );
