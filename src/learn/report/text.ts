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
    ...places.map(placeText),
    ...(broken.length > 0 ? [brokenText(learnt)] : []),
    ...(unseen.length > 0 ? [`Not seen: ${unseen.map((id) => placeOf(id)?.title ?? id).join('; ')}.`] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function counts({ exchanges, unrelated, unanswered, broken, newest }: Learnt): string {
  const violations = broken.reduce((total, { count }) => total + count, 0);
  const parts = [
    `${exchanges} exchanges`,
    ...(newest === undefined ? [] : [`the newest of ${newest.slice(0, 10)}`]),
    ...(unrelated > 0 ? [`${unrelated} of no operation`] : []),
    ...(unanswered > 0 ? [`${unanswered} without a whole answer`] : []),
    ...(violations > 0 ? [`${violations} that break the documented part`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function placeText(place: LearntPlace): string {
  const { title, sections, assumed, answers, more, schema, example } = place;
  const head = `${title} (${sections.join(', ')})`;
  const lines = answers.map(({ what, count }) => {
    const isAssumed = assumed !== undefined && (what === assumed || what.startsWith(`${assumed} `));
    return `  ${String(count).padStart(6)} × ${what}${isAssumed ? ', as assumed' : ''}`;
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

const isWorthShowing = (example: unknown) =>
  typeof example !== 'object' || (example !== null && Object.keys(example).length > 0);

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
