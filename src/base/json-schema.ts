/**
 * Validates a value against a JSON Schema. It generates no code, so it runs under a strict content security policy; the generator
 * of the schemas rejects unsupported keywords.
 */
import { closestMatch } from './did-you-mean.js';
import { isObject } from './json.js';
import { escapePointerToken } from './json-pointer.js';
import {
  keywordMessage,
  unknownFieldMessage,
  type JsonSchema,
  type SchemaOrBoolean,
} from './schema-messages.js';

export type JsonSchemas = Readonly<Record<string, SchemaOrBoolean>>;

/** A difference between a value and its schema. */
export interface SchemaError {
  /** A JSON pointer (RFC 6901) into the value. A missing or unknown field has its own pointer. */
  readonly pointer: string;
  /** The keyword of the schema. */
  readonly keyword: string;
  /** What is expected, such as "must be a string" or "is required". */
  readonly detail: string;
}

const MAX_ERRORS = 100;

/** The differences between the value and the schema: none when it matches, and at most 100. Each is listed once. */
export function validateSchema(schemas: JsonSchemas, name: string, value: unknown): SchemaError[] {
  const validator = new SchemaValidator(schemas);
  validator.compare({ $ref: name }, value, '');
  return [...validator.errors.values()];
}

class SchemaValidator {
  readonly errors = new Map<string, SchemaError>();
  readonly #schemas: JsonSchemas;

  constructor(schemas: JsonSchemas) {
    this.#schemas = schemas;
  }

  compare(schema: SchemaOrBoolean, value: unknown, pointer: string): void {
    if (typeof schema === 'boolean' || this.errors.size >= MAX_ERRORS) return;
    const { type, $ref, allOf = [], oneOf, discriminator } = schema;
    if ('enum' in schema || 'const' in schema) this.#compareValue(schema, value, pointer);
    else if (type !== undefined && ![type].flat().some((name) => isOfType(value, name)))
      this.#add(schema, 'type', pointer);
    if (typeof value === 'number') this.#compareNumber(schema, value, pointer);
    if (typeof value === 'string') this.#compareString(schema, value, pointer);
    if ($ref !== undefined) this.compare(this.#getSchema($ref), value, pointer);
    if (discriminator) this.#compareByProperty(discriminator, value, pointer);
    else if (oneOf) this.#compareByType(schema, oneOf, value, pointer);
    for (const part of allOf) this.compare(part, value, pointer);
    if (Array.isArray(value)) this.#compareItems(schema, value, pointer);
    else if (isObject(value)) this.#compareFields(schema, value, pointer);
  }

  #compareValue(schema: JsonSchema, value: unknown, pointer: string): void {
    if (schema.enum && !schema.enum.includes(value)) {
      const names = schema.enum.filter((one) => typeof one === 'string');
      const suggestion =
        typeof value === 'string' && /^\w{2,64}$/.test(value) ? closestMatch(value, names) : undefined;
      const hint = suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`;
      this.#report(pointer, 'enum', keywordMessage(schema, 'enum') + hint);
    }
    if ('const' in schema && schema.const !== value) this.#add(schema, 'const', pointer);
  }

  #compareNumber(schema: JsonSchema, value: number, pointer: string): void {
    const { minimum, maximum, exclusiveMinimum, multipleOf } = schema;
    if (minimum !== undefined && value < minimum) this.#add(schema, 'minimum', pointer);
    if (maximum !== undefined && value > maximum) this.#add(schema, 'maximum', pointer);
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
      this.#add(schema, 'exclusiveMinimum', pointer);
    if (multipleOf !== undefined && !Number.isInteger(value / multipleOf))
      this.#add(schema, 'multipleOf', pointer);
  }

  #compareString(schema: JsonSchema, value: string, pointer: string): void {
    const { minLength = 0, maxLength = Infinity, pattern } = schema;
    // A character outside the basic plane counts once, but has a length of two.
    const mustCount = value.length < minLength * 2 || value.length > maxLength;
    const length = mustCount ? Array.from(value).length : minLength;
    if (length < minLength) this.#add(schema, 'minLength', pointer);
    if (length > maxLength) this.#add(schema, 'maxLength', pointer);
    if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) this.#add(schema, 'pattern', pointer);
  }

  #compareItems(schema: JsonSchema, value: readonly unknown[], pointer: string): void {
    const { minItems = 0, maxItems = Infinity, uniqueItems = false, items } = schema;
    if (value.length < minItems) this.#add(schema, 'minItems', pointer);
    if (value.length > maxItems) this.#add(schema, 'maxItems', pointer);
    const seen = new Set<unknown>();
    for (const [index, item] of value.entries()) {
      if (this.errors.size >= MAX_ERRORS) return;
      if (uniqueItems && seen.size === seen.add(item).size)
        this.#add(schema, 'uniqueItems', `${pointer}/${index}`);
      if (items !== undefined) this.compare(items, item, `${pointer}/${index}`);
    }
  }

  #compareFields(schema: JsonSchema, value: Readonly<Record<string, unknown>>, pointer: string): void {
    const { required = [], properties = {}, additionalProperties: others = true } = schema;
    const { minProperties = 0, maxProperties = Infinity } = schema;
    const names = Object.keys(value);
    if (names.length < minProperties) this.#add(schema, 'minProperties', pointer);
    if (names.length > maxProperties) this.#add(schema, 'maxProperties', pointer);
    const at = (name: string): string => `${pointer}/${escapePointerToken(name)}`;
    for (const name of required)
      if (!Object.hasOwn(value, name) || value[name] === undefined) this.#add(schema, 'required', at(name));
    for (const name of others === true ? [] : names) {
      if (this.errors.size >= MAX_ERRORS) return;
      if (Object.hasOwn(properties, name)) continue;
      if (others === false)
        this.#report(at(name), 'additionalProperties', unknownFieldMessage(name, Object.keys(properties)));
      else this.compare(others, value[name], at(name));
    }
    for (const [name, property] of Object.entries(properties))
      if (Object.hasOwn(value, name) && value[name] !== undefined)
        this.compare(property, value[name], at(name));
  }

  /** The value of a property selects the schema. */
  #compareByProperty(
    { propertyName, mapping }: NonNullable<JsonSchema['discriminator']>,
    value: unknown,
    pointer: string,
  ): void {
    const kinds = { enum: Object.keys(mapping) };
    const outline = { type: 'object', required: [propertyName], properties: { [propertyName]: kinds } };
    const kind = isObject(value) && Object.hasOwn(value, propertyName) ? value[propertyName] : undefined;
    if (typeof kind === 'string' && Object.hasOwn(mapping, kind))
      this.compare({ $ref: mapping[kind] ?? '' }, value, pointer);
    else this.compare(outline, value, pointer);
  }

  /** The branches have different JSON types, so the type of the value selects one. */
  #compareByType(schema: JsonSchema, branches: readonly JsonSchema[], value: unknown, pointer: string): void {
    const resolved = branches.map((branch) => this.#resolve(branch));
    const matching = resolved.find(({ type }) => isOfType(value, jsonType(type)));
    if (matching) this.compare(matching, value, pointer);
    else this.#add({ ...schema, oneOf: resolved }, 'oneOf', pointer);
  }

  #resolve(schema: SchemaOrBoolean): JsonSchema {
    if (typeof schema === 'boolean') return {};
    return schema.$ref === undefined ? schema : this.#resolve(this.#getSchema(schema.$ref));
  }

  #getSchema(name: string): SchemaOrBoolean {
    const schema = this.#schemas[name];
    if (schema === undefined) throw new Error(`Unknown schema ${name}`);
    return schema;
  }

  #add(schema: JsonSchema, keyword: string, pointer: string): void {
    this.#report(pointer, keyword === 'oneOf' ? 'type' : keyword, keywordMessage(schema, keyword));
  }

  #report(pointer: string, keyword: string, detail: string): void {
    const key = `${pointer} ${detail}`;
    if (!this.errors.has(key)) this.errors.set(key, { pointer, keyword, detail });
  }
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

/** The type that selects a branch: a number that is not whole gets the errors of the branch for whole numbers. */
const jsonType = (type: JsonSchema['type']): string => {
  const name = [type ?? 'object'].flat()[0] ?? 'object';
  return name === 'integer' ? 'number' : name;
};
