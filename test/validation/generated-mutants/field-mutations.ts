/** Negates what the document promises of a field: it is missing, null, of another type, misspelt, or outside its values. */
import { editBody } from '../../mutants/response-edits.js';
import type { CallFilter } from '../../mutants/response-edits.js';
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

/** The owner of the field after the edit. */
type Edit = (owner: JsonObject, name: string, call: Call) => JsonObject;

export function mutateField(promise: FieldRequirement): readonly MutationOperator[] {
  const { operation, state, path, sections } = promise;
  const place = [nameOf[operation][0], ...(state === undefined ? [] : [state.replace('_', '-')])].join('-');
  const field = path.join('.');
  const where = state === undefined ? nameOf[operation][1] : `The view of a ${state} job`;
  return wrongsOf(promise).map(([id, what, edit]) => ({
    id: `${place}-${field.replaceAll(/[._]/g, '-')}-${id}`,
    title: `${where}: ${field} is ${what}`,
    sections,
    apply: (when) => editField(promise, when, edit),
  }));
}

type Wrong = readonly [id: string, what: string, edit: Edit];

function wrongsOf({ schema, path }: FieldRequirement): readonly Wrong[] {
  const name = path.at(-1) ?? '';
  return [
    ['missing', 'missing', without],
    ['null', 'null', set(() => null)],
    [
      'misspelt',
      `called ${misspelt(name)}`,
      (owner, key) => ({ ...without(owner, key), [misspelt(key)]: owner[key] }),
    ],
    ...otherTypes(schema).map(([id, make]): Wrong => [id, id.replaceAll('-', ' '), set(make)]),
    ...otherValues(schema, name).map(([id, make]): Wrong => [id, id.replaceAll('-', ' '), set(make)]),
    ...kindsOf(name).map(([id, what, write]): Wrong => [id, what, set((honest) => write(String(honest)))]),
  ];
}

const set =
  (make: (honest: unknown, call: Call) => unknown): Edit =>
  (owner, name, call) => ({ ...owner, [name]: make(owner[name], call) });

function without(owner: JsonObject, name: string): JsonObject {
  const { [name]: _gone, ...rest } = owner;
  return rest;
}

/** The usual other spelling: camelCase, or a capital. */
function misspelt(name: string): string {
  const camel = name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return camel === name ? `${name[0]?.toUpperCase()}${name.slice(1)}` : camel;
}

type Value = readonly [id: string, make: (honest: unknown, call: Call) => unknown];

function otherTypes({ type }: FieldRequirement['schema']): readonly Value[] {
  switch (type) {
    case 'string':
      return [
        ['a-number', () => 1740],
        ['an-object', (honest) => ({ value: honest })],
        ['a-list', (honest) => [honest]],
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
        ['an-object', (honest) => ({ items: honest })],
        ['a-string', (honest) => JSON.stringify(honest)],
      ];
    case 'object':
      return [
        ['a-string', (honest) => JSON.stringify(honest)],
        ['a-list', (honest) => [honest]],
        ['empty', () => ({})],
      ];
    default:
      return [];
  }
}

/** Values of the right type that other keywords exclude. */
function otherValues(
  { const: only, exclusiveMinimum: least, pattern }: FieldRequirement['schema'],
  name: string,
): readonly Value[] {
  const values: Value[] = [];
  if (typeof only === 'string') {
    values.push(
      ['outside-the-list', () => 'running'],
      ['in-capitals', (honest) => String(honest).toUpperCase()],
    );
    for (const state of Object.keys(lifecycle.states))
      if (state !== only) values.push([state.replace('_', '-'), () => state]);
  }
  if (least === 0) values.push(['zero', () => 0], ['negative', (honest) => -Number(honest)]);
  if (typeof pattern === 'string') values.push(...(name === 'poll_url' ? addresses : times));
  return values;
}

const times: readonly Value[] = [
  ['without-milliseconds', (honest) => String(honest).replace(/\.\d+/, '')],
  ['a-local-time', (honest) => String(honest).replace('Z', '+02:00')],
  ['without-zone', (honest) => String(honest).replace('Z', '')],
  ['a-date', (honest) => String(honest).slice(0, 10)],
  ['written-as-in-http', (honest) => new Date(String(honest)).toUTCString()],
];

const addresses: readonly Value[] = [
  ['without-prefix', (honest) => String(honest).replace('/api/v1', '')],
  ['of-another-version', (honest) => String(honest).replace('/v1/', '/v2/')],
  ['of-another-job', (honest) => String(honest).replace(/[^/]+\/status$/, 'other/status')],
  ['without-its-end', (honest) => String(honest).replace(/\/status$/, '')],
  ['empty', () => ''],
];

/** The dimension "kind of value": strings that are of the right type, and no values of this field. */
function kindsOf(name: string): readonly KindOfValue[] {
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

/** Only where the body has the field: an absent optional one breaks nothing. */
function editField({ operation, state, path }: FieldRequirement, when: CallFilter, edit: Edit): ServiceHooks {
  return editBody(operation, (body, call) => {
    if (state !== undefined && body['status'] !== state) return body;
    return hasField(body, path) && when(call) ? edited(body, path, edit, call) : body;
  });
}

function hasField(owner: unknown, [name = '', ...rest]: readonly string[]): boolean {
  if (typeof owner !== 'object' || owner === null || !(name in owner)) return false;
  return rest.length === 0 || hasField((owner as JsonObject)[name], rest);
}

function edited(
  owner: JsonObject,
  [name = '', ...rest]: readonly string[],
  edit: Edit,
  call: Call,
): JsonObject {
  if (rest.length === 0) return edit(owner, name, call);
  return { ...owner, [name]: edited(owner[name] as JsonObject, rest, edit, call) };
}
