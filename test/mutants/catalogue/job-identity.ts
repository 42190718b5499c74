/** Sections 2.2 and 4.5: a poll returns the status view of the polled job, with its generation_id. */
import { editBody, editView, timesShown } from '../edits.js';
import type { Mutant } from '../mutant.js';

const states = ['2.2', '3', '4.5'];

const whole: readonly Mutant[] = [
  {
    id: 'view-wrapped',
    title: 'The view of a job is wrapped in another object.',
    sections: states,
    apply: editView('any status', (view) => ({ data: view })),
  },
  {
    id: 'view-in-a-list',
    title: 'The view of a job is a list of one view.',
    sections: states,
    apply: editView('any status', (view) => [view]),
  },
  {
    id: 'view-of-another-job',
    title: 'Polling a job answers the view of the newest job that was polled.',
    sections: ['1', '2.2', '3', '4.5'],
    needs: ['question'],
    apply: editBody('getGenerationStatus', (view, { world, workspace, job }) => {
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
    sections: states,
    apply: editView(
      'completed',
      ({ status: word }) => ({ status: word }),
      (job) => timesShown(job, 'completed') > 1,
    ),
  },
];

export const jobIdentity: readonly Mutant[] = [...whole];
