// The profile for Deckhand's own responses: the whole document, with x-assumed parts. Objects in responses are closed:
// undocumented fields are faults. Requests stay as the document has them.
import {
  component,
  mapSubschemas,
  reachable,
  type Schema,
  type SchemaObject,
  type Schemas,
} from '../../document/schema.js';

export function full(
  schemas: Schemas,
  roots: { requests: readonly string[]; responses: readonly string[] },
): Schemas {
  const inResponses = reachable(schemas, roots.responses);
  const both = reachable(schemas, roots.requests).filter((name) => inResponses.includes(name));
  if (both.length > 0) {
    throw new Error(
      `${both.join(', ')}: part of requests and of responses. Use two schemas, because requests are open and responses closed`,
    );
  }
  const result: Record<string, Schema> = { ...schemas };
  for (const name of inResponses) result[name] = closed(schemas[name] ?? true, schemas);
  return result;
}

function closed(schema: Schema, schemas: Schemas): Schema {
  if (typeof schema === 'boolean') return schema;
  const isExplicit = 'additionalProperties' in schema || 'unevaluatedProperties' in schema;
  if (listings(schema, schemas) > 1) {
    // Each part must accept the fields of the others, so only the whole is closed.
    return isExplicit
      ? opened(schema, schemas)
      : { ...opened(schema, schemas), unevaluatedProperties: false };
  }
  const inside = mapSubschemas(schema, (sub) => closed(sub, schemas));
  return schema.properties && !isExplicit ? { ...inside, additionalProperties: false } : inside;
}

/** An open schema with closed schemas inside. Inlines references. */
function opened(schema: Schema, schemas: Schemas): SchemaObject {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  if (schema.oneOf ?? schema.anyOf)
    throw new Error('oneOf or anyOf beside other properties cannot be closed');
  const { $ref, ...own } = mapSubschemas(schema, (sub, [keyword]) =>
    keyword === 'allOf' ? opened(sub, schemas) : closed(sub, schemas),
  );
  if ($ref === undefined) return own;
  return { ...own, allOf: [...(own.allOf ?? []), opened(component(schemas, $ref), schemas)] };
}

/** The number of parts of a schema that list properties. A choice counts as one part. */
function listings(schema: Schema, schemas: Schemas): number {
  if (typeof schema === 'boolean') return 0;
  const lists = (part: Schema) => listings(part, schemas) > 0;
  const parts = [
    schema.properties !== undefined,
    schema.$ref !== undefined && lists(component(schemas, schema.$ref)),
    schema.oneOf?.some(lists),
    schema.anyOf?.some(lists),
    ...(schema.allOf ?? []).map(lists),
  ];
  return parts.filter(Boolean).length;
}
