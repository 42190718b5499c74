/**
 * What the values of one place looked like: a tally that grows value by value and stays bounded whatever comes. Values of
 * different kinds, and objects that share no field, are told apart and never mixed. Knows nothing of any API.
 */
import type { Look } from './look.js';
import { newTexts, seeText, type Texts } from './texts.js';

interface Counted {
  count: number;
  /** How often it was seen with which tag, such as a status code. */
  readonly tags: Map<string, number>;
}

export type Alternative = Counted &
  (
    | { readonly kind: 'null' }
    | { readonly kind: 'boolean'; readonly values: Set<boolean> }
    | { readonly kind: 'number'; fractions: number; readonly example: number }
    | { readonly kind: 'text'; readonly texts: Texts }
    | { readonly kind: 'list'; readonly items: Shape }
    | { readonly kind: 'object'; fields: Map<string, Shape>; more: number }
    /** An object whose fields are named by what their values say of themselves. */
    | { readonly kind: 'map'; readonly values: Shape }
    /** Deeper than anybody looks. */
    | { readonly kind: 'any' }
  );

export interface Shape {
  count: number;
  alternatives: Alternative[];
}

export const deepest = 10;
export const mostFields = 100;
const mostItems = 50;
const mostVariants = 8;

export const newShape = (): Shape => ({ count: 0, alternatives: [] });

/**
 * Takes one more value into account.
 * @param name the field the value stands in
 */
export function see(shape: Shape, value: unknown, look: Look, tag?: string, name = '', depth = 0): void {
  shape.count++;
  const alternative = alternativeOf(shape, value, depth);
  alternative.count++;
  if (tag !== undefined) alternative.tags.set(tag, (alternative.tags.get(tag) ?? 0) + 1);
  switch (alternative.kind) {
    case 'boolean':
      alternative.values.add(value === true);
      break;
    case 'number':
      if (!Number.isInteger(value)) alternative.fractions++;
      break;
    case 'text':
      seeText(alternative.texts, String(value), name, look);
      break;
    case 'list':
      for (const item of (value as readonly unknown[]).slice(0, mostItems))
        see(alternative.items, item, look, undefined, name, depth + 1);
      break;
    case 'object':
      seeFields(alternative, value as object, look, depth);
      break;
    case 'map':
      for (const item of Object.values(value as object).slice(0, mostItems))
        see(alternative.values, item, look, undefined, name, depth + 1);
      break;
    case 'null':
    case 'any':
  }
}

function seeFields(
  alternative: Extract<Alternative, { kind: 'object' }>,
  value: object,
  look: Look,
  depth: number,
): void {
  for (const [name, item] of Object.entries(value)) {
    let field = alternative.fields.get(name);
    if (!field) {
      if (alternative.fields.size >= mostFields || name.length > 100) {
        alternative.more++;
        continue;
      }
      field = newShape();
      alternative.fields.set(name, field);
    }
    see(field, item, look, undefined, name, depth + 1);
  }
}

function alternativeOf(shape: Shape, value: unknown, depth: number): Alternative {
  const { alternatives } = shape;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const kind = depth > deepest ? 'any' : isObject ? (isMap(value) ? 'map' : 'object') : kindOf(value);
  const same =
    kind === 'object' ? variantOf(shape, value as object) : alternatives.find((known) => known.kind === kind);
  if (same) return same;
  const counted: Counted = { count: 0, tags: new Map() };
  const made = fresh(kind, counted, value);
  alternatives.push(made);
  return made;
}

function fresh(kind: Alternative['kind'], counted: Counted, value: unknown): Alternative {
  switch (kind) {
    case 'boolean':
      return { kind, ...counted, values: new Set() };
    case 'number':
      return { kind, ...counted, fractions: 0, example: Number(value) };
    case 'text':
      return { kind, ...counted, texts: newTexts() };
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
  return typeof value === 'string' ? 'text' : 'any';
}

/** Whether every field holds an object that names itself as the field does. */
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

/** The variant that the object shares a field with. One that shares fields with several shows that they are one. */
function variantOf(shape: Shape, value: object): Alternative | undefined {
  const variants = shape.alternatives.filter((known) => known.kind === 'object');
  const names = Object.keys(value);
  const close = variants.filter(
    ({ fields }) => (names.length === 0 && fields.size === 0) || names.some((name) => fields.has(name)),
  );
  const [first, ...others] = close.length > 0 ? close : variants.slice(mostVariants - 1);
  if (!first) return undefined;
  for (const other of others) absorb(first, other);
  shape.alternatives = shape.alternatives.filter((known) => !others.some((other) => other === known));
  return first;
}

type ObjectAlternative = Extract<Alternative, { kind: 'object' }>;

/** Variants share no field, so their fields need no merging. */
function absorb(into: ObjectAlternative, other: ObjectAlternative): void {
  into.count += other.count;
  into.more += other.more;
  for (const [name, field] of other.fields) into.fields.set(name, field);
  for (const [tag, count] of other.tags) into.tags.set(tag, (into.tags.get(tag) ?? 0) + count);
}
