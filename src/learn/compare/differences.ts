/** The differences between an earlier and a current shape: missing fields, new fields, and changed types. */
import type { Schema } from '../shape/schema.js';
import { schemaText } from '../shape/schema.js';

export interface Difference {
  /** Such as `templates.*.id`; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

const maxDifferences = 20;

export function differences(before: Schema, now: Schema, path = ''): readonly Difference[] {
  const olds = alternativesOf(before);
  const found = alternativesOf(now).flatMap((one) => {
    const same = olds.filter((old) => kindOf(old) === kindOf(one));
    if (kindOf(one) === undefined || olds.some((old) => kindOf(old) === undefined)) return [];
    if (same.length === 0)
      return [{ path, message: `is ${schemaText(one)}, but was always ${schemaText(before)}` }];
    // Of several earlier shapes, the most similar one counts.
    const [closest = []] = same
      .map((old) => inside(old, one, path))
      .sort((left, right) => left.length - right.length);
    return closest;
  });
  return found.slice(0, maxDifferences);
}

/** A schema with several types, as one alternative for each type. */
function alternativesOf(schema: Schema): readonly Schema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternativesOf);
  if (typeof schema.type === 'string' || schema.type === undefined) return [schema];
  return schema.type.map((type) => ({
    ...schema,
    type,
    ...(schema.enum && { enum: schema.enum.filter((code) => code !== null) }),
  }));
}

function kindOf({ type, additionalProperties }: Schema): unknown {
  if (type === 'integer') return 'number';
  return typeof additionalProperties === 'object' ? 'map' : type;
}

function inside(before: Schema, now: Schema, path: string): readonly Difference[] {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (before.enum) return codes(before.enum, now, path);
  if (before.items && now.items) return differences(before.items, now.items, at('*'));
  if (typeof before.additionalProperties === 'object' && typeof now.additionalProperties === 'object')
    return differences(before.additionalProperties, now.additionalProperties, at('*'));
  if (before.format !== undefined && now.format !== before.format && now.examples === undefined)
    return [{ path, message: `is not always a ${before.format}` }];
  if (before.type === 'integer' && now.type === 'number')
    return [{ path, message: 'has fractions, but was always a whole number' }];
  return fields(before, now, at);
}

function codes(known: readonly unknown[], now: Schema, path: string): readonly Difference[] {
  const added = now.enum?.filter((code) => !known.includes(code)) ?? [];
  if (now.enum && added.length === 0) return [];
  const what = now.enum ? added.map((code) => JSON.stringify(code)).join(', ') : 'not a code word';
  return [
    {
      path,
      message: `is ${what}, but was always one of ${known.map((code) => JSON.stringify(code)).join(', ')}`,
    },
  ];
}

function fields(before: Schema, now: Schema, at: (name: string) => string): readonly Difference[] {
  const [olds, news] = [before.properties ?? {}, now.properties ?? {}];
  const gone = (before.required ?? []).filter((name) => !now.required?.includes(name));
  const added = Object.keys(news).filter((name) => !Object.hasOwn(olds, name));
  return [
    ...gone.map((name) => ({
      path: at(name),
      message: Object.hasOwn(news, name) ? 'is sometimes missing' : 'is missing',
    })),
    ...added.map((name) => ({ path: at(name), message: 'is new' })),
    ...Object.entries(news).flatMap(([name, field]) =>
      Object.hasOwn(olds, name) ? differences(olds[name] ?? {}, field, at(name)) : [],
    ),
  ];
}
