/** Refusals: the one table of codes and statuses, the shape of their bodies, and the media types these have. */
import { problems } from '../../generated/problems.js';
import type { LearntPlace } from '../learnt.js';
import type { Schema } from '../shape/schema.js';
import { observedOf, remove, update } from './actions.js';
import type { Action } from './overlay.js';

const problemAt = ['components', 'schemas', 'Problem'];
const assumedMedia = 'application/problem+json';

/** Which component of the document's responses a code is described by. */
const components: Readonly<Record<string, readonly string[]>> = {
  BadRequest: ['malformed_json', 'invalid_body'],
  Unauthorized: ['missing_key', 'unknown_key'],
  NotFound: ['unknown_presentation', 'unknown_generation', 'unknown_path'],
  MethodNotAllowed: ['method_not_allowed'],
  Conflict: ['generation_finished'],
  ContentTooLarge: ['content_too_large'],
  UnsupportedMediaType: ['unsupported_media_type'],
};

export function refusalActions(body: LearntPlace, places: readonly LearntPlace[]): readonly Action[] {
  const kinds = places.filter(({ id }) => id.startsWith('refusal/'));
  const shown = kinds.filter(({ id }) => id !== 'refusal/other' && id !== 'refusal/foreign');
  return [
    ...shown.flatMap(rowActions),
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
    ...Object.entries(components).flatMap(([component, codes]) => componentActions(component, codes, shown)),
    ...kinds.filter(({ id }) => id === 'refusal/other').flatMap(otherActions),
  ];
}

const codeOf = ({ id }: LearntPlace) => id.slice('refusal/'.length);
const statusOf = ({ answers }: LearntPlace) => Number(answers[0]?.what);

/** The row of the table of problems, with the status that is seen most. */
function rowActions(place: LearntPlace): readonly Action[] {
  const code = codeOf(place);
  const status = statusOf(place);
  const problem = problems[code as keyof typeof problems];
  if (status === problem.status) return [];
  return [
    remove([...problemAt, 'x-problems', code], `${place.title} The assumption`),
    update([...problemAt, 'x-problems'], { [code]: [status, problem.title] }, place.title),
  ];
}

function bodyActions({ schema, title }: LearntPlace): readonly Action[] {
  if (!schema) return [];
  return [
    remove([...problemAt, ['x-assumed', 'type', 'required', 'properties']], `${title}: the assumption`),
    remove(['components', 'schemas', 'BodyFault'], 'Part of the assumption'),
    remove(['components', 'responses', '*', 'content', '*', 'examples'], 'Examples of the assumption'),
    update(problemAt, schema, title),
  ];
}

function mediaActions({ answers }: LearntPlace): readonly Action[] {
  const seen = answers.map(({ what }) => what);
  const contents = ['components', 'responses', '*', 'content'];
  const added = seen
    .filter((media) => media.includes('/') && media !== assumedMedia)
    .map((media): readonly [string, { readonly schema: Schema }] => {
      const [name = '', ...rest] = media.split(' ');
      return [
        name,
        { schema: rest.length > 0 ? { type: 'string' } : { $ref: '#/components/schemas/Problem' } },
      ];
    });
  return [
    ...(added.length > 0 ? [update(contents, Object.fromEntries(added), 'Media types of refusals')] : []),
    ...(seen.includes(assumedMedia)
      ? []
      : [remove([...contents, assumedMedia], 'Refusals of this media type were never seen')]),
  ];
}

function componentActions(
  component: string,
  codes: readonly string[],
  places: readonly LearntPlace[],
): readonly Action[] {
  const seen = places.filter((place) => codes.includes(codeOf(place)));
  const [first] = seen;
  if (!first) return [];
  const at = ['components', 'responses', component];
  const assumed = problems[codes[0] as keyof typeof problems].status;
  const statuses = [...new Set(seen.map(statusOf))].filter((status) => !listed.has(status));
  return [
    remove([...at, 'x-assumed'], `${first.title} The assumption`),
    ...statuses.map((status) => ({
      target: `$.paths[*][?@.responses['${assumed}']].responses`,
      description: `${first.title} ${status}`,
      update: { [status]: { $ref: `#/components/responses/${component}` } },
    })),
    update(
      at,
      { 'x-observed': Object.fromEntries(seen.map((place) => [codeOf(place), observedOf(place)])) },
      first.title,
    ),
  ];
}

/** Other failures are what the document's default response is for. */
function otherActions(place: LearntPlace): readonly Action[] {
  const at = ['components', 'responses', 'Refusal'];
  return [
    remove([...at, 'x-assumed'], `${place.title}: the assumption`),
    update(at, { 'x-observed': observedOf(place) }, place.title),
  ];
}

/** Statuses that the document's operations list already, each with a meaning of its own. */
const listed = new Set([400, 401, 403, 404, 405, 409, 413, 415, 429]);
