/** Decides which observations of an overlay Deckhand can imitate, and lists the others with the reason. */

import { placeOf } from '../places.js';
import type { Schema } from '../shape/schema.js';
import { expectationsOf, type Expectations, type Expected } from './expectations.js';
import { idField } from './aliases.js';
import { isSchema, mostFrequent } from './most-frequent.js';
import { reshapeBy, type Reshape } from './reshape.js';

export interface Imitation {
  readonly reshape: Reshape;
  /** The ids of the places that Deckhand imitates. */
  readonly imitated: readonly string[];
  /** The places that Deckhand does not imitate, or only in part. */
  readonly limited: readonly LimitedPlace[];
  /** The ids of places about the behaviour of jobs and clients. No response shape depends on them. */
  readonly behaviour: readonly string[];
}

export interface LimitedPlace {
  readonly place: string;
  readonly title: string;
  readonly why: string;
}

/** @param document the OpenAPI document after the overlay */
export function imitate(document: unknown): Imitation {
  const expectations = expectationsOf(document);
  const ofShape = [...expectations.values()].filter(({ place }) => !behaviourPlace.test(place.id));
  const judged = ofShape.map((expected) => ({ expected, why: limitOf(expected, expectations) }));
  return {
    reshape: reshapeBy(expectations),
    behaviour: [...expectations.keys()].filter((id) => behaviourPlace.test(id)),
    imitated: judged.filter(({ why }) => why === undefined).map(({ expected }) => expected.place.id),
    limited: judged.flatMap(({ expected: { place }, why }) =>
      why === undefined ? [] : [{ place: place.id, title: placeOf(place.id)?.title ?? place.id, why }],
    ),
  };
}

const behaviourPlace =
  /^(?:first-view|transitions|after-a-reply|messages-by-state|finished-jobs|tokens-shown|progress-figures|refused-bodies|lengths|refusal\/other)$/;

/** The request fields that Deckhand accepts. */
const acceptedFields: Readonly<Record<string, readonly string[]>> = {
  'request/createPresentation': ['template_id', 'title'],
  'request/startGeneration': ['template_id', 'prompt'],
  'request/sendGenerationMessage': ['message'],
  'request/updatePresentation': ['title'],
};

/** The reason why Deckhand cannot imitate a place; undefined when it can. */
function limitOf(expected: Expected, expectations: Expectations): string | undefined {
  const { place, answers } = expected;
  const { id } = place;
  if (acceptedFields[id]) return otherFields(expected, acceptedFields[id]);
  if (id === 'refusal/foreign') return foreignResource(expected, expectations);
  if (id === 'refusal/rate_limited') return undefined;
  return (
    (id.startsWith('body/') || id.startsWith('more/') ? unclearShape(expected) : contradiction(expected)) ??
    unsupported(
      id,
      answers.map(([answer]) => answer),
    )
  );
}

function otherFields({ answers }: Expected, known: readonly string[]): string | undefined {
  const sent = answers.flatMap(([body]) =>
    [...body.matchAll(/[{,] ([^:?,{}]+)\??:/g)].map(([, name = '']) => name),
  );
  const others = [...new Set(sent)].filter((name) => !known.includes(name));
  return others.length === 0
    ? undefined
    : `Deckhand accepts ${known.join(' and ')}, but not ${others.join(', ')}`;
}

/** Deckhand gives one answer for each condition, such as a status of the job. */
function contradiction({ answers, place }: Expected): string | undefined {
  if (/^more\//.test(place.id)) return undefined;
  const byCondition = new Map<string, (readonly [string, number])[]>();
  for (const answer of answers) {
    const condition = / (?:while|with) .*$/.exec(answer[0])?.[0] ?? '';
    byCondition.set(condition, [...(byCondition.get(condition) ?? []), answer]);
  }
  const several = [...byCondition.values()].find((group) => group.length > 1);
  if (!several) return undefined;
  const texts = several.map(([answer, count]) => `${answer} (${count === 1 ? 'once' : `${count} times`})`);
  return `${texts.join(' and ')} contradict each other. Deckhand gives the first`;
}

function unclearShape(expected: Expected): string | undefined {
  const { place, schema } = expected;
  const media =
    place.id === 'body/section' || place.id.startsWith('more/') ? undefined : contradiction(expected);
  if (media !== undefined || !isSchema(schema)) return media;
  if (place.id === 'body/refusal') return shapesShareStatus(expected);
  if (place.id !== 'body/section' && place.id.startsWith('body/') && hasOtherIds(schema))
    return 'Deckhand’s ids are strings such as gen_4h7k2m9q';
  return (
    schema.anyOf && `the traffic shows ${schema.anyOf.length} shapes. Deckhand gives the first that fits`
  );
}

/** Deckhand could send ids that are numbers or UUIDs, but clients could not fetch anything by them. */
function hasOtherIds({ type, format, items, properties = {}, anyOf = [] }: Schema, name = ''): boolean {
  if (idField.test(name) && (format === 'uuid' || type === 'integer')) return true;
  const inside = [...(items ? [items] : []), ...anyOf].some((one) => hasOtherIds(one, name));
  return inside || Object.entries(properties).some(([field, property]) => hasOtherIds(property, field));
}

/** Deckhand gives one body for each status of an error response. */
function shapesShareStatus({ schemas = {} }: Expected): string | undefined {
  return Object.values(schemas).some(({ anyOf }) => anyOf)
    ? 'one status has several shapes. Deckhand gives the most frequent'
    : undefined;
}

function foreignResource({ answers }: Expected, expectations: Expectations): string | undefined {
  const unknown = ['unknown_presentation', 'unknown_generation'].map(
    (code) => mostFrequent(expectations.get(`refusal/${code}`)) ?? '404',
  );
  if (answers.every(([answer]) => unknown.every((status) => status === answer))) return undefined;
  return 'Deckhand gives the same response to a resource of another workspace and to an unknown resource';
}

const supported: Readonly<Record<string, RegExp>> = {
  'header/retry-after': /^(?:seconds|none)$/,
  'header/location': /^(?:path|none) /,
  timestamp: /^\d+ digits of a second, (?:Z|\+00:00)$/,
  'null-for-absent': /^none /,
  'tokens-figures': /^whole$/,
  'header/rate': /^none$/,
};

/** Answers that Deckhand cannot give. */
function unsupported(id: string, answers: readonly string[]): string | undefined {
  const pattern = supported[id];
  const odd = pattern && answers.find((answer) => !pattern.test(answer));
  if (odd !== undefined) return `Deckhand cannot give the answer "${odd}"`;
  if (id === 'timestamp' && answers.some((answer) => Number.parseInt(answer, 10) < 3))
    return 'fewer than 3 digits violate the interface';
  return undefined;
}
