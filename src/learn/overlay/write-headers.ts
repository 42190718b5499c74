/** Actions for undocumented headers: with Deckhand's name, with another name, or absent. */
import type { PlaceReport } from '../learn-report.js';
import { observedOf, remove, update } from './actions.js';
import type { Action } from './overlay.js';

const names: Readonly<Record<string, readonly [component: string, header: string]>> = {
  'header/request-id': ['RequestId', 'X-Request-Id'],
  'header/retry-after': ['RetryAfter', 'Retry-After'],
  'header/location': ['Location', 'Location'],
  'header/allow': ['Allow', 'Allow'],
};

export function headerActions(place: PlaceReport): readonly Action[] {
  const [component, header] = names[place.id] ?? [];
  if (component === undefined || header === undefined) return [];
  const at = ['components', 'headers', component];
  const isNever = place.answers.every(({ what }) => /^none\b/.test(what));
  return [
    remove([...at, 'x-assumed'], `${place.title}: Deckhand’s default`),
    remove([...at, 'schema', 'x-assumed'], `${place.title}: Deckhand’s default`),
    ...(place.id === 'header/request-id' ? renamed(place, header) : []),
    ...(isNever
      ? [{ target: `$..responses[*].headers['${header}']`, description: 'Never observed', remove: true }]
      : []),
    update(at, { 'x-observed': observedOf(place) }, place.title),
  ];
}

/** Renames the header to its most frequent name. */
function renamed({ answers }: PlaceReport, header: string): readonly Action[] {
  const [most] = answers;
  if (!most || most.what === 'none') return [];
  const observedNames = most.what.split(', ');
  if (observedNames.includes(header.toLowerCase())) return [];
  const reference = { $ref: '#/components/headers/RequestId' };
  return [
    {
      target: `$..responses[*].headers[?@['$ref']=='${reference.$ref}']`,
      description: 'Observed with another name',
      remove: true,
    },
    {
      target: '$..responses[*].headers',
      description: 'The observed name',
      update: Object.fromEntries(observedNames.map((name) => [name, reference])),
    },
  ];
}
