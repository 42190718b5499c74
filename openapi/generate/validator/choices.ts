// Rewrites `oneOf` and `anyOf` so that an invalid value gets only the faults of its branch. The discriminator or the JSON type
// selects the branch. A value of several branches gets a single fault.
import {
  component,
  mapSubschemas,
  type Schema,
  type SchemaObject,
  type Schemas,
} from '../../document/schema.js';

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

const jsonTypes = ['object', 'array', 'string', 'number', 'boolean', 'null'];

export function withReadableChoices(schema: Schema, schemas: Schemas): Schema {
  if (typeof schema === 'boolean') return schema;
  const inside = mapSubschemas(schema, (sub) => withReadableChoices(sub, schemas));
  const { oneOf, anyOf, discriminator, ...rest } = inside;
  if (oneOf && discriminator) return both(rest, byProperty(discriminator as Discriminator));
  return [
    ...(oneOf ? [byType('oneOf', oneOf, schemas)] : []),
    ...(anyOf ? [byType('anyOf', anyOf, schemas)] : []),
  ].reduce(both, rest);
}

/** The value of the discriminator property selects the branch. */
function byProperty({ propertyName, mapping }: Discriminator): SchemaObject {
  const named = (value: string) => ({
    type: 'object',
    required: [propertyName],
    properties: { [propertyName]: { const: value } },
  });
  return {
    type: 'object',
    required: [propertyName],
    properties: { [propertyName]: { enum: Object.keys(mapping) } },
    allOf: Object.entries(mapping).map(([value, $ref]) => ({ if: named(value), then: { $ref } })),
  };
}

function byType(keyword: 'oneOf' | 'anyOf', branches: readonly Schema[], schemas: Schemas): SchemaObject {
  const candidates = jsonTypes.map((type) => ({
    type,
    fitting: branches.filter((branch) => typesOf(branch, schemas).includes(type)),
  }));
  const possible = candidates.filter(({ fitting }) => fitting.length > 0);
  if (possible.every(({ fitting }) => fitting.length === branches.length))
    return withSingleFault(keyword, branches);
  return {
    type: possible.map(({ type }) => type),
    'x-alternatives': branches,
    allOf: possible.map(({ type, fitting }) => ({
      if: { type },
      then: fitting.length === 1 ? (fitting[0] ?? true) : withSingleFault(keyword, fitting),
    })),
  };
}

/** A double `not` is equivalent, and gives one fault instead of the faults of every branch. */
function withSingleFault(keyword: 'oneOf' | 'anyOf', branches: readonly Schema[]): SchemaObject {
  return { 'x-alternatives': branches, not: { not: { [keyword]: branches } } };
}

function typesOf(schema: Schema, schemas: Schemas): readonly string[] {
  if (schema === false) return [];
  if (schema === true) return jsonTypes;
  const { type = jsonTypes, $ref, allOf = [] } = schema;
  const own = [type].flat().map((name) => (name === 'integer' ? 'number' : name));
  const parts = [...allOf, ...($ref === undefined ? [] : [component(schemas, $ref)])];
  return parts.reduce<string[]>(
    (types, part) => types.filter((name) => typesOf(part, schemas).includes(name)),
    own,
  );
}

function both(schema: SchemaObject, addition: SchemaObject): SchemaObject {
  return Object.keys(schema).length === 0
    ? addition
    : { ...schema, allOf: [...(schema.allOf ?? []), addition] };
}
