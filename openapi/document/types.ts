/** An OpenAPI document as TypeScript types, with a type for each component schema. */
import type { Document } from './document.js';
import { mapSubschemas, mapValues, type Schema, type SchemaObject } from './schema.js';

/** The part of openapi-typescript that is needed here. Most users do not have it. */
export interface OpenApiTypescript<Node> {
  readonly default: (document: never, options: { readonly silent: boolean }) => Promise<Node>;
  readonly astToString: (tree: Node) => string;
}

export async function typesOf<Node>(document: Document, generator: OpenApiTypescript<Node>): Promise<string> {
  const schemas = mapValues(document.components.schemas, typed);
  // openapi-typescript resolves references in place, so it gets a copy.
  const copy = structuredClone({ ...document, components: { ...document.components, schemas } });
  const tree = await generator.default(copy as never, { silent: true });
  const named = Object.keys(schemas).map((name) => `export type ${name} = components['schemas']['${name}'];`);
  return generator.astToString(tree) + named.join('\n');
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
