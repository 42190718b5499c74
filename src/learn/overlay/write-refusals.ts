/** Actions for error responses: their statuses, the shape of their bodies, and their media types. */
import { problems } from '../../generated/problems.js';
import type { PlaceReport } from '../learn-report.js';
import type { Schema } from '../shape/schema.js';
import { observedOf, remove, update } from './actions.js';
import type { Action } from './overlay.js';

const problemAt = ['components', 'schemas', 'Problem'];
const defaultMedia = 'application/problem+json';

/** The problem codes of each response component of the OpenAPI document. */
const components: Readonly<Record<string, readonly string[]>> = {
  BadRequest: ['malformed_json', 'invalid_body'],
  Unauthorized: ['missing_key', 'unknown_key'],
  NotFound: ['unknown_presentation', 'unknown_generation', 'unknown_path'],
  MethodNotAllowed: ['method_not_allowed'],
  Conflict: ['generation_finished'],
  ContentTooLarge: ['content_too_large'],
  UnsupportedMediaType: ['unsupported_media_type'],
};

export function refusalActions(body: PlaceReport, places: readonly PlaceReport[]): readonly Action[] {
  const kinds = places.filter(({ id }) => id.startsWith('refusal/'));
  const listed = kinds.filter(({ id }) => id !== 'refusal/other' && id !== 'refusal/foreign');
  return [
    ...listed.flatMap(rowActions),
    ...bodyActions(body),
    update(
      problemAt,
      {
        'x-observed': {
          ...observedOf(body),
          refusals: Object.fromEntries(kinds.map((kind) => [codeOf(kind), observedOf(kind, true)])),
        },
      },
      body.title,
    ),
    ...mediaActions(body),
    ...Object.entries(components).flatMap(([component, codes]) => componentActions(component, codes, listed)),
    ...kinds.filter(({ id }) => id === 'refusal/other').flatMap(otherActions),
  ];
}

const codeOf = ({ id }: PlaceReport) => id.slice('refusal/'.length);
const statusOf = ({ answers }: PlaceReport) => Number(answers[0]?.what);

/** Sets the most frequent status in the table of problem codes. */
function rowActions(place: PlaceReport): readonly Action[] {
  const code = codeOf(place);
  const status = statusOf(place);
  const problem = problems[code as keyof typeof problems];
  if (status === problem.status) return [];
  return [
    remove([...problemAt, 'x-problems', code], `${place.title}: Deckhand’s default`),
    update([...problemAt, 'x-problems'], { [code]: [status, problem.title] }, place.title),
  ];
}

function bodyActions({ schema, title }: PlaceReport): readonly Action[] {
  if (!schema) return [];
  return [
    remove([...problemAt, ['x-assumed', 'type', 'required', 'properties']], `${title}: Deckhand’s default`),
    remove(['components', 'schemas', 'BodyFault'], 'Part of Deckhand’s default'),
    remove(['components', 'responses', '*', 'content', '*', 'examples'], 'Examples of Deckhand’s default'),
    update(problemAt, schema, title),
  ];
}

function mediaActions({ answers }: PlaceReport): readonly Action[] {
  const mediaTypes = answers.map(({ what }) => what);
  const contents = ['components', 'responses', '*', 'content'];
  const added = mediaTypes
    .filter((media) => media.includes('/') && media !== defaultMedia)
    .map((media): readonly [string, { readonly schema: Schema }] => {
      const [name = '', ...rest] = media.split(' ');
      return [
        name,
        { schema: rest.length > 0 ? { type: 'string' } : { $ref: '#/components/schemas/Problem' } },
      ];
    });
  return [
    ...(added.length > 0
      ? [update(contents, Object.fromEntries(added), 'Media types of error responses')]
      : []),
    ...(mediaTypes.includes(defaultMedia)
      ? []
      : [remove([...contents, defaultMedia], 'No error response has this media type')]),
  ];
}

function componentActions(
  component: string,
  codes: readonly string[],
  places: readonly PlaceReport[],
): readonly Action[] {
  const observed = places.filter((place) => codes.includes(codeOf(place)));
  const [first] = observed;
  if (!first) return [];
  const at = ['components', 'responses', component];
  const assumed = problems[codes[0] as keyof typeof problems].status;
  const statuses = [...new Set(observed.map(statusOf))].filter((status) => !documentStatuses.has(status));
  return [
    remove([...at, 'x-assumed'], `${first.title}: Deckhand’s default`),
    ...statuses.map((status) => ({
      target: `$.paths[*][?@.responses['${assumed}']].responses`,
      description: `${first.title}: ${status}`,
      update: { [status]: { $ref: `#/components/responses/${component}` } },
    })),
    update(
      at,
      { 'x-observed': Object.fromEntries(observed.map((place) => [codeOf(place), observedOf(place)])) },
      first.title,
    ),
  ];
}

/** Other errors belong to the default response of the document. */
function otherActions(place: PlaceReport): readonly Action[] {
  const at = ['components', 'responses', 'Refusal'];
  return [
    remove([...at, 'x-assumed'], `${place.title}: Deckhand’s default`),
    update(at, { 'x-observed': observedOf(place) }, place.title),
  ];
}

/** The statuses that the operations of the document already list. */
const documentStatuses = new Set([400, 401, 403, 404, 405, 409, 413, 415, 429]);
