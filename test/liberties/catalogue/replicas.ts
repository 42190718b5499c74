/** Section 4.7 does not say when a rename is visible: replicas may lag, and a rename may be queued. */
import { combine, type Call, type Variation } from '../../mutants/plain-service/variation.js';
import { refuse } from '../../mutants/plain-service/perform.js';
import type { Presentation } from '../../mutants/plain-service/records.js';
import { answersTo, type Liberty } from '../liberty.js';

/** A fetch returns the title of before while `isStale` holds, with the ms since the rename. */
function stale(isStale: (age: number, call: Call) => boolean): Variation {
  const renamed = new WeakMap<Presentation, { readonly at: number; readonly title: unknown }>();
  return {
    answer: (honest, call) => {
      const { operation, presentation, world } = call;
      if (!presentation || honest.status >= 300) return honest;
      if (operation === 'updatePresentation')
        renamed.set(presentation, { at: world.now(), title: presentation.formerTitles.at(-1) });
      const last = renamed.get(presentation);
      if (operation !== 'getPresentation' || !last || !isStale(world.now() - last.at, call)) return honest;
      return { ...honest, body: { ...(honest.body as object), title: last.title } };
    },
  };
}

const with202: Variation = {
  answer: (honest, { operation }) =>
    operation === 'updatePresentation' && honest.status < 300 ? { ...honest, status: 202 } : honest,
};

export const replicas: readonly Liberty[] = [
  ...answersTo('replicas', [
    ['behind', 'A rename is visible after one second.', stale((age) => age < 1000)],
    [
      'in-turns',
      'One of two replicas shows a rename after a second and a half, the other one at once.',
      stale((age, { world }) => age < 1500 && world.requests % 2 === 0),
    ],
    [
      'of-jobs',
      'The first poll of a job does not find it yet.',
      {
        answer: (honest, { operation, job, workspace }) =>
          operation === 'getGenerationStatus' && job?.owner === workspace && job?.shown.length === 1
            ? refuse(404, 'Not yet.')
            : honest,
      },
    ],
  ]),
  {
    id: 'replicas-queued',
    title: 'A rename gets 202, and is carried out ten seconds later.',
    settles: ['replicas', 'patch answer'],
    apply: combine([with202, stale((age) => age < 10_000)]),
  },
];
