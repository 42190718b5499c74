/** The keywords of JSON Schema that the documents in openapi/ use, and what each expects, as the end of a sentence: "must be a string". */
import { nearest } from './nearest.js';

export interface JsonSchema {
  /** The name of another schema. */
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: SchemaOrAny;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaOrAny>>;
  readonly additionalProperties?: SchemaOrAny;
  readonly allOf?: readonly SchemaOrAny[];
  /** With `discriminator`, the property selects the branch; else the JSON type of the value does. */
  readonly oneOf?: readonly JsonSchema[];
  readonly discriminator?: {
    readonly propertyName: string;
    /** The names of schemas. */
    readonly mapping: Readonly<Record<string, string>>;
  };
}

export type SchemaOrAny = JsonSchema | boolean;

export function expectationOf(schema: JsonSchema, keyword: string): string {
  const { minimum, maximum, exclusiveMinimum, multipleOf, minLength, maxLength, minItems, maxItems } = schema;
  switch (keyword) {
    case 'type':
      return ofType(schema);
    case 'oneOf':
      return `must be ${or((schema.oneOf ?? []).map((branch) => ofType(branch).replace('must be ', '')))}`;
    case 'enum':
      return ofValues(schema.enum);
    case 'const':
      return ofValues([schema.const]);
    case 'pattern':
      return described(schema) ?? `must match the pattern ${schema.pattern}`;
    case 'required':
      return ofRequired(schema);
    case 'minimum':
      return `must be at least ${minimum}`;
    case 'maximum':
      return `must be at most ${maximum}`;
    case 'exclusiveMinimum':
      return `must be more than ${exclusiveMinimum}`;
    case 'multipleOf':
      return multipleOf === 1 ? 'must be a whole number' : `must be a multiple of ${multipleOf}`;
    case 'minLength':
      return `must have at least ${count(minLength, 'character', 'characters')}`;
    case 'maxLength':
      return `must have at most ${count(maxLength, 'character', 'characters')}`;
    case 'minItems':
      return `must have at least ${count(minItems, 'entry', 'entries')}`;
    case 'maxItems':
      return `must have at most ${count(maxItems, 'entry', 'entries')}`;
    case 'uniqueItems':
      return 'must not be listed twice';
    case 'minProperties':
    case 'maxProperties':
      return ofFieldCount(schema, keyword);
    default:
      throw new Error(`Unknown keyword ${keyword}`);
  }
}

/** The known fields, and the nearest one. */
export function unknownField(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'is not a field here';
  // A long name is not a typing error.
  const near = nearest(plain(name.slice(0, 64)), known.map(plain));
  const hint = near === undefined ? '' : ` (did you mean ${known.find((each) => plain(each) === near)}?)`;
  return `is not a field here; known fields are ${known.join(', ')}${hint}`;
}

/** Makes `slideCount`, `slide-count` and `slide_count` equal. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

function ofType(schema: JsonSchema): string {
  if (schema.enum) return ofValues(schema.enum);
  const text = schema.pattern === undefined ? undefined : described(schema);
  return text ?? `must be ${or([schema.type ?? []].flat().map((type) => TYPES[type] ?? type))}`;
}

/** A description such as "A time such as 2s. More." as "must be a time such as 2s". */
function described({ description }: JsonSchema): string | undefined {
  const sentence = description?.split(/\.\s+(?=[A-Z])|\.?$/)[0];
  return sentence && `must be ${sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}`;
}

function ofValues(values: readonly unknown[] = []): string {
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return `must be ${texts.length > 1 ? 'one of ' : ''}${texts.join(', ')}`;
}

function ofRequired({ required = [], properties = {} }: JsonSchema): string {
  const only = required.length === 1 ? properties[required[0] ?? ''] : undefined;
  const values = typeof only === 'object' ? only.enum : undefined;
  return values ? `is required and ${ofValues(values)}` : 'is required';
}

function ofFieldCount(schema: JsonSchema, keyword: 'minProperties' | 'maxProperties'): string {
  const { minProperties, maxProperties, properties = {} } = schema;
  const bound = keyword === 'minProperties' ? 'at least' : 'at most';
  const word = minProperties === maxProperties ? 'exactly' : bound;
  const names = Object.keys(properties).join(', ');
  const limit = schema[keyword];
  return `must have ${word} ${names === '' ? count(limit, 'field', 'fields') : `${limit} of the fields ${names}`}`;
}

const count = (figure: number | undefined, one: string, many: string): string =>
  `${figure} ${figure === 1 ? one : many}`;

const or = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
