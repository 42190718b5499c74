/**
 * Compares two JSON values field by field. Ids, times and addresses can be others, if each stands for the same one everywhere.
 */
import { isObject } from '../base/json.js';
import { pointerPart } from '../base/json-pointer.js';

export interface ValueDifference {
  readonly pointer: string;
  readonly one: unknown;
  readonly other: unknown;
}

/** Pairs each value of one side with one value of the other side, and the other way round. */
export class Pairs {
  readonly #forth = new Map<string, string>();
  readonly #back = new Map<string, string>();

  match(kind: string, one: string, other: string): boolean {
    const [from, to] = [`${kind} ${one}`, `${kind} ${other}`];
    if (this.#forth.has(from) || this.#back.has(to))
      return this.#forth.get(from) === other && this.#back.get(to) === one;
    this.#forth.set(from, other);
    this.#back.set(to, one);
    return true;
  }

  /** The value on the other side; undefined before the first pair with it. */
  of(kind: string, one: string): string | undefined {
    return this.#forth.get(`${kind} ${one}`);
  }

  /** The number of pairs of different values, by kind. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [from, other] of this.#forth) {
      const [kind = ''] = from.split(' ', 1);
      if (from !== `${kind} ${other}`) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return counts;
  }
}

/** Whether two different strings stand for the same. `name` is the name of the field. */
export type SameText = (one: string, other: string, name: string, pointer: string) => boolean;

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

/** The kind of a string that can differ: an id, a time or an address. */
export function kindOf(name: string, one: string, other: string): 'id' | 'time' | 'address' | undefined {
  if (TIME.test(one) && TIME.test(other)) return shapeOf(one) === shapeOf(other) ? 'time' : undefined;
  if (name === 'id' || name.endsWith('_id')) return one !== '' && other !== '' ? 'id' : undefined;
  if (name === 'url' || name.endsWith('_url') || name === 'Location')
    return isAbsolute(one) === isAbsolute(other) ? 'address' : undefined;
  return undefined;
}

export function valueDifferences(
  one: unknown,
  other: unknown,
  isSame: SameText,
  pointer = '',
  name = '',
): readonly ValueDifference[] {
  if (one === other) return [];
  const difference = [{ pointer, one, other }];
  if (typeof one === 'string' && typeof other === 'string')
    return isSame(one, other, name, pointer) ? [] : difference;
  if (Array.isArray(one) && Array.isArray(other)) {
    const longer: readonly unknown[] = one.length > other.length ? one : other;
    return longer.flatMap((_, index) =>
      valueDifferences(one[index], other[index], isSame, `${pointer}/${index}`, name),
    );
  }
  if (!isObject(one) || !isObject(other)) return difference;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((field) =>
    valueDifferences(one[field], other[field], isSame, `${pointer}/${pointerPart(field)}`, field),
  );
}

function shapeOf(time: string): string {
  return time.replaceAll(/\d/g, '0');
}

function isAbsolute(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address);
}

/** A value in a message, on one line. */
export function shownValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
