/** The values in a list of templates of any shape, each with its places. Section 2.3 does not show which of them is the identifier. */
import { isObject } from '../base/json.js';

const MAX_NODES = 5000;

/** The places of each string and number in a list. Entries of one array or one map have the same place. */
export function placesOf(list: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>();
  const add = (value: string, place: string): void => {
    places.set(value, (places.get(value) ?? new Set()).add(place));
  };
  let nodes = 0;
  const visit = (value: unknown, place: string): void => {
    if (nodes++ > MAX_NODES) return;
    if (typeof value === 'string' || typeof value === 'number') add(String(value), place);
    else if (Array.isArray(value)) for (const item of value) visit(item, `${place}[]`);
    else if (isObject(value)) {
      const values = Object.values(value);
      const isMap = values.every(isObject) || values.every((item) => typeof item === 'string');
      for (const [name, item] of Object.entries(value)) {
        if (isMap) add(name, `${place}{key}`);
        visit(item, isMap && isObject(item) ? `${place}{}` : `${place}.${name}`);
      }
    }
  };
  visit(list, '');
  return places;
}

/** Whether two values have a place in common, such as the `id` of an entry. */
export function haveSamePlace(
  places: ReadonlyMap<string, ReadonlySet<string>>,
  one: string,
  other: string,
): boolean {
  const ofOther = places.get(other);
  return ofOther !== undefined && [...(places.get(one) ?? [])].some((place) => ofOther.has(place));
}
