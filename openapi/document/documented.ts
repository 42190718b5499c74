/** The profile for judging other services: only the documented parts of the interface. Schemas with x-assumed become `true`, assumed keywords are removed, and objects are open. The result accepts everything that the document accepts, and more. */
import {
  eachSchema,
  mapSubschemas,
  mapValues,
  type Schema,
  type SchemaObject,
  type Schemas,
} from './schema.js';

export function documented(schemas: Schemas): Schemas {
  for (const [name, schema] of Object.entries(schemas)) rejectInversions(name, schema);
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
      // Without assumptions, branches can overlap.
      if (keyword === 'oneOf' && !('discriminator' in schema)) return ['anyOf', value];
      return [keyword, value];
    });
  return mapSubschemas(Object.fromEntries(kept) as SchemaObject, withoutAssumptions);
}

const closing = ['additionalProperties', 'unevaluatedProperties'];
const isAssumed = (schema: Schema | undefined) =>
  typeof schema === 'object' && typeof schema['x-assumed'] === 'string';

/** Keywords that accept less when the schema inside accepts more. */
const inversions = ['not', 'if', 'contains'];

function rejectInversions(name: string, schema: Schema): void {
  eachSchema(schema, (inner, path) => {
    const found = inversions.find((keyword) => keyword in inner);
    if (found !== undefined) {
      throw new Error(
        `${[name, ...path, found].join('/')}: without the assumptions inside, this keyword would accept less`,
      );
    }
  });
}
