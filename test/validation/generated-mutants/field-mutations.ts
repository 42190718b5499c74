/** Mutates documented fields: missing, null, of another type, misspelt, or with a value that the schema excludes. */
import { editBody, type CallFilter } from '../../mutants/response-edits.js';
import { nameOf } from '../../mutants/mutant.js';
import type { JsonObject } from '../../reference-service/store.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import { lifecycle, type FieldRequirement } from './requirements.js';
import type { MutationOperator } from './activations.js';
import {
  localTimes,
  placeholders,
  invalidTexts,
  invalidUrls,
  invalidTimestamps,
  type Value as KindOfValue,
} from '../../mutants/invalid-values.js';

/** @returns the object with the field after the edit */
type Edit = (owner: JsonObject, name: string, call: Call) => JsonObject;

export function mutateField(requirement: FieldRequirement): readonly MutationOperator[] {
  const { operation, state, path, sections } = requirement;
  const place = [nameOf[operation][0], ...(state === undefined ? [] : [state.replace('_', '-')])].join('-');
  const field = path.join('.');
  const where = state === undefined ? nameOf[operation][1] : `The view of a ${state} job`;
  return createEdits(requirement).map(([id, what, edit]) => ({
    id: `${place}-${field.replaceAll(/[._]/g, '-')}-${id}`,
    title: `${where}: ${field} is ${what}`,
    sections,
    createHooks: (when) => editField(requirement, when, edit),
  }));
}

type InvalidEdit = readonly [id: string, what: string, edit: Edit];

function createEdits({ schema, path }: FieldRequirement): readonly InvalidEdit[] {
  const name = path.at(-1) ?? '';
  return [
    ['missing', 'missing', without],
    ['null', 'null', set(() => null)],
    [
      'misspelt',
      `called ${misspelt(name)}`,
      (owner, key) => ({ ...without(owner, key), [misspelt(key)]: owner[key] }),
    ],
    ...otherTypes(schema).map(([id, make]): InvalidEdit => [id, id.replaceAll('-', ' '), set(make)]),
    ...otherValues(schema, name).map(([id, make]): InvalidEdit => [id, id.replaceAll('-', ' '), set(make)]),
    ...getInvalidValues(name).map(([id, what, write]): InvalidEdit => [
      id,
      what,
      set((value) => write(String(value))),
    ]),
  ];
}

const set =
  (make: (value: unknown, call: Call) => unknown): Edit =>
  (owner, name, call) => ({ ...owner, [name]: make(owner[name], call) });

function without(owner: JsonObject, name: string): JsonObject {
  const { [name]: _removed, ...rest } = owner;
  return rest;
}

/** The usual other spelling: camelCase, or a capital. */
function misspelt(name: string): string {
  const camel = name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return camel === name ? `${name[0]?.toUpperCase()}${name.slice(1)}` : camel;
}

type Value = readonly [id: string, make: (value: unknown, call: Call) => unknown];

function otherTypes({ type }: FieldRequirement['schema']): readonly Value[] {
  switch (type) {
    case 'string':
      return [
        ['a-number', () => 1740],
        ['an-object', (value) => ({ value })],
        ['a-list', (value) => [value]],
      ];
    case 'number':
      return [
        ['a-string', String],
        ['a-boolean', () => true],
      ];
    case 'boolean':
      return [
        ['a-string', String],
        ['a-number', Number],
      ];
    case 'array':
      return [
        ['an-object', (value) => ({ items: value })],
        ['a-string', (value) => JSON.stringify(value)],
      ];
    case 'object':
      return [
        ['a-string', (value) => JSON.stringify(value)],
        ['a-list', (value) => [value]],
        ['empty', () => ({})],
      ];
    default:
      return [];
  }
}

/** Values of the right type that other keywords exclude. */
function otherValues(
  { const: only, exclusiveMinimum: minimum, pattern }: FieldRequirement['schema'],
  name: string,
): readonly Value[] {
  const values: Value[] = [];
  if (typeof only === 'string') {
    values.push(
      ['outside-the-list', () => 'running'],
      ['in-capitals', (value) => String(value).toUpperCase()],
    );
    for (const state of Object.keys(lifecycle.states))
      if (state !== only) values.push([state.replace('_', '-'), () => state]);
  }
  if (minimum === 0) values.push(['zero', () => 0], ['negative', (value) => -Number(value)]);
  if (typeof pattern === 'string') values.push(...(name === 'poll_url' ? invalidUrlPaths : times));
  return values;
}

const times: readonly Value[] = [
  ['without-milliseconds', (value) => String(value).replace(/\.\d+/, '')],
  ['a-local-time', (value) => String(value).replace('Z', '+02:00')],
  ['without-zone', (value) => String(value).replace('Z', '')],
  ['a-date', (value) => String(value).slice(0, 10)],
  ['written-as-in-http', (value) => new Date(String(value)).toUTCString()],
];

const invalidUrlPaths: readonly Value[] = [
  ['without-prefix', (value) => String(value).replace('/api/v1', '')],
  ['of-another-version', (value) => String(value).replace('/v1/', '/v2/')],
  ['of-another-job', (value) => String(value).replace(/[^/]+\/status$/, 'other/status')],
  ['without-its-end', (value) => String(value).replace(/\/status$/, '')],
  ['empty', () => ''],
];

/** Strings of the right type that are no values of this field. */
function getInvalidValues(name: string): readonly KindOfValue[] {
  switch (name) {
    case 'title':
      return invalidTexts;
    case 'url':
      return invalidUrls;
    case 'error':
    case 'message':
      return placeholders;
    case 'id':
    case 'workspace_id':
    case 'generation_id':
      return placeholders.slice(0, 3);
    case 'created_at':
    case 'updated_at':
      return name === 'created_at' ? [...invalidTimestamps, ...localTimes] : invalidTimestamps;
    default:
      return [];
  }
}

/** Only if the body has the field: a missing optional field is no violation. */
function editField({ operation, state, path }: FieldRequirement, when: CallFilter, edit: Edit): ServiceHooks {
  return editBody(operation, (body, call) => {
    if (state !== undefined && body['status'] !== state) return body;
    return hasField(body, path) && when(call) ? applyEdit(body, path, edit, call) : body;
  });
}

function hasField(owner: unknown, [name = '', ...rest]: readonly string[]): boolean {
  if (typeof owner !== 'object' || owner === null || !(name in owner)) return false;
  return rest.length === 0 || hasField((owner as JsonObject)[name], rest);
}

function applyEdit(
  owner: JsonObject,
  [name = '', ...rest]: readonly string[],
  edit: Edit,
  call: Call,
): JsonObject {
  if (rest.length === 0) return edit(owner, name, call);
  return { ...owner, [name]: applyEdit(owner[name] as JsonObject, rest, edit, call) };
}
