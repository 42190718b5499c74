/** Writes a shape as JSON Schema (2020-12). The schema describes the observed values and guesses no ranges. */
import type { Alternative, Shape } from './shape.js';
import { formatOf } from './strings.js';

/** The keywords that shapes need. */
export interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  items?: Schema;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema | boolean;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  examples?: readonly unknown[];
  'x-observed'?: unknown;
  readonly [more: string]: unknown;
}

/** Several alternatives become an `anyOf` with their counts, the most frequent first. */
export function schemaOf({ alternatives }: Shape): Schema {
  const [first, second] = alternatives.toSorted(
    (one, two) => Number(one.kind === 'null') - Number(two.kind === 'null'),
  );
  if (!first) return {};
  if (!second) return schemaOfOne(first);
  if (alternatives.length === 2 && second.kind === 'null') {
    const schema = schemaOfOne(first);
    if (typeof schema.type === 'string')
      return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
  }
  return {
    anyOf: alternatives
      .toSorted((one, two) => two.count - one.count)
      .map((alternative) => ({ ...schemaOfOne(alternative), 'x-observed': observedOf(alternative) })),
  };
}

function observedOf({ count, tags }: Alternative): object {
  return { count, ...(tags.size > 0 && { with: Object.fromEntries(tags) }) };
}

function schemaOfOne(alternative: Alternative): Schema {
  switch (alternative.kind) {
    case 'null':
      return { type: 'null' };
    case 'boolean':
      return { type: 'boolean', ...(alternative.values.size === 1 && { examples: [...alternative.values] }) };
    case 'number':
      return { type: alternative.fractions > 0 ? 'number' : 'integer', examples: [alternative.example] };
    case 'string': {
      const { strings } = alternative;
      const format = formatOf(strings);
      const codes = [...(strings.codes?.keys() ?? [])].sort();
      return {
        type: 'string',
        ...(format && { format }),
        ...(codes.length > 0 && { enum: codes }),
        ...(strings.example !== undefined && codes.length === 0 && { examples: [strings.example] }),
      };
    }
    case 'list':
      return { type: 'array', ...(alternative.items.count > 0 && { items: schemaOf(alternative.items) }) };
    case 'object':
      return objectSchema(alternative);
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(alternative.values) };
    case 'any':
      return {};
  }
}

function objectSchema({ fields, count }: Extract<Alternative, { kind: 'object' }>): Schema {
  const required = [...fields].filter(([, field]) => field.count === count).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required: required.sort() }),
    ...(fields.size > 0 && {
      properties: Object.fromEntries([...fields].map(([name, field]) => [name, schemaOf(field)])),
    }),
  };
}

/** A schema on one line, such as `{ id: string, name?: string or null }`. */
export function schemaText(schema: Schema, depth = 0): string {
  if (schema.anyOf) return schema.anyOf.map((one) => schemaText(one, depth)).join(' | ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['anything']);
  return types.map((type) => typeText(type, schema, depth)).join(' or ');
}

function typeText(type: string, schema: Schema, depth: number): string {
  switch (type) {
    case 'string':
      return schema.enum
        ? schema.enum
            .filter((code) => code !== null)
            .map((code) => JSON.stringify(code))
            .join(' | ')
        : (schema.format ?? 'string');
    case 'boolean':
      return 'true or false';
    case 'array':
      return schema.items ? `[ ${depth > 3 ? '…' : schemaText(schema.items, depth + 1)} ]` : '[ ]';
    case 'object': {
      if (typeof schema.additionalProperties === 'object')
        return `{ [name]: ${schemaText(schema.additionalProperties, depth + 1)} }`;
      const names = Object.keys(schema.properties ?? {});
      if (names.length === 0) return '{ }';
      if (depth > 3) return '{ … }';
      const shown = names.slice(0, 12).map((name) => {
        const mark = schema.required?.includes(name) ? '' : '?';
        return `${name}${mark}: ${schemaText(schema.properties?.[name] ?? {}, depth + 1)}`;
      });
      return `{ ${shown.join(', ')}${names.length > 12 ? ', …' : ''} }`;
    }
    default:
      return type;
  }
}
