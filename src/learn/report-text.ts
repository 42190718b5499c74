/** Formats a learn report for the terminal: each place with its observed answers, their counts, and an example. */
import type { LearnReport, PlaceReport } from './learn-report.js';
import { paceText } from './pace/pace-text.js';
import { placeOf } from './places.js';
import { schemaText } from './shape/schema.js';

export function reportText(report: LearnReport): string {
  const { service, places, unseen, broken } = report;
  const sections = [
    [`What ${service || 'the service'} does where the interface leaves a choice`, counts(report)].join('\n'),
    ...(report.withoutKeys
      ? ['The recording has no API keys, so it shows nothing about missing or wrong keys.']
      : []),
    ...places.filter((place) => !isAsAssumed(place)).map(placeText),
    ...asAssumed(places.filter(isAsAssumed)),
    ...(report.pace ? [paceText(report.pace)] : []),
    ...(broken.length > 0 ? [brokenText(report)] : []),
    ...(unseen.length > 0
      ? [`Not in the traffic: ${unseen.map((id) => placeOf(id)?.title ?? id).join('; ')}.`]
      : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Whether the service does what Deckhand does by default, or nothing beyond the interface. */
function isAsAssumed({ assumed, answers, more }: PlaceReport): boolean {
  const isNothing = (what: string) => assumed === undefined && /^none\b/.test(what);
  return more === undefined && answers.every(({ what }) => isAssumed(what, assumed) || isNothing(what));
}

const isAssumed = (what: string, assumed: string | undefined) =>
  assumed !== undefined && (what === assumed || what.startsWith(`${assumed} `));

function asAssumed(places: readonly PlaceReport[]): readonly string[] {
  if (places.length === 0) return [];
  const lines = places.map(({ title, count, answers }) => {
    const [first] = answers;
    const what = answers.every((answer) => answer.what === first?.what) ? `: ${first?.what ?? ''}` : '';
    return `  ${String(count).padStart(6)} × ${title}${what}`;
  });
  return [['The same as Deckhand by default:', ...lines].join('\n')];
}

function counts({ exchanges, unrelated, unanswered, broken, newest }: LearnReport): string {
  const violations = broken.reduce((total, { count }) => total + count, 0);
  const parts = [
    `${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}`,
    ...(newest === undefined ? [] : [`the newest from ${newest.slice(0, 10)}`]),
    ...(unrelated > 0 ? [`${unrelated} of other operations`] : []),
    ...(unanswered > 0 ? [`${unanswered} without a complete response`] : []),
    ...(violations > 0
      ? [`${violations} that ${violations === 1 ? 'violates' : 'violate'} the contract`]
      : []),
  ];
  return `${parts.join(', ')}.`;
}

function placeText(place: PlaceReport): string {
  const { title, sections, assumed, answers, more, schema, schemas, example } = place;
  const head = `${title} (${sections.join(', ')})`;
  const lines = answers.map(({ what, count, source }) => {
    const same = isAssumed(what, assumed) ? ', as Deckhand by default' : '';
    const first = source === undefined ? '' : ` (first: ${source})`;
    return `  ${String(count).padStart(6)} × ${what}${same}${first}`;
  });
  return [
    head,
    ...lines,
    ...(more === undefined ? [] : [`  ${String(more).padStart(6)} × something else`]),
    ...(schemas ? statusLines(schemas) : schema && Object.keys(schema).length > 0 ? shapeLines(schema) : []),
    ...(example !== undefined && isWorthShowing(example)
      ? [`    for example ${shortened(JSON.stringify(example))}`]
      : []),
  ].join('\n');
}

/** The body of each status. */
function statusLines(schemas: NonNullable<PlaceReport['schemas']>): readonly string[] {
  return Object.entries(schemas).map(([status, schema]) => `    ${status}: ${schemaText(schema)}`);
}

function shapeLines(schema: NonNullable<PlaceReport['schema']>): readonly string[] {
  if (schema.type === 'object' && !schema.properties && !schema.additionalProperties) return [];
  if (!schema.anyOf) return [`    ${schemaText(schema)}`];
  return schema.anyOf.map((one) => {
    const { count, with: tags } = one['x-observed'] as { count: number; with?: Record<string, number> };
    const where = tags ? ` with ${Object.keys(tags).join(', ')}` : '';
    return `    ${count} × ${schemaText(one)}${where}`;
  });
}

/** An example without any string shows no more than the shape. */
function isWorthShowing(example: unknown): boolean {
  if (typeof example === 'object' && example !== null) return Object.values(example).some(isWorthShowing);
  return typeof example === 'string' && example !== '…';
}

function brokenText({ broken }: LearnReport): string {
  const lines = broken.map(
    ({ what, count, exchange }) => `  ${String(count).padStart(6)} × ${what} (first in exchange ${exchange})`,
  );
  return [
    'Deckhand learns nothing from violations of the contract. For details, use deckhand judge:',
    ...lines,
  ].join('\n');
}

const shortened = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
