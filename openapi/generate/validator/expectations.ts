// The messages of the validators, such as "must be a string", for every keyword of every schema. They are part of the
// generated code, so a validator composes no text at run time.
import {
  component,
  eachSchema,
  type Schema,
  type SchemaObject,
  type Schemas,
} from '../../document/schema.js';

/** A message; or the known fields, for the message about an unknown field. */
export type Expectation = string | readonly string[];

/** By Ajv's `schemaPath`. */
export function expectations(schemas: Schemas): Record<string, Expectation> {
  const result: Record<string, Expectation> = {};
  for (const [name, root] of Object.entries(schemas)) {
    const descriptions = new Map<string, string | undefined>();
    eachSchema(root, (bare, path) => {
      const at = [name, ...path].map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
      // A part of `allOf` has the description of the whole.
      const description = bare.description ?? descriptions.get(at.replace(/\/allOf\/\d+$/, ''));
      descriptions.set(at, description);
      const schema = description === undefined ? bare : { ...bare, description };
      for (const [keyword, phrase] of Object.entries(phrases)) {
        if (keyword in schema) result[`${at}/${keyword}`] = phrase(schema, schemas);
      }
    });
  }
  return result;
}

type Phrase = (schema: SchemaObject, schemas: Schemas) => Expectation;

const phrases: Record<string, Phrase> = {
  type: ofType,
  enum: (schema) => `must be one of ${words(schema['enum'])}`,
  const: (schema) => `must be ${words([schema['const']])}`,
  pattern: (schema) => described(schema) ?? `must match the pattern ${String(schema['pattern'])}`,
  required: (schema) => {
    const named = schema.required?.length === 1 ? schema.properties?.[schema.required[0] ?? ''] : undefined;
    const values = typeof named === 'object' ? named['enum'] : undefined;
    return values === undefined ? 'is required' : `is required and must be one of ${words(values)}`;
  },
  additionalProperties: (schema) => Object.keys(schema.properties ?? {}),
  unevaluatedProperties: (schema, schemas) => [...new Set(fields(schema, schemas))],
  minProperties: (schema) => fieldCount(schema, schema['minProperties'], 'at least'),
  maxProperties: (schema) => fieldCount(schema, schema['maxProperties'], 'at most'),
  minLength: (schema) => `must have at least ${count(schema['minLength'], 'character')}`,
  maxLength: (schema) => `must have at most ${count(schema['maxLength'], 'character')}`,
  minItems: (schema) => `must have at least ${count(schema['minItems'], 'entry', 'entries')}`,
  maxItems: (schema) => `must have at most ${count(schema['maxItems'], 'entry', 'entries')}`,
  uniqueItems: () => 'must not be listed twice',
  minimum: (schema) => `must be at least ${String(schema['minimum'])}`,
  maximum: (schema) => `must be at most ${String(schema['maximum'])}`,
  exclusiveMinimum: (schema) => `must be more than ${String(schema['exclusiveMinimum'])}`,
  exclusiveMaximum: (schema) => `must be less than ${String(schema['exclusiveMaximum'])}`,
  multipleOf: (schema) =>
    schema['multipleOf'] === 1
      ? 'must be a whole number'
      : `must be a multiple of ${String(schema['multipleOf'])}`,
  not: (schema, schemas) => alternatives(schema, schemas) ?? 'must not be this',
};

function ofType(schema: SchemaObject, schemas: Schemas): string {
  if ('enum' in schema) return `must be one of ${words(schema['enum'])}`;
  const phrase = 'pattern' in schema ? described(schema) : alternatives(schema, schemas);
  return phrase ?? `must be ${or([schema.type ?? []].flat().map((type) => typeNames[type] ?? type))}`;
}

const typeNames: Record<string, string> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

/** A description such as "A time such as 2s. More." as "must be a time such as 2s". */
function described({ description }: SchemaObject): string | undefined {
  const sentence = description?.split(/\.\s+(?=[A-Z])|\.?$/)[0];
  return sentence && `must be ${sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}`;
}

function alternatives(schema: SchemaObject, schemas: Schemas): string | undefined {
  const branches = schema['x-alternatives'] as readonly Schema[] | undefined;
  return branches && `must be ${or(branches.map((branch) => alternative(branch, schemas)))}`;
}

function alternative(branch: Schema, schemas: Schemas): string {
  if (typeof branch === 'boolean') return 'anything';
  if (branch.$ref !== undefined) return alternative(component(schemas, branch.$ref), schemas);
  if (branch['enum']) return `one of ${words(branch['enum'])}`;
  if (branch.type === undefined && branch.required) return `an object with ${words(branch.required)}`;
  return ofType(branch, schemas).replace(/^must be /, '');
}

/** @param bound `at least` or `at most` */
function fieldCount(schema: SchemaObject, limit: unknown, bound: string): string {
  const word = schema['minProperties'] === schema['maxProperties'] ? 'exactly' : bound;
  const names = Object.keys(schema.properties ?? {}).join(', ');
  return `must have ${word} ${names === '' ? count(limit, 'field') : `${String(limit)} of the fields ${names}`}`;
}

function fields(schema: Schema, schemas: Schemas): string[] {
  if (typeof schema === 'boolean') return [];
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  if (schema.$ref !== undefined) parts.push(component(schemas, schema.$ref));
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap((part) => fields(part, schemas))];
}

const count = (figure: unknown, one: string, many = `${one}s`) =>
  `${String(figure)} ${figure === 1 ? one : many}`;
const words = (values: unknown) =>
  (values as readonly unknown[])
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(', ');
const or = (names: readonly string[]) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
