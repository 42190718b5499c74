/** Whether two values off the wire are the same as far as anybody promises. */
import { isObject } from '../trace/answer.js';

/**
 * Equal, the order of fields aside. Addresses are compared without query and fragment: a service may sign them anew for
 * every answer.
 */
export function sameContent(one: unknown, two: unknown): boolean {
  if (Object.is(one, two)) return true;
  if (typeof one === 'string' && typeof two === 'string') {
    return /^https?:\/\//i.test(one) && unsigned(one) === unsigned(two);
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

const unsigned = (address: string) => address.replace(/[?#].*$/s, '');
