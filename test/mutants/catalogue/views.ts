/** Sections 2.2, 3 and 4.5: a poll returns the status of its job, one of four, and a finished job never changes. */
import { editBody, editView, shownBefore, timesShown, without } from '../response-edits.js';
import type { Mutant } from '../mutant.js';

const sections = ['2.2', '3', '4.5'];

/** A word outside the four, instead of one of them. */
const words = [
  ['upper-case', 'completed', 'COMPLETED', []],
  ['error', 'failed', 'error', ['failure']],
] as const;

export const views: readonly Mutant[] = [
  ...words.map(([id, meant, word, needs]): Mutant => ({
    id: `status-${id}`,
    title: `The status of a job that is ${meant} is ${JSON.stringify(word)}.`,
    sections,
    needs,
    hooks: editView(meant, (view) => ({ ...view, status: word })),
  })),
  {
    id: 'status-missing',
    title: 'The status response of a job has no status.',
    sections,
    hooks: editView('any status', (view) => without('status', view)),
  },
  {
    id: 'view-wrapped',
    title: 'The status response of a job is wrapped in another object.',
    sections,
    hooks: editView('any status', (view) => ({ data: view })),
  },
  {
    id: 'view-in-a-list',
    title: 'The status response of a job is wrapped in a list.',
    sections,
    hooks: editView('any status', (view) => [view]),
  },
  {
    id: 'view-of-another-job',
    title: 'Polling a job returns the status response of the newest job that was polled.',
    sections: ['1', '2.2', '3', '4.5'],
    needs: ['question'],
    hooks: editBody('getGenerationStatus', (view, { store, workspace, job }) => {
      const polled = [...store.jobs.values()].filter(
        ({ owner, shown }) => owner === workspace && shown.length > 0,
      );
      const newest = polled.at(-1);
      return newest && newest !== job ? newest.shown.at(-1) : view;
    }),
  },
  {
    id: 'view-status-only-for-second-poll-of-completed',
    title: 'A completed job that is polled again returns its status and nothing else.',
    sections,
    hooks: editView(
      'completed',
      ({ status: word }) => ({ status: word }),
      (job) => timesShown(job, 'completed') > 1,
    ),
  },
  {
    id: 'completed-restarts-after-rename',
    title: 'A completed job is generating again once its presentation was renamed.',
    sections: ['3'],
    hooks: editView(
      'completed',
      (_view, _call, { id }) => ({ generation_id: id, status: 'generating' }),
      (job) => shownBefore(job, 'completed') && job.result?.presentation.lastRename !== undefined,
    ),
  },
];
