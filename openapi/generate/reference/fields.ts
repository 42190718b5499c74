// Schemas as rows of fields: for each field its name, its type in a few words, and its own fields.
import { resolve, type Document, type Sourced } from '../../document.js';
import type { Schema, SchemaObject } from '../../schema.js';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly source: Sourced;
  readonly shape: Shape;
}

/** The fields of an object, or the shapes that a value can have, each with the value that tells them apart. */
export interface Shape {
  readonly fields: readonly Field[];
  readonly variants: readonly { readonly name: string; readonly source: Sourced; readonly shape: Shape }[];
}

interface DetailedSchema extends SchemaObject, Sourced {
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

/** A limit of the depth, because schemas can contain themselves. */
const DEEPEST = 6;

export function shapeOf(document: Document, schema: Schema, depth = 0): Shape {
  if (depth > DEEPEST) return { fields: [], variants: [] };
  const { properties, required, items, oneOf } = merged(document, schema);
  if (items && !properties) return shapeOf(document, items, depth + 1);
  const variants = (oneOf ?? []).map((one) => {
    const variant = merged(document, one);
    const { status = {} } = variant.properties ?? {};
    const { const: only } = merged(document, status);
    return {
      name: typeof only === 'string' ? only : (variant.description ?? ''),
      source: variant,
      shape: shapeOf(document, variant, depth + 1),
    };
  });
  const fields = Object.entries(properties ?? {}).map(([name, property]): Field => {
    const source = merged(document, property);
    return {
      name,
      type: typeOf(document, source),
      isRequired: required?.includes(name) ?? false,
      source,
      shape: shapeOf(document, source, depth + 1),
    };
  });
  return { fields, variants };
}

/** Follows references, and adds the parts of `allOf`. The outer description and sources win. */
function merged(document: Document, schema: Schema): DetailedSchema {
  if (typeof schema === 'boolean') return {};
  const { allOf, ...own } = resolve<SchemaObject>(document, schema as SchemaObject);
  return (allOf ?? []).reduce<DetailedSchema>((sum, part) => ({ ...merged(document, part), ...sum }), own);
}

function typeOf(document: Document, schema: DetailedSchema): string {
  const { type, const: only, enum: values, items } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.length > 6 ? 'string' : values.map((value) => JSON.stringify(value)).join(' | ');
  if (items)
    return `array of ${typeOf(document, merged(document, items)).replace(/^(object|string)$/, '$1s')}`;
  return [type ?? 'object', limitsOf(schema)].filter(Boolean).join(', ');
}

function limitsOf({ minLength, maxLength, minimum, exclusiveMinimum }: DetailedSchema): string {
  if (maxLength !== undefined) return `${minLength ?? 0} to ${maxLength} characters`;
  if (minLength !== undefined) return minLength === 1 ? 'not empty' : `${minLength} characters or more`;
  if (minimum !== undefined) return `${minimum} or more`;
  return exclusiveMinimum === undefined ? '' : `more than ${exclusiveMinimum}`;
}
