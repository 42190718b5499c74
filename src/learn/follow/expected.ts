/** What a document with an overlay on it says was seen, place by place: the `x-observed` of each node, and its schema. */
import { fieldOf, isObject } from '../../contract/index.js';
import type { Observed } from '../overlay/actions.js';
import { shownFields } from '../fold/shown-fields.js';
import { places, type Place, type ShownBody } from '../places.js';
import type { Schema } from '../shape/schema.js';

export interface Expected {
  readonly place: Place;
  /** Each answer, and how often it was given; the most frequent first. */
  readonly answers: readonly (readonly [answer: string, count: number])[];
  /** Of the newest observation. */
  readonly date: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

/** By the place's id; places that nothing was seen of are not there. */
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
    schema: place.id.startsWith('more/') ? furtherOf(place, node) : node,
  };
}

/** The fields beside those that are shown, as a schema of their own. */
function furtherOf(
  { id }: Place,
  { properties = {}, required = [], 'x-observed': observed }: Schema,
): Schema {
  const name = id.slice('more/'.length);
  const shown = shownFields[(name === 'embedded' ? 'Presentation' : name) as ShownBody];
  const further = Object.entries(properties).filter(([field]) => !shown.includes(field));
  return {
    type: 'object',
    required: [...new Set([...required, ...alwaysOf(observed)])].filter((field) => !shown.includes(field)),
    properties: Object.fromEntries(further),
  };
}

const problemAt = ['components', 'schemas', 'Problem'];

const hasSchema = ({ id }: Place) => /^(?:body|more|request)\//.test(id);

function alwaysOf(observed: unknown): readonly string[] {
  const always = fieldOf(observed, 'always');
  return Array.isArray(always) ? always.map(String) : [];
}

function statuses(place: Place, responses: unknown): Expected | undefined {
  const seen = isObject(responses)
    ? Object.values(responses)
        .map((response) => fieldOf(response, 'x-observed'))
        .filter(isObserved)
    : [];
  if (seen.length === 0) return undefined;
  return {
    place,
    answers: sorted(seen.flatMap(({ answers }) => Object.entries(answers))),
    date:
      seen
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
