/** Deep equality of JSON values and of request bodies. The order of fields is ignored. */
import { isObject } from '../../../base/json.js';
import type { Call } from '../../model/call.js';

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

/** A client that retries a request may serialize its body differently. */
export const haveEqualBodies = (one: Call | undefined, two: Call | undefined): boolean =>
  one?.requestBody.kind === 'json' &&
  two?.requestBody.kind === 'json' &&
  equalJson(one.requestBody.value, two.requestBody.value);
