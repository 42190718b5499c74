/** Code words of error responses. The observed codes of one kind of error say nothing about other kinds. */
import { fieldOf, isObject } from '../../base/json.js';
import { problemStatus } from './expectations.js';
import type { Schema } from '../shape/schema.js';

/**
 * Replaces each list of code words by an example, except where `example` has one of the code words.
 * @param example a body of the same kind of error; undefined when none was observed
 */
export function openCodes(schema: Schema, example?: unknown): Schema {
  const { enum: codes, properties, items, anyOf, additionalProperties, ...rest } = schema;
  const isKept = codes?.includes(example);
  return {
    ...rest,
    ...(codes && (isKept ? { enum: codes } : { examples: codes.slice(0, 1) })),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, openCodes(field, fieldOf(example, name))]),
      ),
    }),
    ...(items && { items: openCodes(items, Array.isArray(example) ? example[0] : undefined) }),
    ...(anyOf && { anyOf: anyOf.map((one) => openCodes(one, example)) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isObject(additionalProperties)
        ? openCodes(additionalProperties)
        : additionalProperties,
    }),
  };
}

/** The document for checking responses: an unobserved kind of error can have its own code word. */
export function withOpenCodes(document: unknown): unknown {
  const schemas = fieldOf(fieldOf(document, 'components'), 'schemas');
  if (!isObject(schemas)) return document;
  const observed = Object.entries(schemas).filter(
    ([name, schema]) =>
      (name === 'Problem' || problemStatus(name) !== undefined) &&
      fieldOf(schema, 'x-observed') !== undefined,
  );
  if (observed.length === 0) return document;
  const opened = structuredClone(document) as { components: { schemas: Record<string, unknown> } };
  for (const [name, schema] of observed) opened.components.schemas[name] = openCodes(schema as Schema);
  return opened;
}
