/**
 * Makes a value of a schema out of another value: what the schema asks for is taken from it by name, or from where such a
 * thing usually stands, and made up only where it has nothing like it. Knows shapes, not operations.
 */
import { fieldOf, isObject } from '../../contract/index.js';
import type { Schema } from '../shape/schema.js';

/** For a field's name, the fields that hold the same thing elsewhere, in the order in which they are tried; for '', those that stand for the whole. */
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
      return textOf(one, own, aliases, example);
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

/** Whether a value is what a schema asks for, at its surface. */
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

/** Of several, the one that is like the value, else the one that was seen most. */
function alternative(schema: Schema, own: unknown): Schema {
  const { anyOf } = schema;
  return anyOf ? (anyOf.find((one) => isLike(one, own)) ?? anyOf[0] ?? {}) : schema;
}

/** The type to make: that of the value, if it is among them, else the first that is not null. */
function typesOf(schema: Schema, own: unknown): readonly string[] {
  if (typeof schema.type === 'string') return [schema.type];
  const types = schema.type ?? [];
  const same = types.find((type) => isLike({ type }, own));
  return same === undefined ? types.filter((type) => type !== 'null') : [same];
}

function objectOf(schema: Schema, own: unknown, aliases: Aliases, example: unknown): object {
  const made = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const found = [name, ...aliases(name)]
      .map((other) => fieldOf(own, other))
      .find((value) => value !== undefined && isLike(property, value));
    if (found === undefined && !schema.required?.includes(name)) return [];
    const given = found ?? (isHolder(property, own, aliases) ? own : countOf(name, own));
    return [[name, fill(property, given, aliases, fieldOf(example, name))] as const];
  });
  return Object.fromEntries(made);
}

/** Whether the value would go into what the schema describes: they share a field, or both are lists. */
function isHolder(schema: Schema, own: unknown, aliases: Aliases): boolean {
  if (!isObject(own)) return false;
  if (schema.anyOf) return schema.anyOf.some((one) => isHolder(one, own, aliases));
  if (schema.type === 'array') return listOf(own) !== undefined || isHolder(schema.items ?? {}, own, aliases);
  if (typeof schema.additionalProperties === 'object') return listOf(own) !== undefined;
  return Object.entries(schema.properties ?? {}).some(
    ([name, property]) =>
      [name, ...aliases(name)].some((other) => fieldOf(own, other) !== undefined) ||
      isHolder(property, own, aliases),
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

/** The one list that a value holds. */
function listOf(own: unknown): readonly unknown[] | undefined {
  if (Array.isArray(own)) return own as unknown[];
  if (!isObject(own)) return undefined;
  const lists = Object.values(own).filter((value) => Array.isArray(value));
  return lists.length === 1 ? (lists[0] as unknown[]) : undefined;
}

function countOf(name: string, own: unknown): number | undefined {
  return /^(?:count|total|total_count|size)$/i.test(name) ? listOf(own)?.length : undefined;
}

function textOf(schema: Schema, own: unknown, aliases: Aliases, example: unknown): string {
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
