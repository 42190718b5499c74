/** Headers that the interface does not show, as actions: seen as assumed, under another name, or never. */
import type { LearntPlace } from '../learnt.js';
import { observedOf, remove, update } from './actions.js';
import type { Action } from './overlay.js';

const names: Readonly<Record<string, readonly [component: string, header: string]>> = {
  'header/request-id': ['RequestId', 'X-Request-Id'],
  'header/retry-after': ['RetryAfter', 'Retry-After'],
  'header/location': ['Location', 'Location'],
  'header/allow': ['Allow', 'Allow'],
};

export function headerActions(place: LearntPlace): readonly Action[] {
  const [component, header] = names[place.id] ?? [];
  if (component === undefined || header === undefined) return [];
  const at = ['components', 'headers', component];
  const isNever = place.answers.every(({ what }) => /^none\b/.test(what));
  return [
    remove([...at, 'x-assumed'], `${place.title}: the assumption`),
    remove([...at, 'schema', 'x-assumed'], `${place.title}: the assumption`),
    ...(place.id === 'header/request-id' ? renamed(place, header) : []),
    ...(isNever
      ? [{ target: `$..responses[*].headers['${header}']`, description: 'Never seen', remove: true }]
      : []),
    update(at, { 'x-observed': observedOf(place) }, place.title),
  ];
}

/** The header under the name that is seen most, when that is another. */
function renamed({ answers }: LearntPlace, header: string): readonly Action[] {
  const [most] = answers;
  if (!most || most.what === 'none') return [];
  const seen = most.what.split(', ');
  if (seen.includes(header.toLowerCase())) return [];
  const reference = { $ref: '#/components/headers/RequestId' };
  return [
    {
      target: `$..responses[*].headers[?@['$ref']=='${reference.$ref}']`,
      description: 'Seen under another name',
      remove: true,
    },
    {
      target: '$..responses[*].headers',
      description: 'The name it is seen under',
      update: Object.fromEntries(seen.map((name) => [name, reference])),
    },
  ];
}
