/** Compares two values of responses by the content that the interface promises. */
import { isObject } from '../../base/json.js';

/**
 * Ignores the order of fields, and the query and fragment of addresses: each response may contain new signatures.
 */
export function sameContent(one: unknown, two: unknown): boolean {
  if (Object.is(one, two)) return true;
  if (typeof one === 'string' && typeof two === 'string') {
    return /^https?:\/\//i.test(one) && withoutQuery(one) === withoutQuery(two);
  }
  if (Array.isArray(one) && Array.isArray(two)) {
    if (one.length !== two.length) return false;
    for (const [index, item] of one.entries()) if (!sameContent(item, two[index])) return false;
    return true;
  }
  if (!isObject(one) || !isObject(two)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(two).length) return false;
  for (const name of names) if (!Object.hasOwn(two, name) || !sameContent(one[name], two[name])) return false;
  return true;
}

const withoutQuery = (address: string) => address.replace(/[?#].*$/s, '');
