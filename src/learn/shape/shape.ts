/**
 * The shape of the values of one place, collected value by value in bounded memory. Values of different kinds are separate
 * alternatives, and so are objects without a common field. Knows no API.
 */
import { isSecretName } from '../../journal/secret-names.js';
import { isObject } from '../../base/json.js';
import type { SamplingPolicy } from './sampling-policy.js';
import { newStringStats, addString, type StringStats } from './strings.js';

interface Counted {
  count: number;
  /** The count for each tag, such as a status code. */
  readonly tags: Map<string, number>;
}

export type Alternative = Counted &
  (
    | { readonly kind: 'null' }
    | { readonly kind: 'boolean'; readonly values: Set<boolean> }
    | { readonly kind: 'number'; fractions: number; readonly example: number }
    | { readonly kind: 'string'; readonly strings: StringStats }
    | { readonly kind: 'list'; readonly items: Shape }
    | { readonly kind: 'object'; fields: Map<string, Shape>; more: number }
    /** An object of objects, where each field name is also a value inside its object, such as `{ t1: { id: 't1' } }`. */
    | { readonly kind: 'map'; readonly values: Shape }
    /** A value below the maximum depth. */
    | { readonly kind: 'any' }
  );

export interface Shape {
  count: number;
  alternatives: Alternative[];
}

export const maxDepth = 10;
export const maxFields = 100;
const maxItems = 50;
const maxVariants = 8;

export const newShape = (): Shape => ({ count: 0, alternatives: [] });

/** @param name the name of the field with the value */
export function addValue(
  shape: Shape,
  value: unknown,
  policy: SamplingPolicy,
  tag?: string,
  name = '',
  depth = 0,
): void {
  shape.count++;
  const alternative = alternativeOf(shape, value, name, depth);
  alternative.count++;
  if (tag !== undefined) alternative.tags.set(tag, (alternative.tags.get(tag) ?? 0) + 1);
  switch (alternative.kind) {
    case 'boolean':
      alternative.values.add(value === true);
      break;
    case 'number':
      if (!Number.isInteger(value)) alternative.fractions++;
      break;
    case 'string':
      addString(alternative.strings, String(value), name, policy);
      break;
    case 'list':
      for (const item of (value as readonly unknown[]).slice(0, maxItems))
        addValue(alternative.items, item, policy, undefined, name, depth + 1);
      break;
    case 'object':
      addFields(alternative, value as object, policy, depth);
      break;
    case 'map':
      for (const item of Object.values(value as object).slice(0, maxItems))
        addValue(alternative.values, item, policy, undefined, name, depth + 1);
      break;
    case 'null':
    case 'any':
  }
}

function addFields(
  alternative: Extract<Alternative, { kind: 'object' }>,
  value: object,
  policy: SamplingPolicy,
  depth: number,
): void {
  for (const [name, item] of Object.entries(value)) {
    let field = alternative.fields.get(name);
    if (!field) {
      if (alternative.fields.size >= maxFields || name.length > 100) {
        alternative.more++;
        continue;
      }
      field = newShape();
      alternative.fields.set(name, field);
    }
    addValue(field, item, policy, undefined, name, depth + 1);
  }
}

function alternativeOf(shape: Shape, value: unknown, name: string, depth: number): Alternative {
  const { alternatives } = shape;
  const kind = depth > maxDepth ? 'any' : isObject(value) ? (isMap(value) ? 'map' : 'object') : kindOf(value);
  const same =
    kind === 'object' ? variantOf(shape, value as object) : alternatives.find((known) => known.kind === kind);
  if (same) return same;
  const counted: Counted = { count: 0, tags: new Map() };
  const added = newAlternative(kind, counted, value, isSecretName(name));
  alternatives.push(added);
  return added;
}

function newAlternative(
  kind: Alternative['kind'],
  counted: Counted,
  value: unknown,
  isSecret: boolean,
): Alternative {
  switch (kind) {
    case 'boolean':
      return { kind, ...counted, values: new Set() };
    case 'number':
      return { kind, ...counted, fractions: 0, example: isSecret ? 0 : Number(value) };
    case 'string':
      return { kind, ...counted, strings: newStringStats() };
    case 'list':
      return { kind, ...counted, items: newShape() };
    case 'object':
      return { kind, ...counted, fields: new Map(), more: 0 };
    case 'map':
      return { kind, ...counted, values: newShape() };
    case 'null':
    case 'any':
      return { kind, ...counted };
  }
}

function kindOf(value: unknown): Alternative['kind'] {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'boolean' || typeof value === 'number') return typeof value as 'boolean' | 'number';
  return typeof value === 'string' ? 'string' : 'any';
}

/** Whether every field holds an object that contains the field name as a value. */
function isMap(value: object): boolean {
  const entries: (readonly [string, unknown])[] = Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(
      ([name, item]) =>
        typeof item === 'object' &&
        item !== null &&
        !Array.isArray(item) &&
        Object.values(item).includes(name),
    )
  );
}

/** Finds the variant with a common field. An object with fields of several variants joins them. */
function variantOf(shape: Shape, value: object): Alternative | undefined {
  const variants = shape.alternatives.filter((known) => known.kind === 'object');
  const names = Object.keys(value);
  const close = variants.filter(
    ({ fields }) => (names.length === 0 && fields.size === 0) || names.some((name) => fields.has(name)),
  );
  const [first, ...others] = close.length > 0 ? close : variants.slice(maxVariants - 1);
  if (!first) return undefined;
  for (const other of others) join(first, other);
  shape.alternatives = shape.alternatives.filter((known) => !others.some((other) => other === known));
  return first;
}

type ObjectAlternative = Extract<Alternative, { kind: 'object' }>;

/** Two variants have no common field, so their fields need no merging. */
function join(into: ObjectAlternative, other: ObjectAlternative): void {
  into.count += other.count;
  into.more += other.more;
  for (const [name, field] of other.fields) into.fields.set(name, field);
  for (const [tag, count] of other.tags) into.tags.set(tag, (into.tags.get(tag) ?? 0) + count);
}
