/** How what was seen now differs from what was seen before, shape by shape: fields that are gone or new, and kinds that changed. */
import type { Schema } from '../shape/schema.js';
import { schemaText } from '../shape/schema.js';

export interface Difference {
  /** The way to it: `templates.0.id`; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

const most = 20;

export function differences(before: Schema, now: Schema, path = ''): readonly Difference[] {
  const olds = alternativesOf(before);
  const found = alternativesOf(now).flatMap((one) => {
    const same = olds.filter((old) => kindOf(old) === kindOf(one));
    if (kindOf(one) === undefined || olds.some((old) => kindOf(old) === undefined)) return [];
    if (same.length === 0)
      return [
        { path, message: `is ${schemaText(one)}, which was never seen; seen was ${schemaText(before)}` },
      ];
    // The shape that it is closest to.
    const [closest = []] = same
      .map((old) => inside(old, one, path))
      .sort((left, right) => left.length - right.length);
    return closest;
  });
  return found.slice(0, most);
}

/** Without null, which is an alternative of its own; a number that happens to be whole is a number. */
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
    return [{ path, message: `is no ${before.format} any more` }];
  if (before.type === 'integer' && now.type === 'number')
    return [{ path, message: 'has fractions, which were never seen' }];
  return fields(before, now, at);
}

function codes(known: readonly unknown[], now: Schema, path: string): readonly Difference[] {
  const fresh = now.enum?.filter((code) => !known.includes(code)) ?? [];
  if (now.enum && fresh.length === 0) return [];
  const what = now.enum
    ? fresh.map((code) => JSON.stringify(code)).join(', ')
    : 'something else than code words';
  return [
    {
      path,
      message: `is ${what}, which was never seen; seen were ${known.map((code) => JSON.stringify(code)).join(', ')}`,
    },
  ];
}

function fields(before: Schema, now: Schema, at: (name: string) => string): readonly Difference[] {
  const [olds, news] = [before.properties ?? {}, now.properties ?? {}];
  const gone = (before.required ?? []).filter((name) => !now.required?.includes(name));
  const fresh = Object.keys(news).filter((name) => !Object.hasOwn(olds, name));
  return [
    ...gone.map((name) => ({
      path: at(name),
      message: Object.hasOwn(news, name) ? 'is not always there any more' : 'is gone',
    })),
    ...fresh.map((name) => ({ path: at(name), message: 'is new' })),
    ...Object.entries(news).flatMap(([name, field]) =>
      Object.hasOwn(olds, name) ? differences(olds[name] ?? {}, field, at(name)) : [],
    ),
  ];
}
