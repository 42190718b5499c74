/** Sections 1, 2.1, 2.2, 4.2: a presentation is complete, and the same one in the status response of its job, when fetched, and at every poll. */
import {
  editJobPresentation,
  editGetPresentation,
  isFromOtherWorkspace,
  shownBefore,
  timesShown,
} from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import type { JsonObject } from '../../reference-service/store.js';
import { combine } from '../../reference-service/hooks.js';

const inOneWorkspace = (presentation: JsonObject) => ({ ...presentation, workspace_id: 'workspace-main' });

export const presentations: readonly Mutant[] = [
  {
    id: 'embedded-id-new-at-every-poll',
    title: 'The presentation of a completed job has another id at every poll.',
    sections: ['1', '2.1', '2.2', '3', '4.2', '4.5'],
    hooks: editJobPresentation((presentation, _call, job) => {
      const count = timesShown(job, 'completed');
      return count === 1 ? presentation : { ...presentation, id: `${String(presentation['id'])}-${count}` };
    }),
  },
  {
    id: 'embedded-created-at-new-at-every-poll',
    title: 'The presentation of a completed job has a later created_at at every poll.',
    sections: ['2.1', '2.2', '3', '4.2', '4.5'],
    hooks: editJobPresentation((presentation, _call, job) => {
      const created = new Date(String(presentation['created_at'])).getTime();
      const moved = new Date(created + 1000 * (timesShown(job, 'completed') - 1));
      return { ...presentation, created_at: moved.toISOString() };
    }),
  },
  {
    id: 'embedded-sections-missing-at-second-poll',
    title: 'The presentation of a completed job has its sections at the first poll only.',
    sections: ['1', '2.1', '2.2', '3', '4.2', '4.5'],
    hooks: editJobPresentation(
      (presentation) => ({ ...presentation, sections: [] }),
      (job) => shownBefore(job, 'completed'),
    ),
  },
  {
    id: 'jobs-return-same-presentation',
    title: 'Every job completes with the presentation of the job that completed first.',
    sections: ['1', '2.1', '2.2', '3', '4.5'],
    needs: ['question'],
    hooks: editJobPresentation((_presentation, { store }, job) => {
      const records = [...store.presentations.values()];
      return records.find(({ owner, origin }) => owner === job.owner && origin === 'generation')?.resource;
    }),
  },
  {
    id: 'workspaces-share-one-id',
    title: 'The presentations of all workspaces have the same workspace_id.',
    sections: ['2.1', '5'],
    needs: ['other-key'],
    hooks: combine([editGetPresentation(inOneWorkspace), editJobPresentation(inOneWorkspace)]),
  },
  {
    id: 'fetch-returns-the-newest',
    title: 'Fetching a presentation returns the newest of the workspace, whichever was asked for.',
    sections: ['2.1', '2.2', '4.2', '4.7'],
    hooks: editGetPresentation(
      (_presentation, { store, workspace }) =>
        [...store.presentations.values()].findLast(({ owner }) => owner === workspace)?.resource,
      (call) => !isFromOtherWorkspace(call),
    ),
  },
  {
    id: 'fetched-workspace-id-is-the-presentation-id',
    title: 'The workspace_id of a fetched presentation is another one for every presentation.',
    sections: ['2.1', '2.2', '4.2', '5'],
    hooks: editGetPresentation((presentation) => ({
      ...presentation,
      workspace_id: `workspace-of-${String(presentation['id'])}`,
    })),
  },
  {
    id: 'presentation-has-id-and-url-only',
    title: 'The presentation of a completed job has its id and its url, and nothing else.',
    sections: ['2.1', '2.2', '3', '4.5'],
    hooks: editJobPresentation(({ id, url }) => ({ id, url })),
  },
  {
    id: 'fetched-presentation-wrapped',
    title: 'A fetched presentation is wrapped in another object.',
    sections: ['2.1', '2.2', '4.2', '4.7'],
    hooks: editGetPresentation((presentation) => ({ presentation })),
  },
];
