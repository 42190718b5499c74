/** Code words of refusals: those that were seen of one kind of refusal say nothing of the other kinds. */
import { fieldOf, isObject } from '../../contract/index.js';
import type { Schema } from '../shape/schema.js';

/**
 * The schema without the lists of code words, except where the example has one of them. What was seen first in such a list
 * stays as an example, for whoever has no word of their own.
 * @param example of the very kind of refusal that a body is made for; without one, every list is open
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

/** The document as answers are held to it: a refusal of a kind that was never seen has a code word of its own. */
export function withOpenCodes(document: unknown): unknown {
  const problem = fieldOf(fieldOf(fieldOf(document, 'components'), 'schemas'), 'Problem');
  if (!isObject(problem) || problem['x-observed'] === undefined) return document;
  const opened = structuredClone(document) as { components: { schemas: Record<string, unknown> } };
  opened.components.schemas['Problem'] = openCodes(problem);
  return opened;
}
