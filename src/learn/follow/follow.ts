/** What a stand-in can follow of an overlay, and what it cannot: said once, before it starts. */
import { fieldOf } from '../../contract/index.js';
import { placeOf } from '../places.js';
import type { Schema } from '../shape/schema.js';
import { expectationsOf, type Expectations, type Expected } from './expected.js';
import { idField } from './aliases.js';
import { isSchema, mostOf } from './most.js';
import { reshapeBy, type Reshape } from './reshape.js';

export interface Following {
  readonly reshape: Reshape;
  /** Places that are answered as they were seen: ids. */
  readonly followed: readonly string[];
  /** Places that are not, or not wholly. */
  readonly left: readonly Left[];
  /** Places where it is not the shape of an answer that was seen, but what jobs or clients do: ids. */
  readonly beside: readonly string[];
}

export interface Left {
  readonly place: string;
  readonly title: string;
  readonly why: string;
}

/** @param document with the overlay applied */
export function follow(document: unknown): Following {
  const seen = expectationsOf(document);
  const ofShape = [...seen.values()].filter(({ place }) => !besideShape.test(place.id));
  const judged = ofShape.map((expected) => ({ expected, why: whyNot(expected, seen) }));
  return {
    reshape: reshapeBy(seen),
    beside: [...seen.keys()].filter((id) => besideShape.test(id)),
    followed: judged.filter(({ why }) => why === undefined).map(({ expected }) => expected.place.id),
    left: judged.flatMap(({ expected: { place }, why }) =>
      why === undefined ? [] : [{ place: place.id, title: placeOf(place.id)?.title ?? place.id, why }],
    ),
  };
}

const besideShape =
  /^(?:first-view|transitions|after-a-reply|messages-by-state|finished-jobs|tokens-shown|progress-figures|refused-bodies|lengths|refusal\/other)$/;

/** The fields of requests that the stand-in takes. */
const taken: Readonly<Record<string, readonly string[]>> = {
  'request/createPresentation': ['template_id', 'title'],
  'request/startGeneration': ['template_id', 'prompt'],
  'request/sendGenerationMessage': ['message'],
  'request/updatePresentation': ['title'],
};

function whyNot(expected: Expected, seen: Expectations): string | undefined {
  const { place, answers } = expected;
  const { id } = place;
  if (taken[id]) return otherFields(expected, taken[id]);
  if (id === 'refusal/foreign') return foreign(expected, seen);
  if (id === 'refusal/rate_limited') return undefined;
  return (
    (id.startsWith('body/') || id.startsWith('more/') ? unclearShape(expected) : contradiction(expected)) ??
    beyond(
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
    : `the stand-in takes ${known.join(' and ')}, and not ${others.join(', ')}`;
}

/** Under one condition, a stand-in gives one answer. */
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
  return `${texts.join(' and ')} contradict each other; the stand-in gives the first`;
}

function unclearShape(expected: Expected): string | undefined {
  const { place, schema } = expected;
  const media =
    place.id === 'body/section' || place.id.startsWith('more/') ? undefined : contradiction(expected);
  if (media !== undefined || !isSchema(schema)) return media;
  if (place.id === 'body/refusal') return shapesShareStatus(expected);
  if (place.id !== 'body/section' && place.id.startsWith('body/') && hasOtherIds(schema))
    return 'the stand-in’s ids are texts such as gen_4h7k2m9q';
  return schema.anyOf && `${schema.anyOf.length} shapes were seen; the stand-in gives the first that fits`;
}

/** Ids that are numbers or uuids could be given, and nobody could fetch anything by them. */
function hasOtherIds({ type, format, items, properties = {}, anyOf = [] }: Schema, name = ''): boolean {
  if (idField.test(name) && (format === 'uuid' || type === 'integer')) return true;
  const inside = [...(items ? [items] : []), ...anyOf].some((one) => hasOtherIds(one, name));
  return inside || Object.entries(properties).some(([field, property]) => hasOtherIds(property, field));
}

/** Several shapes of a refusal are followed as long as the status tells them apart. */
function shapesShareStatus({ schema }: Expected): string | undefined {
  const statuses = (schema?.anyOf ?? []).flatMap((one) =>
    Object.keys(Object(fieldOf(one['x-observed'], 'with')) as object),
  );
  return new Set(statuses).size === statuses.length
    ? undefined
    : 'one status was seen with several shapes; the stand-in gives the most frequent';
}

function foreign({ answers }: Expected, seen: Expectations): string | undefined {
  const unknown = ['unknown_presentation', 'unknown_generation'].map(
    (code) => mostOf(seen.get(`refusal/${code}`)) ?? '404',
  );
  if (answers.every(([answer]) => unknown.every((status) => status === answer))) return undefined;
  return 'the stand-in does not tell what belongs to another workspace from what there is not';
}

const followable: Readonly<Record<string, RegExp>> = {
  'header/retry-after': /^(?:seconds|none)$/,
  'header/location': /^(?:path|none) /,
  timestamp: /^\d+ digits of a second, (?:Z|\+00:00)$/,
  'null-for-absent': /^none /,
  'tokens-figures': /^whole$/,
  'header/rate': /^none$/,
};

/** What the stand-in has no way to do. */
function beyond(id: string, answers: readonly string[]): string | undefined {
  const pattern = followable[id];
  const odd = pattern && answers.find((answer) => !pattern.test(answer));
  if (odd !== undefined) return `"${odd}" is nothing the stand-in does`;
  if (id === 'timestamp' && answers.some((answer) => Number.parseInt(answer, 10) < 3))
    return 'fewer than 3 digits break the interface';
  return undefined;
}
