/** Writes a learn report as an overlay of the OpenAPI document: observations replace Deckhand's defaults (`x-assumed`). */
import { placeOf, openBodies } from '../places.js';
import type { LearnReport, PlaceReport } from '../learn-report.js';
import type { Action, Overlay } from './overlay.js';
import { overlaidDocument } from './overlay.js';
import { headerActions } from './write-headers.js';
import { refusalActions } from './write-refusals.js';
import { observedOf, pathText, remove, update } from './actions.js';
import { statusActions } from './write-statuses.js';

/** @param version the version of Deckhand */
export function writeOverlay(report: LearnReport, version: string): Overlay {
  const { service, exchanges, newest = '' } = report;
  return {
    overlay: '1.1.0',
    info: {
      title: `What ${service || 'the service'} does where the interface leaves a choice`,
      version: newest.slice(0, 10) || '0',
      description: `Learned from ${exchanges} exchanges by deckhand ${version}. An observation, not a promise of the service.`,
    },
    extends: overlaidDocument,
    actions: [
      update([], { 'x-observed': rootOf(report) }, 'Observations without a node in the document'),
      // The examples show Deckhand's defaults.
      remove(
        ['paths', '*', '*', 'responses', '*', 'content', '*', 'examples'],
        'Examples of Deckhand’s defaults',
      ),
      ...report.places.flatMap((place) => actionsOf(place, report)),
      ...orphans(report),
    ],
  };
}

function rootOf({ exchanges, newest, places }: LearnReport): object {
  const behaviours = places.filter(({ id }) => placeOf(id)?.at === undefined && !id.startsWith('refusal/'));
  return {
    exchanges,
    date: newest,
    places: Object.fromEntries(behaviours.map((place) => [place.id, observedOf(place)])),
  };
}

/** Default schemas without any reference left. */
function orphans({ places }: LearnReport): readonly Action[] {
  const isObserved = (operation: string) =>
    places.some(({ id, schema }) => id === `body/${operation}` && schema);
  return [
    ...(isObserved('createPresentation') && isObserved('updatePresentation') ? ['AssumedPresentation'] : []),
    ...(isObserved('sendGenerationMessage') ? ['AssumedJobView'] : []),
  ].map((name) => remove([...schemas, name], 'Nothing refers to this default'));
}

function actionsOf(place: PlaceReport, report: LearnReport): readonly Action[] {
  const [group = '', name = ''] = place.id.split('/');
  switch (group) {
    case 'status':
      return statusActions(place);
    case 'body':
      if (name === 'refusal') return refusalActions(place, report.places);
      return name === 'section' ? sectionActions(place) : bodyActions(place, name);
    case 'more':
      return moreActions(place, name, report.places);
    case 'header':
      return headerActions(place);
    case 'request':
      return requestActions(place, name);
    case 'timestamp':
      return timestampActions(place);
    case 'progress-figures':
      return figureActions(
        place,
        ['Progress', 'properties', '*'],
        place.answers.every(({ what }) => what === 'whole, 0 or more'),
      );
    case 'tokens-figures':
      return figureActions(
        place,
        ['TokensUsed'],
        place.answers.every(({ what }) => what === 'whole'),
      );
    case 'lengths':
      return [update(['x-limits'], { 'x-observed': observedOf(place) }, place.title)];
    default:
      return [];
  }
}

const schemas = ['components', 'schemas'];

function bodyActions(place: PlaceReport, operation: string): readonly Action[] {
  const schema = openBodies[operation as keyof typeof openBodies] ?? '';
  const at = [...schemas, schema];
  const observed = { 'x-observed': observedOf(place) };
  if (!place.schema) return [update(at, observed, place.title)];
  return [
    remove([...at, 'allOf'], `${place.title}: Deckhand’s default`),
    ...(schema === 'TemplateList' ? [remove([...schemas, 'Template'], 'Part of Deckhand’s default')] : []),
    update(at, { ...place.schema, ...observed }, place.title),
  ];
}

function sectionActions(place: PlaceReport): readonly Action[] {
  const at = [...schemas, 'Section'];
  const observed = { 'x-observed': observedOf(place) };
  if (!place.schema) return [update(at, observed, place.title)];
  return [
    remove([...at, ['x-assumed', 'type', 'required', 'properties']], `${place.title}: Deckhand’s default`),
    update(at, { ...place.schema, ...observed }, place.title),
  ];
}

/**
 * Adds undocumented fields. The presentation in a status view and a fetched presentation share one schema, so only a field
 * that both always have is required.
 */
function moreActions(place: PlaceReport, name: string, all: readonly PlaceReport[]): readonly Action[] {
  const at = placeOf(place.id)?.at ?? [];
  const { properties, required = [] } = place.schema ?? {};
  const embedded = name === 'Presentation' ? all.find(({ id }) => id === 'more/embedded') : undefined;
  const shared = embedded ? required.filter((field) => embedded.schema?.required?.includes(field)) : required;
  return [
    update(
      at,
      {
        ...(properties && { properties }),
        ...(shared.length > 0 && { required: shared }),
        'x-observed': { ...observedOf(place), ...(required.length > 0 && { always: required }) },
      },
      place.title,
    ),
  ];
}

function requestActions(place: PlaceReport, operation: string): readonly Action[] {
  const at = placeOf(place.id)?.at ?? [];
  const observed = { 'x-observed': observedOf(place) };
  if (operation === 'createPresentation' || operation === 'sendGenerationMessage') {
    if (!place.schema) return [update(at, observed, place.title)];
    return [
      remove([...at, 'allOf'], `${place.title}: Deckhand’s default`),
      update(at, { ...place.schema, ...observed }, place.title),
    ];
  }
  const isNeeded = operation !== 'startGeneration' || place.schema?.required?.includes('prompt');
  return [
    ...(isNeeded ? [] : [remove([...at, ['required']], 'Accepted without')]),
    update(at, observed, place.title),
  ];
}

function timestampActions(place: PlaceReport): readonly Action[] {
  const at = [...schemas, 'Timestamp'];
  const isAssumed = place.answers.every(({ what }) => what === place.assumed);
  return [
    isAssumed
      ? remove([...at, 'allOf', 0, 'x-assumed'], 'Observed as Deckhand’s default')
      : remove([...at, 'allOf'], 'Observed with another value'),
    update(at, { 'x-observed': observedOf(place) }, place.title),
  ];
}

/** Removes the mark of a default that the traffic confirms, and removes the default otherwise. */
function figureActions(place: PlaceReport, path: readonly string[], isAssumed: boolean): readonly Action[] {
  const at = pathText([...schemas, ...path]);
  const keywords = path.includes('TokensUsed') ? `['multipleOf']` : `['minimum','multipleOf']`;
  return [
    ...(isAssumed
      ? []
      : [{ target: `${at}${keywords}`, description: 'Observed with another value', remove: true }]),
    { target: `${at}['x-assumed']`, description: place.title, remove: true },
    update([...schemas, path[0] ?? ''], { 'x-observed': observedOf(place) }, place.title),
  ];
}
