/** Replaces placeholders such as `{generation_id}` or `{presentation.url}` in the strings of a JSON value. */
import { getField } from './json.js';

const PLACEHOLDER = /\{([a-z_]+(?:\.[a-z_]+)*)\}/g;

/**
 * A copy of the value in which the fields of `source` replace their placeholders. A placeholder without a string or a number in
 * `source` is unchanged.
 */
export function fillPlaceholders(value: unknown, source: unknown): unknown {
  if (typeof value === 'string')
    return value.replaceAll(PLACEHOLDER, (text, path: string) => lookUp(source, path) ?? text);
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, source));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, fillPlaceholders(field, source)]),
  );
}

function lookUp(source: unknown, path: string): string | undefined {
  const value = path.split('.').reduce(getField, source);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
