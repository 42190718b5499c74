/** Describes the shape of a JSON value in one line, without its content, for observations. */
import { lifecycle } from '../../generated/lifecycle.js';
import { isObject } from '../../base/json.js';
import { presentationFields } from './presentation-fields.js';

const MAX_NAMES = 10;
/** `{ id: string, sections: [ { … } ] }`, two levels deep. */
export function shapeOf(value: unknown, depth = 0): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? '[ ]' : `[ ${depth < 2 ? shapeOf(value[0], depth + 1) : '…'} ]`;
  if (!isObject(value)) return typeof value;
  let shown = '';
  let count = 0;
  for (const name of Object.keys(value)) {
    if (depth > 1) return '{ … }';
    if (++count > MAX_NAMES) return `{ ${shown}, … }`;
    shown += `${count > 1 ? ', ' : ''}${name.slice(0, 40)}: ${shapeOf(value[name], depth + 1)}`;
  }
  return count === 0 ? '{ }' : `{ ${shown} }`;
}

const documented = {
  JobView: new Set<string>([
    ...lifecycle.always,
    ...Object.values(lifecycle.states).flatMap(({ required, optional }) => [...required, ...optional]),
  ]),
  Presentation: new Set<string>(presentationFields),
} as const;

/** At most 20 fields that the interface does not document. */
export function undocumentedFields(
  schema: keyof typeof documented,
  value: Readonly<Record<string, unknown>>,
): readonly string[] {
  const known = documented[schema];
  const found: string[] = [];
  for (const name of Object.keys(value))
    if (!known.has(name) && found.length < 20) found.push(name.slice(0, 40));
  return found;
}
