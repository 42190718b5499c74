/** Sections 2.2, 3 and 4.5: a poll returns the view of its job, with one of four statuses, and a finished job stays as it is. */
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
    title: 'The view of a job has no status.',
    sections,
    hooks: editView('any status', (view) => without('status', view)),
  },
  {
    id: 'view-wrapped',
    title: 'The view of a job is wrapped in another object.',
    sections,
    hooks: editView('any status', (view) => ({ data: view })),
  },
  {
    id: 'view-in-a-list',
    title: 'The view of a job is a list of one view.',
    sections,
    hooks: editView('any status', (view) => [view]),
  },
  {
    id: 'view-of-another-job',
    title: 'Polling a job answers the view of the newest job that was polled.',
    sections: ['1', '2.2', '3', '4.5'],
    needs: ['question'],
    hooks: editBody('getGenerationStatus', (view, { world, workspace, job }) => {
      const polled = [...world.jobs.values()].filter(
        ({ owner, shown }) => owner === workspace && shown.length > 0,
      );
      const newest = polled.at(-1);
      return newest && newest !== job ? newest.shown.at(-1) : view;
    }),
  },
  {
    id: 'view-status-only-for-second-poll-of-completed',
    title: 'A completed job that is polled again answers its status and nothing else.',
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
