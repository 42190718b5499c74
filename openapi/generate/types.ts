/** Generates the TypeScript types of the documents, with one for each component schema. */
import openapiTypescript, { astToString } from 'openapi-typescript';
import { DOCUMENT_FILES, type OpenApiDocument, type Documents } from '../document.js';
import { mapSubschemas, mapValues, type Schema, type SchemaObject } from '../schema.js';
import { toDocumentedDocument } from './documented-types.js';
import { typescriptFile, type GeneratedFile } from './generated-file.js';

export async function generateTypes({ presentation, control }: Documents): Promise<GeneratedFile[]> {
  const documented = toDocumentedDocument(presentation);
  return [
    await typescriptFile('presentation-api', DOCUMENT_FILES.presentation, await renderTypes(presentation)),
    await typescriptFile('documented-api', DOCUMENT_FILES.presentation, await renderTypes(documented)),
    await typescriptFile('control-api', DOCUMENT_FILES.control, await renderTypes(control)),
  ];
}

/** The sentences of the interfaces that openapi-typescript names. */
const INTERFACE_COMMENTS = [
  ['paths', 'The operations by path and method, as clients such as `openapi-fetch` read them.'],
  ['operations', 'The operations by `operationId`: parameters, bodies and responses.'],
] as const;

async function renderTypes(document: OpenApiDocument): Promise<string> {
  const schemas = mapValues(document.components.schemas, removeUntypedParts);
  // openapi-typescript resolves references in place, so it gets a copy.
  const copy = structuredClone({ ...document, components: { ...document.components, schemas } });
  const tree = await openapiTypescript(copy as never, { silent: true });
  const named = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${renderComment(schema)}export type ${name} = components['schemas']['${name}'];`,
  );
  return INTERFACE_COMMENTS.reduce(
    (text, [name, comment]) => text.replace(`export interface ${name} {`, `/** ${comment} */\n$&`),
    astToString(tree) + named.join('\n'),
  );
}

function renderComment(schema: Schema): string {
  const description = typeof schema === 'object' ? schema.description : undefined;
  return description === undefined ? '' : `/** ${description.trim()} */\n`;
}

/** Removes parts without type information, which would become `& unknown` or comments. */
function removeUntypedParts(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { discriminator: _, allOf, ...rest } = mapSubschemas(schema, removeUntypedParts);
  const parts = allOf?.filter((part) => typeof part === 'object' && hasType(part)) ?? [];
  return { ...rest, ...withAssumptionInDescription(schema), ...(parts.length > 0 && { allOf: parts }) };
}

/** The description with the assumption, so that editors show it. */
function withAssumptionInDescription({ description, 'x-assumed': assumed }: SchemaObject): {
  description?: string;
} {
  if (assumed === undefined) return {};
  const reasons =
    typeof assumed === 'string'
      ? [assumed]
      : Object.entries(assumed as object).map((part) => part.join(': '));
  const parts = [description, ...reasons.map((reason) => `Assumed: ${reason}`)];
  return { description: parts.filter(Boolean).join(' ') };
}

const hasType = (schema: object): boolean =>
  ['$ref', 'type', 'properties', 'allOf', 'oneOf', 'enum', 'const'].some((keyword) => keyword in schema);
