/** Formats the shape of a JSON value in one line, without its content. */
import { isObject } from '../../../base/json.js';

const MAX_NAMES = 10;

/** `{ id: string, sections: [ { … } ] }`, two levels deep. */
export function formatShape(value: unknown, depth = 0): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? '[ ]' : `[ ${depth < 2 ? formatShape(value[0], depth + 1) : '…'} ]`;
  if (!isObject(value)) return typeof value;
  let fields = '';
  let count = 0;
  for (const name of Object.keys(value)) {
    if (depth > 1) return '{ … }';
    if (++count > MAX_NAMES) return `{ ${fields}, … }`;
    fields += `${count > 1 ? ', ' : ''}${name.slice(0, 40)}: ${formatShape(value[name], depth + 1)}`;
  }
  return count === 0 ? '{ }' : `{ ${fields} }`;
}
