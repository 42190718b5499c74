/** Builds the two schema profiles: `documented` for other services, `full` for Deckhand's own responses. */
import {
  mapSubschemas,
  mapValues,
  collectReachable,
  type Schema,
  type SchemaObject,
  type Schemas,
} from '../schema.js';

/**
 * The profile `documented`: schemas with x-assumed become `true`, assumed keywords are removed, and objects are open. It accepts
 * everything that the document accepts, and more.
 */
export function removeAssumptions(schemas: Schemas): Record<string, Schema> {
  return mapValues(schemas, removeAssumption);
}

function removeAssumption(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  if (isAssumed(schema)) return true;
  const assumed = Object.keys(schema['x-assumed'] ?? {});
  const kept = Object.entries(schema)
    .filter(([keyword]) => !assumed.includes(keyword))
    .filter(([keyword, value]) => !(keyword === 'additionalProperties' && value === false))
    .map(([keyword, value]) =>
      keyword === 'required'
        ? [keyword, schema.required?.filter((name) => !isAssumed(schema.properties?.[name]))]
        : [keyword, value],
    );
  return mapSubschemas(Object.fromEntries(kept) as SchemaObject, removeAssumption);
}

const isAssumed = (schema: Schema | undefined): boolean =>
  typeof schema === 'object' && typeof schema['x-assumed'] === 'string';

/**
 * The profile `full`: the complete document, with x-assumed parts. Objects in responses are closed, so undocumented fields are
 * errors. Requests stay as the document defines them.
 */
export function closeResponses(
  schemas: Schemas,
  roots: { requests: readonly string[]; responses: readonly string[] },
): Schemas {
  const inResponses = collectReachable(schemas, roots.responses);
  const both = collectReachable(schemas, roots.requests).filter((name) => inResponses.includes(name));
  if (both.length > 0)
    throw new Error(
      `${both.join(', ')}: part of requests and of responses. Use two schemas, because requests are open and responses closed`,
    );
  return mapValues(schemas, (schema, name) => (inResponses.includes(name) ? closeObject(schema) : schema));
}

function closeObject(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { properties, allOf = [], ...others } = schema;
  // Each part would reject the fields of the others.
  if (properties && (allOf.length > 0 || others.$ref !== undefined || others.oneOf))
    throw new Error(`An object with fields in several parts cannot be closed: ${JSON.stringify(schema)}`);
  const inside = mapSubschemas(schema, closeObject);
  const isOpen = properties && !('additionalProperties' in schema);
  return isOpen ? { ...inside, additionalProperties: false } : inside;
}
