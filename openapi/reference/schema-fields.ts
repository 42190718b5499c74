/** Converts schemas to fields, each with its name, a short type, and its own fields. */
import { resolveReference, type OpenApiDocument, type Provenance } from '../document.js';
import type { Schema, SchemaObject } from '../schema.js';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly source: Provenance;
  readonly shape: FieldTree;
}

/** The fields of an object, or the variants of a value, each with the value that distinguishes it. */
export interface FieldTree {
  readonly fields: readonly Field[];
  readonly variants: readonly {
    readonly name: string;
    readonly source: Provenance;
    readonly shape: FieldTree;
  }[];
}

interface DetailedSchema extends SchemaObject, Provenance {
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

/** Limits the depth, because schemas can be recursive. */
const MAX_DEPTH = 6;

export function buildFieldTree(document: OpenApiDocument, schema: Schema, depth = 0): FieldTree {
  if (depth > MAX_DEPTH) return { fields: [], variants: [] };
  const { properties, required, items, oneOf } = mergeAllOf(document, schema);
  if (items && !properties) return buildFieldTree(document, items, depth + 1);
  const variants = (oneOf ?? []).map((one) => {
    const variant = mergeAllOf(document, one);
    const { status = {} } = variant.properties ?? {};
    const { const: only } = mergeAllOf(document, status);
    return {
      name: typeof only === 'string' ? only : (variant.description ?? ''),
      source: variant,
      shape: buildFieldTree(document, variant, depth + 1),
    };
  });
  const fields = Object.entries(properties ?? {}).map(([name, property]): Field => {
    const source = mergeAllOf(document, property);
    return {
      name,
      type: describeType(document, source),
      isRequired: required?.includes(name) ?? false,
      source,
      shape: buildFieldTree(document, source, depth + 1),
    };
  });
  return { fields, variants };
}

/** Follows references, and adds the parts of `allOf`. The outer description and sources win. */
function mergeAllOf(document: OpenApiDocument, schema: Schema): DetailedSchema {
  if (typeof schema === 'boolean') return {};
  const { allOf, ...rest } = resolveReference<SchemaObject>(document, schema as SchemaObject);
  return (allOf ?? []).reduce<DetailedSchema>(
    (sum, part) => ({ ...mergeAllOf(document, part), ...sum }),
    rest,
  );
}

function describeType(document: OpenApiDocument, schema: DetailedSchema): string {
  const { type, const: only, enum: values, items } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.length > 6 ? 'string' : values.map((value) => JSON.stringify(value)).join(' | ');
  if (items)
    return `array of ${describeType(document, mergeAllOf(document, items)).replace(/^(object|string)$/, '$1s')}`;
  return [type ?? 'object', describeLimits(schema)].filter(Boolean).join(', ');
}

function describeLimits({ minLength, maxLength, minimum, exclusiveMinimum }: DetailedSchema): string {
  if (maxLength !== undefined) return `${minLength ?? 0} to ${maxLength} characters`;
  if (minLength !== undefined) return minLength === 1 ? 'not empty' : `${minLength} characters or more`;
  if (minimum !== undefined) return `${minimum} or more`;
  return exclusiveMinimum === undefined ? '' : `more than ${exclusiveMinimum}`;
}
