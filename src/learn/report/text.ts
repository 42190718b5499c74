/** What was learnt, for a person: every open place with what was seen there, how often, and an example. */
import type { Learnt, LearntPlace } from '../learnt.js';
import { placeOf } from '../places.js';
import { schemaText } from '../shape/schema.js';

export function learntText(learnt: Learnt): string {
  const { service, places, unseen, broken } = learnt;
  const sections = [
    [`What ${service || 'the service'} does where its interface is silent`, counts(learnt)].join('\n'),
    ...(learnt.withoutKeys
      ? ['The recording carries no keys: nothing is learnt about missing or wrong ones.']
      : []),
    ...places.filter((place) => !isAsAssumed(place)).map(placeText),
    ...asAssumed(places.filter(isAsAssumed)),
    ...(broken.length > 0 ? [brokenText(learnt)] : []),
    ...(unseen.length > 0 ? [`Not seen: ${unseen.map((id) => placeOf(id)?.title ?? id).join('; ')}.`] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Seen, and nothing new: as the stand-in does it, or no more than the interface shows. */
function isAsAssumed({ assumed, answers, more }: LearntPlace): boolean {
  const isNothing = (what: string) => assumed === undefined && /^none\b/.test(what);
  return more === undefined && answers.every(({ what }) => isAssumed(what, assumed) || isNothing(what));
}

const isAssumed = (what: string, assumed: string | undefined) =>
  assumed !== undefined && (what === assumed || what.startsWith(`${assumed} `));

function asAssumed(places: readonly LearntPlace[]): readonly string[] {
  if (places.length === 0) return [];
  const lines = places.map(({ title, count, answers }) => {
    const [first] = answers;
    const what = answers.every((answer) => answer.what === first?.what) ? `: ${first?.what ?? ''}` : '';
    return `  ${String(count).padStart(6)} × ${title}${what}`;
  });
  return [['As the stand-in assumes:', ...lines].join('\n')];
}

function counts({ exchanges, unrelated, unanswered, broken, newest }: Learnt): string {
  const violations = broken.reduce((total, { count }) => total + count, 0);
  const parts = [
    `${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}`,
    ...(newest === undefined ? [] : [`the newest of ${newest.slice(0, 10)}`]),
    ...(unrelated > 0 ? [`${unrelated} of no operation`] : []),
    ...(unanswered > 0 ? [`${unanswered} without a whole answer`] : []),
    ...(violations > 0
      ? [`${violations} that ${violations === 1 ? 'breaks' : 'break'} the documented part`]
      : []),
  ];
  return `${parts.join(', ')}.`;
}

function placeText(place: LearntPlace): string {
  const { title, sections, assumed, answers, more, schema, example } = place;
  const head = `${title} (${sections.join(', ')})`;
  const lines = answers.map(({ what, count }) => {
    return `  ${String(count).padStart(6)} × ${what}${isAssumed(what, assumed) ? ', as assumed' : ''}`;
  });
  return [
    head,
    ...lines,
    ...(more === undefined ? [] : [`  ${String(more).padStart(6)} × something else`]),
    ...(schema && Object.keys(schema).length > 0 ? shapeLines(schema) : []),
    ...(example !== undefined && isWorthShowing(example)
      ? [`    for example ${short(JSON.stringify(example))}`]
      : []),
  ].join('\n');
}

function shapeLines(schema: NonNullable<LearntPlace['schema']>): readonly string[] {
  if (schema.type === 'object' && !schema.properties && !schema.additionalProperties) return [];
  if (!schema.anyOf) return [`    ${schemaText(schema)}`];
  return schema.anyOf.map((one) => {
    const { count, with: tags } = one['x-observed'] as { count: number; with?: Record<string, number> };
    const where = tags ? ` with ${Object.keys(tags).join(', ')}` : '';
    return `    ${count} × ${schemaText(one)}${where}`;
  });
}

/** An example whose texts are all left out says no more than the shape. */
function isWorthShowing(example: unknown): boolean {
  if (typeof example === 'object' && example !== null) return Object.values(example).some(isWorthShowing);
  return typeof example === 'string' && example !== '…';
}

function brokenText({ broken }: Learnt): string {
  const lines = broken.map(
    ({ what, count, exchange }) => `  ${String(count).padStart(6)} × ${what} (first in exchange ${exchange})`,
  );
  return [
    'Nothing is learnt from what breaks the documented part; deckhand judge says more of it:',
    ...lines,
  ].join('\n');
}

const short = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
