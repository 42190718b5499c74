/** Formats error messages for the supported JSON Schema keywords, such as "must be a string". */
import { closestMatch } from './did-you-mean.js';

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
  readonly items?: SchemaOrBoolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaOrBoolean>>;
  readonly additionalProperties?: SchemaOrBoolean;
  readonly allOf?: readonly SchemaOrBoolean[];
  /** With `discriminator`, the property selects the branch; else the JSON type of the value does. */
  readonly oneOf?: readonly JsonSchema[];
  readonly discriminator?: {
    readonly propertyName: string;
    /** The names of schemas. */
    readonly mapping: Readonly<Record<string, string>>;
  };
}

export type SchemaOrBoolean = JsonSchema | boolean;

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

export function keywordMessage(schema: JsonSchema, keyword: string): string {
  const { minimum, maximum, exclusiveMinimum, multipleOf, minLength, maxLength, minItems, maxItems } = schema;
  switch (keyword) {
    case 'type':
      return typeMessage(schema);
    case 'oneOf':
      return `must be ${joinWithOr((schema.oneOf ?? []).map((branch) => typeMessage(branch).replace('must be ', '')))}`;
    case 'enum':
      return enumMessage(schema.enum);
    case 'const':
      return enumMessage([schema.const]);
    case 'pattern':
      return descriptionMessage(schema) ?? `must match the pattern ${schema.pattern}`;
    case 'required':
      return requiredMessage(schema);
    case 'minimum':
      return `must be at least ${minimum}`;
    case 'maximum':
      return `must be at most ${maximum}`;
    case 'exclusiveMinimum':
      return `must be more than ${exclusiveMinimum}`;
    case 'multipleOf':
      return multipleOf === 1 ? 'must be a whole number' : `must be a multiple of ${multipleOf}`;
    case 'minLength':
      return `must have at least ${formatCount(minLength, 'character', 'characters')}`;
    case 'maxLength':
      return `must have at most ${formatCount(maxLength, 'character', 'characters')}`;
    case 'minItems':
      return `must have at least ${formatCount(minItems, 'entry', 'entries')}`;
    case 'maxItems':
      return `must have at most ${formatCount(maxItems, 'entry', 'entries')}`;
    case 'uniqueItems':
      return 'must be unique';
    case 'minProperties':
    case 'maxProperties':
      return fieldCountMessage(schema, keyword);
    default:
      throw new Error(`Unknown keyword ${keyword}`);
  }
}

/** Lists the known fields, and suggests the closest one. */
export function unknownFieldMessage(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'is not a known field';
  // A long name is not a typing error.
  const closest = closestMatch(normalizeName(name.slice(0, 64)), known.map(normalizeName));
  const hint =
    closest === undefined ? '' : ` (did you mean ${known.find((each) => normalizeName(each) === closest)}?)`;
  return `is not a known field; known fields are ${known.join(', ')}${hint}`;
}

/** Makes `slideCount`, `slide-count` and `slide_count` equal. */
const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function typeMessage(schema: JsonSchema): string {
  if (schema.enum) return enumMessage(schema.enum);
  const text = schema.pattern === undefined ? undefined : descriptionMessage(schema);
  return text ?? `must be ${joinWithOr([schema.type ?? []].flat().map((type) => TYPES[type] ?? type))}`;
}

/** A description such as "A time such as 2s. More." as "must be a time such as 2s". */
function descriptionMessage({ description }: JsonSchema): string | undefined {
  const sentence = description?.split(/\.\s+(?=[A-Z])|\.?$/)[0];
  return sentence && `must be ${sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}`;
}

function enumMessage(values: readonly unknown[] = []): string {
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return `must be ${texts.length > 1 ? 'one of ' : ''}${texts.join(', ')}`;
}

function requiredMessage({ required = [], properties = {} }: JsonSchema): string {
  const only = required.length === 1 ? properties[required[0] ?? ''] : undefined;
  const values = typeof only === 'object' ? only.enum : undefined;
  return values ? `is required and ${enumMessage(values)}` : 'is required';
}

function fieldCountMessage(schema: JsonSchema, keyword: 'minProperties' | 'maxProperties'): string {
  const { minProperties, maxProperties, properties = {} } = schema;
  const bound = keyword === 'minProperties' ? 'at least' : 'at most';
  const word = minProperties === maxProperties ? 'exactly' : bound;
  const names = Object.keys(properties).join(', ');
  const limit = schema[keyword];
  return `must have ${word} ${names === '' ? formatCount(limit, 'field', 'fields') : `${limit} of the fields ${names}`}`;
}

const formatCount = (count: number | undefined, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const joinWithOr = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
