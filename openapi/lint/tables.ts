// Checks facts that are written twice: the tables in extension fields must match the schemas, and the control document must
// match the public document.
import { files, type Documents } from '../generate/document.js';
import { operations, schemas as schemasOf } from '../document/document.js';
import { component, type SchemaObject } from '../document/schema.js';
import type { Finding } from './finding.js';

/** The codes in `x-problems` must be the codes of the schema. */
export function problemTable({ presentation }: Documents): Finding[] {
  const problem = presentation.components.schemas['Problem'];
  const codes = enumOf(problem?.properties?.['code']);
  return same('/components/schemas/Problem/x-problems', Object.keys(problem?.['x-problems'] ?? {}), codes);
}

/** The fields in `x-lifecycle` must be the fields of the schema of each state. */
export function lifecycleTable({ presentation }: Documents): Finding[] {
  const at = '/components/schemas/JobView/x-lifecycle';
  const view = presentation.components.schemas['JobView'];
  const cycle = view?.['x-lifecycle'] as Lifecycle | undefined;
  if (!view || !cycle) return [finding(at, 'is missing', 'the states of a job')];
  const members = (view.oneOf ?? []).map((member) =>
    typeof member === 'object' && member.$ref ? component(schemasOf(presentation), member.$ref) : member,
  ) as SchemaObject[];
  const named = new Map(members.map((member) => [constOf(member.properties?.[cycle.field]), member]));
  const mapping = (view['discriminator'] as { mapping?: object } | undefined)?.mapping ?? {};
  const fields = members.flatMap((member) => Object.keys(member.properties ?? {}));
  return [
    ...same(`${at}/states`, Object.keys(cycle.states), [...named.keys()]),
    ...same('/components/schemas/JobView/discriminator/mapping', Object.keys(mapping), [...named.keys()]),
    ...[cycle.initial].flatMap((state) => among(`${at}/initial`, state, Object.keys(cycle.states))),
    ...cycle.grows.flatMap((field) => among(`${at}/grows`, field, [...new Set(fields)])),
    ...Object.entries(cycle.states).flatMap(([state, { required, optional }]) => {
      const member = named.get(state);
      if (!member) return [];
      const always = [...cycle.always, ...required];
      return [
        ...same(`${at}/states/${state}/required`, always, member.required ?? []),
        ...same(
          `${at}/states/${state}/optional`,
          [...always, ...optional],
          Object.keys(member.properties ?? {}),
        ),
      ];
    }),
  ];
}

interface Lifecycle {
  readonly field: string;
  readonly initial: string;
  readonly always: readonly string[];
  readonly grows: readonly string[];
  readonly states: Readonly<Record<string, { required: readonly string[]; optional: readonly string[] }>>;
}

/** The operation ids of scenarios must be those of the public document. */
export function operationIds({ presentation, control }: Documents): Finding[] {
  const ids = operations(presentation).map(({ operation }) => operation.operationId);
  return same(
    '/components/schemas/OperationId/enum',
    enumOf(control.components.schemas['OperationId']),
    ids,
    files.control,
  );
}

function same(at: string, actual: readonly string[], expected: readonly string[], file?: string): Finding[] {
  const sorted = (names: readonly string[]) => [...names].sort().join(', ');
  return sorted(actual) === sorted(expected)
    ? []
    : [finding(at, `has ${sorted(actual)}`, sorted(expected), file)];
}

function among(at: string, actual: string, expected: readonly string[]): Finding[] {
  return expected.includes(actual) ? [] : [finding(at, `has ${actual}`, `one of ${expected.join(', ')}`)];
}

const finding = (
  pointer: string,
  what: string,
  expected: string,
  file: string = files.presentation,
): Finding => ({
  file,
  pointer,
  what,
  expected,
});

const enumOf = (schema: unknown) =>
  ((schema as SchemaObject | undefined)?.['enum'] ?? []) as readonly string[];
const constOf = (schema: unknown) => String((schema as SchemaObject | undefined)?.['const']);
