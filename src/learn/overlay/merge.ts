/** The merge of the Overlay Specification (1.1, Action Object): objects merge, arrays grow, primitives are replaced. */
import { isObject } from '../../base/json.js';

/** Thrown for two values that cannot be merged. */
export class Incompatible extends Error {}

type Members = Readonly<Record<string, unknown>>;

/** @throws Incompatible */
export function merge(target: unknown, update: unknown, path = ''): unknown {
  if (Array.isArray(target))
    return [...(target as unknown[]), ...(Array.isArray(update) ? (update as unknown[]) : [update])];
  if (isObject(target) && isObject(update)) return mergedMembers(target, update, path);
  if (isPrimitive(target) && isPrimitive(update)) return update;
  throw new Incompatible(
    `${kindOf(update)} cannot be merged into ${kindOf(target)}${path === '' ? '' : ` at ${path}`}`,
  );
}

function mergedMembers(target: Members, update: Members, path: string): Members {
  const merged = new Map<string, unknown>(Object.entries(target));
  for (const [name, value] of Object.entries(update)) {
    const here = `${path}/${name}`;
    if (!merged.has(name)) merged.set(name, value);
    else if (Array.isArray(merged.get(name)) && !Array.isArray(value))
      // A single value can extend only the array that the action targets.
      throw new Incompatible(`${kindOf(value)} cannot be merged into an array at ${here}`);
    else merged.set(name, merge(merged.get(name), value, here));
  }
  return Object.fromEntries(merged);
}

const isPrimitive = (value: unknown) => typeof value !== 'object' || value === null;

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return isObject(value) ? 'an object' : `the value ${JSON.stringify(value)}`;
}
