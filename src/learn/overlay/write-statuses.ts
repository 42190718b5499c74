/** Actions for undocumented success statuses. */
import type { PlaceReport } from '../learn-report.js';
import { assumedStatuses } from '../places.js';
import { pathText, remove, update } from './actions.js';
import type { Action } from './overlay.js';

export function statusActions(place: PlaceReport): readonly Action[] {
  const assumed = assumedStatuses.find(({ operationId }) => place.id === `status/${operationId}`);
  if (!assumed) return [];
  const responses = [...assumed.at, 'responses'];
  const current = [...responses, String(assumed.status)];
  const byStatus = new Map<string, Record<string, number>>();
  for (const { what, count } of place.answers) {
    const status = what.slice(0, 3);
    byStatus.set(status, { ...byStatus.get(status), [what]: count });
  }
  const others = [...byStatus.keys()].filter((status) => status !== String(assumed.status));
  return [
    remove([...current, 'x-assumed'], `${place.title}: Deckhand’s default`),
    ...others.flatMap((status) => [
      update(responses, { [status]: {} }, place.title),
      {
        target: pathText([...responses, status]),
        description: 'The other fields stay the same',
        copy: pathText(current),
      },
    ]),
    ...(byStatus.has(String(assumed.status)) ? [] : [remove(current, 'Never observed')]),
    ...[...byStatus].map(([status, answers]) =>
      update(
        [...responses, status],
        { 'x-observed': { count: sum(answers), date: place.date, answers } },
        `${place.title}: ${status}`,
      ),
    ),
  ];
}

const sum = (answers: Readonly<Record<string, number>>) =>
  Object.values(answers).reduce((total, count) => total + count, 0);
