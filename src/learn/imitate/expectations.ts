/** Reads the observations in a document with an overlay, place by place: the `x-observed` of each node, and its schema. */
import { fieldOf, isObject } from '../../base/json.js';
import type { Observed } from '../overlay/actions.js';
import { documentedFields } from '../observe/documented-fields.js';
import { places, type Place, type DocumentedBody } from '../places.js';
import type { Schema } from '../shape/schema.js';

export interface Expected {
  readonly place: Place;
  /** The observed answers with their counts, the most frequent first. */
  readonly answers: readonly (readonly [answer: string, count: number])[];
  /** The time of the newest observation. */
  readonly date: string;
  readonly schema?: Schema;
  /** The schemas of error bodies by status. */
  readonly schemas?: Readonly<Record<string, Schema>>;
  readonly example?: unknown;
}

/** By the id of the place. Places without an observation are absent. */
export type Expectations = ReadonlyMap<string, Expected>;

export function expectationsOf(document: unknown): Expectations {
  return new Map(
    places.flatMap((place) => {
      const expected = expectedAt(place, document);
      return expected ? [[place.id, expected] as const] : [];
    }),
  );
}

function expectedAt(place: Place, document: unknown): Expected | undefined {
  const node = place.at && nodeAt(document, place.at);
  if (place.id.startsWith('status/')) return statuses(place, node);
  if (place.id.startsWith('refusal/')) {
    const refusals = fieldOf(fieldOf(nodeAt(document, problemAt), 'x-observed'), 'refusals');
    return expected(place, fieldOf(refusals, place.id.slice('refusal/'.length)));
  }
  if (!place.at) return expected(place, nodeAt(document, ['x-observed', 'places', place.id]));
  const found = expected(place, fieldOf(node, 'x-observed'));
  if (!found || !isObject(node) || !hasSchema(place)) return found;
  return {
    ...found,
    schema: place.id.startsWith('more/') ? moreFields(place, node) : node,
    ...(place.id === 'body/refusal' && { schemas: refusalSchemas(document) }),
  };
}

/** The observed bodies of error responses, by status. */
function refusalSchemas(document: unknown): Readonly<Record<string, Schema>> {
  const schemas = nodeAt(document, ['components', 'schemas']);
  if (!isObject(schemas)) return {};
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const status = problemStatus(name);
      return status !== undefined && isObject(schema) ? [[status, schema]] : [];
    }),
  );
}

/** The status in the name of a schema for error bodies, such as `Problem404`. */
export const problemStatus = (name: string): string | undefined => /^Problem(\d{3})$/.exec(name)?.[1];

/** The schema of the undocumented fields. */
function moreFields(
  { id }: Place,
  { properties = {}, required = [], 'x-observed': observed }: Schema,
): Schema {
  const name = id.slice('more/'.length);
  const documented = documentedFields[(name === 'embedded' ? 'Presentation' : name) as DocumentedBody];
  const more = Object.entries(properties).filter(([field]) => !documented.includes(field));
  return {
    type: 'object',
    required: [...new Set([...required, ...alwaysOf(observed)])].filter(
      (field) => !documented.includes(field),
    ),
    properties: Object.fromEntries(more),
  };
}

const problemAt = ['components', 'schemas', 'Problem'];

const hasSchema = ({ id }: Place) => /^(?:body|more|request)\//.test(id);

function alwaysOf(observed: unknown): readonly string[] {
  const always = fieldOf(observed, 'always');
  return Array.isArray(always) ? always.map(String) : [];
}

function statuses(place: Place, responses: unknown): Expected | undefined {
  const observed = isObject(responses)
    ? Object.values(responses)
        .map((response) => fieldOf(response, 'x-observed'))
        .filter(isObserved)
    : [];
  if (observed.length === 0) return undefined;
  return {
    place,
    answers: sorted(observed.flatMap(({ answers }) => Object.entries(answers))),
    date:
      observed
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? '',
  };
}

function expected(place: Place, observed: unknown): Expected | undefined {
  if (!isObserved(observed)) return undefined;
  const { answers, date, example } = observed;
  return { place, answers: sorted(Object.entries(answers)), date, ...(example !== undefined && { example }) };
}

function isObserved(value: unknown): value is Observed {
  const answers = fieldOf(value, 'answers');
  return isObject(answers) && Object.values(answers).every((count) => typeof count === 'number');
}

const sorted = (answers: readonly (readonly [string, number])[]) =>
  answers.toSorted(([, one], [, two]) => two - one);

export function nodeAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce(fieldOf, document);
}
