// Schemas as rows of fields: for each field its name, its type in a few words, and its own fields.
import { follow, type Contract, type Schema, type Sourced } from './contract.js';

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

/** A limit of the depth, because schemas can contain themselves. */
const DEEPEST = 6;

export function shapeOf(contract: Contract, schema: Schema, depth = 0): Shape {
  if (depth > DEEPEST) return { fields: [], variants: [] };
  const { properties, required, items, oneOf } = merged(contract, schema);
  if (items && !properties) return shapeOf(contract, items, depth + 1);
  const variants = (oneOf ?? []).map((one) => {
    const variant = merged(contract, one);
    const { status } = variant.properties ?? {};
    return {
      name: typeof status?.const === 'string' ? status.const : (variant.description ?? ''),
      source: variant,
      shape: shapeOf(contract, variant, depth + 1),
    };
  });
  const fields = Object.entries(properties ?? {}).map(([name, property]): Field => {
    const source = merged(contract, property);
    return {
      name,
      type: typeOf(contract, source),
      isRequired: required?.includes(name) ?? false,
      source,
      shape: shapeOf(contract, source, depth + 1),
    };
  });
  return { fields, variants };
}

/** Follows references, and adds the parts of `allOf`. The outer description and sources win. */
function merged(contract: Contract, schema: Schema): Schema {
  const { allOf, ...own } = follow(contract, schema);
  return (allOf ?? []).reduce<Schema>((sum, part) => ({ ...merged(contract, part), ...sum }), own);
}

function typeOf(contract: Contract, schema: Schema): string {
  const { type, const: only, enum: values, items } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.length > 6 ? 'string' : values.map((value) => JSON.stringify(value)).join(' | ');
  if (items)
    return `array of ${typeOf(contract, merged(contract, items)).replace(/^(object|string)$/, '$1s')}`;
  return [type ?? 'object', limitsOf(schema)].filter(Boolean).join(', ');
}

function limitsOf({ minLength, maxLength, minimum, exclusiveMinimum }: Schema): string {
  if (maxLength !== undefined) return `${minLength ?? 0} to ${maxLength} characters`;
  if (minLength !== undefined) return minLength === 1 ? 'not empty' : `${minLength} characters or more`;
  if (minimum !== undefined) return `${minimum} or more`;
  return exclusiveMinimum === undefined ? '' : `more than ${exclusiveMinimum}`;
}
