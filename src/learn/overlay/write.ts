/** Writes what was learnt as an overlay of the contract: each assumption that something was seen of gives way to what was seen. */
import { placeOf, openBodies } from '../places.js';
import type { Learnt, LearntPlace } from '../learnt.js';
import type { Action, Overlay } from './overlay.js';
import { overlaidDocument } from './overlay.js';
import { headerActions } from './write-headers.js';
import { refusalActions } from './write-refusals.js';
import { observedOf, pathText, remove, update } from './actions.js';
import { statusActions } from './write-statuses.js';

/** @param version of the tool that learnt it */
export function writeOverlay(learnt: Learnt, version: string): Overlay {
  const { service, exchanges, newest = '' } = learnt;
  return {
    overlay: '1.1.0',
    info: {
      title: `What ${service || 'the service'} does where its interface is silent`,
      version: newest.slice(0, 10) || '0',
      description: `Learnt from ${exchanges} exchanges by deckhand ${version}. Not a promise of the service: an observation.`,
    },
    extends: overlaidDocument,
    actions: [
      update([], { 'x-observed': rootOf(learnt) }, 'What was seen, and what the document has no place for'),
      // They show the stand-in's choices.
      remove(
        ['paths', '*', '*', 'responses', '*', 'content', '*', 'examples'],
        'Examples of what was assumed',
      ),
      ...learnt.places.flatMap((place) => actionsOf(place, learnt)),
      ...orphans(learnt),
    ],
  };
}

function rootOf({ exchanges, newest, places }: Learnt): object {
  const behaviours = places.filter(({ id }) => placeOf(id)?.at === undefined && !id.startsWith('refusal/'));
  return {
    exchanges,
    date: newest,
    places: Object.fromEntries(behaviours.map((place) => [place.id, observedOf(place)])),
  };
}

/** Assumptions that nothing refers to once everything that did has been seen. */
function orphans({ places }: Learnt): readonly Action[] {
  const isSeen = (operation: string) => places.some(({ id, schema }) => id === `body/${operation}` && schema);
  return [
    ...(isSeen('createPresentation') && isSeen('updatePresentation') ? ['AssumedPresentation'] : []),
    ...(isSeen('sendGenerationMessage') ? ['AssumedJobView'] : []),
  ].map((name) => remove([...schemas, name], 'Nothing is assumed to be so any more'));
}

function actionsOf(place: LearntPlace, learnt: Learnt): readonly Action[] {
  const [group = '', name = ''] = place.id.split('/');
  switch (group) {
    case 'status':
      return statusActions(place);
    case 'body':
      if (name === 'refusal') return refusalActions(place, learnt.places);
      return name === 'section' ? sectionActions(place) : bodyActions(place, name);
    case 'more':
      return moreActions(place, name, learnt.places);
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

function bodyActions(place: LearntPlace, operation: string): readonly Action[] {
  const schema = openBodies[operation as keyof typeof openBodies] ?? '';
  const at = [...schemas, schema];
  const observed = { 'x-observed': observedOf(place) };
  if (!place.schema) return [update(at, observed, place.title)];
  return [
    remove([...at, 'allOf'], `${place.title}: the assumption`),
    ...(schema === 'TemplateList' ? [remove([...schemas, 'Template'], 'Part of the assumption')] : []),
    update(at, { ...place.schema, ...observed }, place.title),
  ];
}

function sectionActions(place: LearntPlace): readonly Action[] {
  const at = [...schemas, 'Section'];
  const observed = { 'x-observed': observedOf(place) };
  if (!place.schema) return [update(at, observed, place.title)];
  return [
    remove([...at, ['x-assumed', 'type', 'required', 'properties']], `${place.title}: the assumption`),
    update(at, { ...place.schema, ...observed }, place.title),
  ];
}

/**
 * Fields beside those that are shown. A presentation in a view refers to the one that is fetched, so what only one of them
 * always has is required of neither.
 */
function moreActions(place: LearntPlace, name: string, all: readonly LearntPlace[]): readonly Action[] {
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

function requestActions(place: LearntPlace, operation: string): readonly Action[] {
  const at = placeOf(place.id)?.at ?? [];
  const observed = { 'x-observed': observedOf(place) };
  if (operation === 'createPresentation' || operation === 'sendGenerationMessage') {
    if (!place.schema) return [update(at, observed, place.title)];
    return [
      remove([...at, 'allOf'], `${place.title}: the assumption`),
      update(at, { ...place.schema, ...observed }, place.title),
    ];
  }
  const isNeeded = operation !== 'startGeneration' || place.schema?.required?.includes('prompt');
  return [
    ...(isNeeded ? [] : [remove([...at, ['required']], 'It was taken without')]),
    update(at, observed, place.title),
  ];
}

function timestampActions(place: LearntPlace): readonly Action[] {
  const at = [...schemas, 'Timestamp'];
  const isAssumed = place.answers.every(({ what }) => what === place.assumed);
  return [
    isAssumed
      ? remove([...at, 'allOf', 0, 'x-assumed'], 'Seen as assumed')
      : remove([...at, 'allOf'], 'Seen otherwise than assumed'),
    update(at, { 'x-observed': observedOf(place) }, place.title),
  ];
}

/** Figures that are seen as assumed are no longer assumed to be so; else the assumption goes. */
function figureActions(place: LearntPlace, path: readonly string[], isAssumed: boolean): readonly Action[] {
  const at = pathText([...schemas, ...path]);
  const keywords = path.includes('TokensUsed') ? `['multipleOf']` : `['minimum','multipleOf']`;
  return [
    ...(isAssumed
      ? []
      : [{ target: `${at}${keywords}`, description: 'Seen otherwise than assumed', remove: true }]),
    { target: `${at}['x-assumed']`, description: place.title, remove: true },
    update([...schemas, path[0] ?? ''], { 'x-observed': observedOf(place) }, place.title),
  ];
}
