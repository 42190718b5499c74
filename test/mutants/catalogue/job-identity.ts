/** Sections 2.2 and 4.5: a poll returns the status view of the polled job, with its generation_id. */
import { editEmbedded, editBody, editView, timesShown, without } from '../edits.js';
import type { Mutant } from '../mutant.js';
import { refuse } from '../plain-service/perform.js';

const sections = ['2.2', '4.5'];
const states = ['2.2', '3', '4.5'];

const generationId: readonly Mutant[] = [
  {
    id: 'view-without-generation-id',
    title: 'The view of a job has no generation_id.',
    sections,
    apply: editView('any status', (view) => without('generation_id', view)),
  },
  {
    id: 'view-generation-id-number',
    title: 'The generation_id in the view of a job is a number.',
    sections,
    apply: editView('any status', (view, _call, job) => ({ ...view, generation_id: job.ordinal })),
  },
  {
    id: 'view-generation-id-missing-at-third-poll',
    title: 'The third poll of a job is answered without generation_id.',
    sections,
    apply: editView(
      'any status',
      (view) => without('generation_id', view),
      (job) => job.shown.length === 3,
    ),
  },
  {
    id: 'view-generation-id-of-the-first-job',
    title: 'Every view carries the generation_id of the first job of the service.',
    sections,
    needs: ['question'],
    apply: editView('any status', (view, { world }) => ({
      ...view,
      generation_id: [...world.jobs.keys()][0],
    })),
  },
];

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
    id: 'view-wrapped-when-completed',
    title: 'The view of a job is wrapped in another object once it is completed.',
    sections: states,
    apply: editView('completed', (view) => ({ job: view })),
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
    id: 'job-not-found-at-third-poll',
    title: 'A job that is still generating is not found at its third poll.',
    sections: ['1', '2.2', '3', '4.4', '4.5'],
    apply: {
      answer: (honest, { job, operation }) => {
        const gone = operation === 'getGenerationStatus' && job && job.shown.length >= 3;
        return gone && honest.status < 300 ? refuse(404, 'There is nothing here.') : honest;
      },
    },
  },
  {
    id: 'second-job-is-never-found',
    title: 'From the second job on, the status endpoint does not know the job that was started.',
    sections: ['1', '2.2', '3', '4.4', '4.5'],
    needs: ['question'],
    apply: {
      instead: ({ operation, job }) =>
        operation === 'getGenerationStatus' && job && job.ordinal > 1
          ? refuse(404, 'There is nothing here.')
          : undefined,
    },
  },
  {
    id: 'later-end-overwrites-earlier-presentations',
    title: 'Once a later job is completed, the views of earlier ones show its slides.',
    sections: states,
    needs: ['question'],
    apply: editEmbedded((presentation, { world }, job) => {
      const later = [...world.jobs.values()].findLast(
        ({ owner, ordinal, result }) => owner === job.owner && ordinal > job.ordinal && result,
      );
      return later ? { ...presentation, sections: [{ heading: later.prompt }] } : presentation;
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

export const jobIdentity: readonly Mutant[] = [...generationId, ...whole];
