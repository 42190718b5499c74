/** Whether two JSON values are equal. Ignores the order of fields. */
import { isObject } from '../../base/json.js';

export function equalJson(one: unknown, two: unknown): boolean {
  if (Object.is(one, two)) return true;
  if (Array.isArray(one) && Array.isArray(two))
    return one.length === two.length && one.every((item, index) => equalJson(item, two[index]));
  if (!isObject(one) || !isObject(two)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(two).length &&
    names.every((name) => Object.hasOwn(two, name) && equalJson(one[name], two[name]))
  );
}
