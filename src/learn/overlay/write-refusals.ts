/** Actions for error responses: their statuses, the shape of their bodies, and their media types. */
import { problems } from '../../generated/problems.js';
import type { PlaceReport } from '../learn-report.js';
import { observedOf, remove, update } from './actions.js';
import type { Action } from './overlay.js';

const problemAt = ['components', 'schemas', 'Problem'];

/** The response components of the OpenAPI document by status, with the problem codes that belong to them by default. */
const components: Readonly<Record<string, readonly [component: string, ...codes: string[]]>> = {
  400: ['BadRequest', 'malformed_json', 'invalid_body'],
  401: ['Unauthorized', 'missing_key', 'unknown_key'],
  403: ['Forbidden'],
  404: ['NotFound', 'unknown_presentation', 'unknown_generation', 'unknown_path'],
  405: ['MethodNotAllowed', 'method_not_allowed'],
  409: ['Conflict', 'generation_finished'],
  413: ['ContentTooLarge', 'content_too_large'],
  415: ['UnsupportedMediaType', 'unsupported_media_type'],
  429: ['TooManyRequests', 'rate_limited'],
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
    ...statusesOf(body).flatMap((status) => statusActions(status, body)),
    ...Object.values(components).flatMap(([component, ...codes]) =>
      componentActions(component, codes, listed),
    ),
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

/** The statuses of the observed error responses with a body or without. */
function statusesOf({ answers }: PlaceReport): readonly string[] {
  return [...new Set(answers.flatMap(({ what }) => / with (\d{3})$/.exec(what)?.[1] ?? []))].sort();
}

/** A body belongs to its status: each status has its own schema and media types. */
function statusActions(status: string, { answers, schemas = {}, date }: PlaceReport): readonly Action[] {
  const own = answers.filter(({ what }) => what.endsWith(` with ${status}`));
  const schema = schemas[status];
  const name = `Problem${status}`;
  const content = Object.fromEntries(
    own.flatMap(({ what }) => {
      const media = what.slice(0, -` with ${status}`.length);
      if (!media.includes('/')) return [];
      const isText = media.includes(' ');
      const ref = { $ref: `#/components/schemas/${schema ? name : 'Problem'}` };
      return [[media.split(' ')[0] ?? '', { schema: isText ? { type: 'string' } : ref }]];
    }),
  );
  const title = `Body of an error response with ${status}`;
  const count = own.reduce((total, one) => total + one.count, 0);
  return [
    ...(schema
      ? [update(['components', 'schemas'], { [name]: { ...schema, 'x-observed': { count, date } } }, title)]
      : []),
    ...contentActions(status, content, title),
  ];
}

function contentActions(status: string, content: object, title: string): readonly Action[] {
  const [component] = components[status] ?? [];
  const responses = ['components', 'responses'];
  if (component !== undefined)
    return [
      remove([...responses, component, 'content'], `${title}: Deckhand’s default`),
      ...(Object.keys(content).length > 0 ? [update([...responses, component], { content }, title)] : []),
    ];
  const added = `Refusal${status}`;
  return [
    update(responses, { [added]: { description: `An error with ${status}.`, content } }, title),
    {
      target: '$.paths[*][?@.responses].responses',
      description: title,
      update: { [status]: { $ref: `#/components/responses/${added}` } },
    },
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
  return [
    // The interface has the status of this one (7).
    ...(component === 'TooManyRequests'
      ? []
      : [remove([...at, 'x-assumed'], `${first.title}: Deckhand’s default`)]),
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
