/** What a value looks like, in one line and without its content: for answers to open questions. */
import { lifecycle } from '../../generated/lifecycle.js';
import { isObject } from '../trace/answer.js';
import { presentationFields } from './presentation-fields.js';

const mostNames = 10;

/** `{ id: text, sections: [ { … } ] }`, two levels deep. */
export function shapeOf(value: unknown, depth = 0): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? '[ ]' : `[ ${depth < 2 ? shapeOf(value[0], depth + 1) : '…'} ]`;
  if (!isObject(value))
    return (
      { string: 'text', number: 'number', boolean: 'true or false' }[typeof value as string] ?? typeof value
    );
  const names = Object.keys(value);
  if (names.length === 0) return '{ }';
  if (depth > 1) return '{ … }';
  const shown = names
    .slice(0, mostNames)
    .map((name) => `${name.slice(0, 40)}: ${shapeOf(value[name], depth + 1)}`);
  return `{ ${shown.join(', ')}${names.length > mostNames ? ', …' : ''} }`;
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
  return Object.keys(value)
    .filter((name) => !documented[schema].has(name))
    .slice(0, 20)
    .map((name) => name.slice(0, 40));
}
