/**
 * Converts a value to the shape of a schema. Each field gets the value of the field with the same name, or of an alias, or
 * else an invented value. Knows shapes, not operations.
 */
import { fieldOf, isObject } from '../../base/json.js';
import type { Schema } from '../shape/schema.js';

/** The other names of a field, in the order of preference. For an empty name: the fields that can replace a whole object. */
export type Aliases = (name: string) => readonly string[];

export function fill(schema: Schema, own: unknown, aliases: Aliases, example?: unknown): unknown {
  const one = alternative(schema, own);
  if (one.enum) return one.enum.includes(own) ? own : one.enum.includes(example) ? example : one.enum[0];
  const [type = 'any'] = typesOf(one, own);
  switch (type) {
    case 'object':
      return one.additionalProperties && typeof one.additionalProperties === 'object'
        ? mapOf(one.additionalProperties, own, aliases)
        : objectOf(one, own, aliases, example);
    case 'array':
      return arrayOf(one, own, aliases, example);
    case 'string':
      return stringOf(one, own, aliases, example);
    case 'integer':
    case 'number':
      return firstOf('number', own, example, one.examples?.[0]) ?? 0;
    case 'boolean':
      return firstOf('boolean', own, example, one.examples?.[0]) ?? true;
    case 'null':
      return null;
    default:
      return own ?? example ?? null;
  }
}

/** Whether a value has the type or is in the enum of a schema. Does not check its fields or items. */
export function isLike(schema: Schema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => isLike(one, value));
  if (schema.enum) return schema.enum.includes(value);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return (
    types.length === 0 ||
    types.some((type) => typeOf(value) === type || (type === 'number' && typeOf(value) === 'integer'))
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** The alternative of the value's type, or else the most frequent one. */
function alternative(schema: Schema, own: unknown): Schema {
  const { anyOf } = schema;
  return anyOf ? (anyOf.find((one) => isLike(one, own)) ?? anyOf[0] ?? {}) : schema;
}

/** The type of the value, if the schema allows it, else the first type that is not null. */
function typesOf(schema: Schema, own: unknown): readonly string[] {
  if (typeof schema.type === 'string') return [schema.type];
  const types = schema.type ?? [];
  const same = types.find((type) => isLike({ type }, own));
  return same === undefined ? types.filter((type) => type !== 'null') : [same];
}

function objectOf(schema: Schema, own: unknown, aliases: Aliases, example: unknown): object {
  const filled = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const found = [name, ...aliases(name)]
      .map((other) => fieldOf(own, other))
      .find((value) => value !== undefined && isLike(property, value));
    if (found === undefined && !schema.required?.includes(name)) return [];
    const given = found ?? (canHold(property, own, aliases) ? own : countOf(name, own));
    return [[name, fill(property, given, aliases, fieldOf(example, name))] as const];
  });
  return Object.fromEntries(filled);
}

/** Whether the value fits into the schema: they have a common field, or both are lists. */
function canHold(schema: Schema, own: unknown, aliases: Aliases): boolean {
  if (!isObject(own)) return false;
  if (schema.anyOf) return schema.anyOf.some((one) => canHold(one, own, aliases));
  if (schema.type === 'array') return listOf(own) !== undefined || canHold(schema.items ?? {}, own, aliases);
  if (typeof schema.additionalProperties === 'object') return listOf(own) !== undefined;
  return Object.entries(schema.properties ?? {}).some(
    ([name, property]) =>
      [name, ...aliases(name)].some((other) => fieldOf(own, other) !== undefined) ||
      canHold(property, own, aliases),
  );
}

function arrayOf(schema: Schema, own: unknown, aliases: Aliases, example: unknown): readonly unknown[] {
  const { items } = schema;
  if (!items) return [];
  const examples = Array.isArray(example) ? (example as unknown[]) : [];
  const isWhole =
    isObject(own) && Object.keys(items.properties ?? {}).some((name) => Array.isArray(own[name]));
  const list = Array.isArray(own) ? (own as unknown[]) : isWhole ? [own] : (listOf(own) ?? [own]);
  return list.map((item, index) => fill(items, item, aliases, examples[index]));
}

function mapOf(values: Schema, own: unknown, aliases: Aliases): object {
  const list = listOf(own) ?? [];
  return Object.fromEntries(list.map((item, index) => [nameOf(item, index), fill(values, item, aliases)]));
}

function nameOf(item: unknown, index: number): string {
  const id = fieldOf(item, 'id');
  return typeof id === 'string' ? id : String(index);
}

/** The value itself if it is a list, or else its only list. */
function listOf(own: unknown): readonly unknown[] | undefined {
  if (Array.isArray(own)) return own as unknown[];
  if (!isObject(own)) return undefined;
  const lists = Object.values(own).filter((value) => Array.isArray(value));
  return lists.length === 1 ? (lists[0] as unknown[]) : undefined;
}

function countOf(name: string, own: unknown): number | undefined {
  return /^(?:count|total|total_count|size)$/i.test(name) ? listOf(own)?.length : undefined;
}

function stringOf(schema: Schema, own: unknown, aliases: Aliases, example: unknown): string {
  const named = aliases('').map((name) => fieldOf(own, name));
  const text = firstOf('string', own, ...named, example, schema.examples?.[0]);
  if (text !== undefined) return text as string;
  return placeholders[schema.format ?? ''] ?? '';
}

const placeholders: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T09:30:12.000Z',
  date: '2026-01-15',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com/',
};

function firstOf(type: 'string' | 'number' | 'boolean', ...values: readonly unknown[]): unknown {
  return values.find((value) => typeof value === type);
}
