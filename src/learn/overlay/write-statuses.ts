/** The status codes of successes that the interface does not show, as actions on the responses of an operation. */
import type { LearntPlace } from '../learnt.js';
import { assumedStatuses } from '../places.js';
import { pathText, remove, update } from './actions.js';
import type { Action } from './overlay.js';

export function statusActions(place: LearntPlace): readonly Action[] {
  const assumed = assumedStatuses.find(({ operationId }) => place.id === `status/${operationId}`);
  if (!assumed) return [];
  const responses = [...assumed.at, 'responses'];
  const stood = [...responses, String(assumed.status)];
  const byStatus = new Map<string, Record<string, number>>();
  for (const { what, count } of place.answers) {
    const status = what.slice(0, 3);
    byStatus.set(status, { ...byStatus.get(status), [what]: count });
  }
  const others = [...byStatus.keys()].filter((status) => status !== String(assumed.status));
  return [
    remove([...stood, 'x-assumed'], `${place.title}: the assumption`),
    ...others.flatMap((status) => [
      update(responses, { [status]: {} }, place.title),
      {
        target: pathText([...responses, status]),
        description: 'What else it says stays as it is',
        copy: pathText(stood),
      },
    ]),
    ...(byStatus.has(String(assumed.status)) ? [] : [remove(stood, 'Never seen')]),
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
