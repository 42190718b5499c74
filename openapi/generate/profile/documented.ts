// The profile that judges others: only what the interface document says. Every assumed schema becomes `true`, every
// assumed keyword goes, and objects are open. What is left accepts more than the document, never less.
import {
  eachSchema,
  mapSubschemas,
  mapValues,
  type Schema,
  type SchemaObject,
  type Schemas,
} from '../schema.js';

export function documented(schemas: Schemas): Schemas {
  for (const [name, schema] of Object.entries(schemas)) refuseInversions(name, schema);
  return mapValues(schemas, withoutAssumptions);
}

function withoutAssumptions(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  if (isAssumed(schema)) return true;
  const assumed = Object.keys(schema['x-assumed'] ?? {});
  const kept = Object.entries(schema)
    .filter(
      ([keyword, value]) => !assumed.includes(keyword) && !(closing.includes(keyword) && value === false),
    )
    .map(([keyword, value]) => {
      if (keyword === 'required')
        return [keyword, schema.required?.filter((name) => !isAssumed(schema.properties?.[name]))];
      // Branches that accept more may well overlap.
      if (keyword === 'oneOf' && !('discriminator' in schema)) return ['anyOf', value];
      return [keyword, value];
    });
  return mapSubschemas(Object.fromEntries(kept) as SchemaObject, withoutAssumptions);
}

const closing = ['additionalProperties', 'unevaluatedProperties'];
const isAssumed = (schema: Schema | undefined) =>
  typeof schema === 'object' && typeof schema['x-assumed'] === 'string';

/** Where a schema that accepts more makes the whole accept less. */
const inversions = ['not', 'if', 'contains'];

function refuseInversions(name: string, schema: Schema): void {
  eachSchema(schema, (inner, path) => {
    const found = inversions.find((keyword) => keyword in inner);
    if (found !== undefined) {
      throw new Error(
        `${[name, ...path, found].join('/')}: with an assumption dropped inside, it would accept less`,
      );
    }
  });
}
