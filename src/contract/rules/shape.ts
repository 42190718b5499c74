/** What a value looks like, in one line and without its content: for answers to open questions. */
import { lifecycle } from '../../generated/lifecycle.js';
import { isObject } from '../trace/answer.js';
import { presentationFields } from './presentation-fields.js';

const mostNames = 10;
const words: Readonly<Record<string, string>> = { number: 'number', boolean: 'true or false' };

/** `{ id: text, sections: [ { … } ] }`, two levels deep. */
export function shapeOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return 'text';
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? '[ ]' : `[ ${depth < 2 ? shapeOf(value[0], depth + 1) : '…'} ]`;
  if (!isObject(value)) return words[typeof value] ?? typeof value;
  let shown = '';
  let count = 0;
  for (const name of Object.keys(value)) {
    if (depth > 1) return '{ … }';
    if (++count > mostNames) return `{ ${shown}, … }`;
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

/** The fields that the interface does not list. */
export function fieldNames(
  schema: keyof typeof documented,
  value: Readonly<Record<string, unknown>>,
): readonly string[] {
  const known = documented[schema];
  const strange: string[] = [];
  for (const name of Object.keys(value))
    if (!known.has(name) && strange.length < 20) strange.push(name.slice(0, 40));
  return strange;
}
