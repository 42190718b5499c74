// Checks facts that are written twice: the tables in extension fields must match the schemas, and the control document must
// match the public document.
import { files, operations, type Document, type Documents } from '../document.js';
import { refName, type SchemaObject } from '../schema.js';

export interface Finding {
  readonly file: string;
  /** The place in the document (RFC 6901). */
  readonly pointer: string;
  readonly what: string;
  readonly expected: string;
}

/** The codes in `x-problems` must be the codes of the schema. */
export function problemTable({ components: { schemas } }: Document): Finding[] {
  const codes = enumOf(schemas['Problem']?.properties?.['code']);
  const table = Object.keys(schemas['Problem']?.['x-problems'] ?? {});
  return same('/components/schemas/Problem/x-problems', table, codes);
}

interface Lifecycle {
  readonly field: string;
  readonly initial: string;
  readonly always: readonly string[];
  readonly grows: readonly string[];
  readonly states: Readonly<Record<string, { required: readonly string[]; optional: readonly string[] }>>;
}

/** The fields in `x-lifecycle` must be the fields of the schema of each state. */
export function lifecycleTable({ components: { schemas } }: Document): Finding[] {
  const view = schemas['JobView'];
  const at = '/components/schemas/JobView/x-lifecycle';
  const cycle = view?.['x-lifecycle'] as Lifecycle | undefined;
  if (!cycle) return same(at, [], ['the states of a job']);
  const views = (view?.oneOf ?? []).map((branch): readonly [string, SchemaObject] => {
    const schema = schemas[refName((branch as { $ref: string }).$ref)] ?? {};
    return [String((schema.properties?.[cycle.field] as SchemaObject)['const']), schema];
  });
  const { mapping } = view?.['discriminator'] as { mapping: object };
  const fields = views.flatMap(([, { properties = {} }]) => Object.keys(properties));
  const states = Object.keys(cycle.states);
  const consts = views.map(([state]) => state);
  return [
    ...same(`${at}/states`, states, consts),
    ...same('/components/schemas/JobView/discriminator/mapping', Object.keys(mapping), consts),
    ...among(`${at}/initial`, cycle.initial, states),
    ...cycle.grows.flatMap((field) => among(`${at}/grows`, field, fields)),
    ...views.flatMap(([state, { required = [], properties = {} }]) => {
      const row = cycle.states[state];
      if (!row) return [];
      const always = [...cycle.always, ...row.required];
      const all = [...always, ...row.optional];
      return [
        ...same(`${at}/states/${state}/required`, always, required),
        ...same(`${at}/states/${state}/optional`, all, Object.keys(properties)),
      ];
    }),
  ];
}

/** The operation ids of scenarios must be those of the public document. */
export function operationIds({ presentation, control }: Documents): Finding[] {
  const ids = operations(presentation).map(({ operation }) => operation.operationId);
  const at = '/components/schemas/OperationId/enum';
  return same(at, enumOf(control.components.schemas['OperationId']), ids, files.control);
}

function same(
  pointer: string,
  actual: readonly string[],
  expected: readonly string[],
  file: string = files.presentation,
): Finding[] {
  const sorted = (names: readonly string[]): string => [...names].sort().join(', ');
  const [what, wanted] = [sorted(actual), sorted(expected)];
  return what === wanted ? [] : [{ file, pointer, what: `has ${what}`, expected: wanted }];
}

const among = (pointer: string, actual: string, expected: readonly string[]): Finding[] =>
  expected.includes(actual) ? [] : same(pointer, [actual], expected);

const enumOf = (schema: unknown): readonly string[] =>
  ((schema as SchemaObject | undefined)?.['enum'] ?? []) as readonly string[];
