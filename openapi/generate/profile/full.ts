// The profile of the stand-in's own answers: everything the document says, assumed or not, and nothing it does not
// list. A response's objects are closed; what a request may hold stays as it is written.
import {
  component,
  mapSubschemas,
  reachable,
  type Schema,
  type SchemaObject,
  type Schemas,
} from '../schema.js';

export function full(
  schemas: Schemas,
  roots: { requests: readonly string[]; responses: readonly string[] },
): Schemas {
  const answered = reachable(schemas, roots.responses);
  const both = reachable(schemas, roots.requests).filter((name) => answered.includes(name));
  if (both.length > 0) {
    throw new Error(
      `${both.join(', ')}: part of requests and of responses, so neither open nor closed would do`,
    );
  }
  const result: Record<string, Schema> = { ...schemas };
  for (const name of answered) result[name] = closed(schemas[name] ?? true, schemas);
  return result;
}

function closed(schema: Schema, schemas: Schemas): Schema {
  if (typeof schema === 'boolean') return schema;
  const saysItself = 'additionalProperties' in schema || 'unevaluatedProperties' in schema;
  if (listings(schema, schemas) > 1) {
    // Each part has to be open for the others' sake; the whole is closed around them.
    return saysItself
      ? opened(schema, schemas)
      : { ...opened(schema, schemas), unevaluatedProperties: false };
  }
  const inside = mapSubschemas(schema, (sub) => closed(sub, schemas));
  return schema.properties && !saysItself ? { ...inside, additionalProperties: false } : inside;
}

/** Open itself and closed in the values of its properties; references are replaced by what they name. */
function opened(schema: Schema, schemas: Schemas): SchemaObject {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  if (schema.oneOf ?? schema.anyOf) throw new Error('A choice beside further properties cannot be closed');
  const { $ref, ...own } = mapSubschemas(schema, (sub, [keyword]) =>
    keyword === 'allOf' ? opened(sub, schemas) : closed(sub, schemas),
  );
  if ($ref === undefined) return own;
  return { ...own, allOf: [...(own.allOf ?? []), opened(component(schemas, $ref), schemas)] };
}

/** How many parts of a schema list properties, itself and a choice between others counted as one each. */
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
