/** Section 4.7 does not say when a rename is visible: replicas may lag, and a rename may be queued. */
import { combine, type Call, type ServiceHooks } from '../../reference-service/hooks.js';
import { refuse } from '../../reference-service/operations.js';
import type { Job, Presentation } from '../../reference-service/store.js';
import { createVariants, type ConformingVariant } from '../variant.js';

/** A fetch returns the previous title while `isStale` holds, with the ms since the rename. */
function stale(isStale: (age: number, call: Call) => boolean): ServiceHooks {
  const renamed = new WeakMap<Presentation, { readonly at: number; readonly title: unknown }>();
  return {
    editResponse: (original, call) => {
      const { operation, presentation, store } = call;
      if (!presentation || original.status >= 300) return original;
      if (operation === 'updatePresentation')
        renamed.set(presentation, { at: store.now(), title: presentation.formerTitles.at(-1) });
      const last = renamed.get(presentation);
      if (operation !== 'getPresentation' || !last || !isStale(store.now() - last.at, call)) return original;
      return { ...original, body: { ...(original.body as object), title: last.title } };
    },
  };
}

/** A replica does not know a new job for this number of ms. */
function unknownAtFirst(ms: number): ServiceHooks {
  const started = new WeakMap<Job, number>();
  return {
    editResponse: (original, { operation, job, store }) => {
      if (operation === 'startGeneration' && job) started.set(job, store.now());
      const isNew = job !== undefined && store.now() - (started.get(job) ?? 0) < ms;
      return operation === 'getGenerationStatus' && original.status === 200 && isNew
        ? refuse(404, 'There is nothing here.')
        : original;
    },
  };
}

const with202: ServiceHooks = {
  editResponse: (original, { operation }) =>
    operation === 'updatePresentation' && original.status < 300 ? { ...original, status: 202 } : original,
};

export const replicas: readonly ConformingVariant[] = [
  ...createVariants('replicas', [
    ['behind', 'A rename is visible after one second.', stale((age) => age < 1000), 'rename/visible-in-get'],
    [
      'in-turns',
      'One of two replicas shows a rename after a second and a half, the other one at once.',
      stale((age, { store }) => age < 1500 && store.requests % 2 === 0),
      'rename/visible-in-get',
      'rename/persists',
    ],
  ]),
  {
    id: 'replicas-job-later',
    title: 'A new job is not found for 0.9 seconds.',
    warns: ['job/first-poll-succeeds', 'job/pollable-until-terminal'],
    // A job that is kept for a few polls only could be gone before it is found.
    decides: ['replicas', 'retention'],
    hooks: unknownAtFirst(900),
  },
  {
    id: 'replicas-queued',
    title: 'A rename gets 202, and is performed ten seconds later.',
    warns: ['rename/visible-in-get'],
    decides: ['replicas', 'patch response'],
    hooks: combine([with202, stale((age) => age < 10_000)]),
  },
];
