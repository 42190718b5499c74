/** Checks duplicated facts: extension tables against the schemas, and the control document against the public document. */
import { DOCUMENT_FILES, listOperations, type OpenApiDocument, type Documents } from '../document.js';
import { refName, type SchemaObject } from '../schema.js';

export interface LintFinding {
  readonly file: string;
  /** A JSON pointer into the document (RFC 6901). */
  readonly pointer: string;
  readonly actual: string;
  readonly expected: string;
}

interface Lifecycle {
  readonly field: string;
  readonly initial: string;
  readonly always: readonly string[];
  readonly grows: readonly string[];
  readonly states: Readonly<Record<string, { required: readonly string[]; optional: readonly string[] }>>;
}

/** The codes in `x-problems` must be the codes of the schema. */
export function lintProblemCodes({ components: { schemas } }: OpenApiDocument): LintFinding[] {
  const codes = enumOf(schemas['Problem']?.properties?.['code']);
  const table = Object.keys(schemas['Problem']?.['x-problems'] ?? {});
  return compareLists('/components/schemas/Problem/x-problems', table, codes);
}

/** The fields in `x-lifecycle` must be the fields of the schema of each state. */
export function lintLifecycle({ components: { schemas } }: OpenApiDocument): LintFinding[] {
  const view = schemas['JobView'];
  const at = '/components/schemas/JobView/x-lifecycle';
  const cycle = view?.['x-lifecycle'] as Lifecycle | undefined;
  if (!cycle) return compareLists(at, [], ['the states of a job']);
  const views = (view?.oneOf ?? []).map((branch): readonly [string, SchemaObject] => {
    const schema = schemas[refName((branch as { $ref: string }).$ref)] ?? {};
    return [String((schema.properties?.[cycle.field] as SchemaObject)['const']), schema];
  });
  const { mapping } = view?.['discriminator'] as { mapping: object };
  const fields = views.flatMap(([, { properties = {} }]) => Object.keys(properties));
  const states = Object.keys(cycle.states);
  const consts = views.map(([state]) => state);
  return [
    ...compareLists(`${at}/states`, states, consts),
    ...compareLists('/components/schemas/JobView/discriminator/mapping', Object.keys(mapping), consts),
    ...compareMember(`${at}/initial`, cycle.initial, states),
    ...cycle.grows.flatMap((field) => compareMember(`${at}/grows`, field, fields)),
    ...views.flatMap(([state, { required = [], properties = {} }]) => {
      const fieldNames = cycle.states[state];
      if (!fieldNames) return [];
      const always = [...cycle.always, ...fieldNames.required];
      const all = [...always, ...fieldNames.optional];
      return [
        ...compareLists(`${at}/states/${state}/required`, always, required),
        ...compareLists(`${at}/states/${state}/optional`, all, Object.keys(properties)),
      ];
    }),
  ];
}

/** The operation ids of scenarios must be those of the public document. */
export function lintOperationIds({ presentation, control }: Documents): LintFinding[] {
  const ids = listOperations(presentation).map(({ operation }) => operation.operationId);
  const at = '/components/schemas/OperationId/enum';
  return compareLists(at, enumOf(control.components.schemas['OperationId']), ids, DOCUMENT_FILES.control);
}

function compareLists(
  pointer: string,
  actual: readonly string[],
  expected: readonly string[],
  file: string = DOCUMENT_FILES.presentation,
): LintFinding[] {
  const sorted = (names: readonly string[]): string => [...names].sort().join(', ');
  const [actualNames, expectedNames] = [sorted(actual), sorted(expected)];
  if (actualNames === expectedNames) return [];
  return [{ file, pointer, actual: `has ${actualNames}`, expected: expectedNames }];
}

const compareMember = (pointer: string, actual: string, expected: readonly string[]): LintFinding[] =>
  expected.includes(actual) ? [] : compareLists(pointer, [actual], expected);

const enumOf = (schema: unknown): readonly string[] =>
  ((schema as SchemaObject | undefined)?.['enum'] ?? []) as readonly string[];
