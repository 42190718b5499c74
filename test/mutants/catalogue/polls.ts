/** Sections 3, 4.5 and 7: a poll returns the status response of its job in every status. */
import { editView, timesShown } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import { refuse } from '../../reference-service/operations.js';
import type { ServiceResponse, Call, ServiceHooks } from '../../reference-service/hooks.js';
import type { Job } from '../../reference-service/store.js';

const sections = ['1', '3', '4.5'];

/** Polls of the owner get another response while `when` holds for the job and the conforming view. */
function instead(
  response: ServiceResponse,
  when: (job: Job, status: unknown, call: Call) => boolean,
): ServiceHooks {
  return {
    editResponse: (original, call) => {
      const { operation, job, workspace } = call;
      if (operation !== 'getGenerationStatus' || !job || workspace !== job.owner || original.status >= 300)
        return original;
      const { status } = original.body as { readonly status?: unknown };
      return when(job, status, call) ? response : original;
    },
  };
}

const isShownFor = (job: Job, polls: number): boolean => job.shown.length <= polls;

export const polls: readonly Mutant[] = [
  ...([400, 404, 409, 425] as const).map((status): Mutant => ({
    id: `first-poll-${status}`,
    title: `The first poll of a job gets ${status}.`,
    sections,
    // A replica may not know a new job yet.
    ...(status === 404 && ({ detectedAs: 'warn' } as const)),
    hooks: instead(refuse(status, 'Not yet.'), (job) => isShownFor(job, 1)),
  })),
  {
    id: 'polls-403-in-the-middle',
    title: 'A poll of a generating job gets 403 between two that succeed.',
    sections: [...sections, '5'],
    hooks: instead(
      refuse(403, 'No.'),
      (job, status) => status === 'generating' && timesShown(job, 'generating') === 2,
    ),
  },
  {
    id: 'each-end-returns-500-first',
    title: 'The poll that meets the completion of a job gets 500, in each job.',
    sections: ['3', '4.5'],
    hooks: instead(
      refuse(500, 'The presentation is being written.'),
      (job, status) => status === 'completed' && timesShown(job, 'completed') === 1,
    ),
  },
  {
    id: 'failed-job-returns-504-without-a-body',
    title: 'Polls of a failed job get 504 without a body.',
    sections: ['2.2', '3', '4.5', '7'],
    needs: ['failure'],
    hooks: instead({ status: 504 }, (_job, status) => status === 'failed'),
  },
  {
    id: 'completed-job-shows-the-title-of-the-next',
    title: 'A completed job shows the title of the job that completed after it.',
    sections: ['1', '2.2', '3', '4.5'],
    needs: ['question'],
    hooks: showingOther(({ title }, other) => ({ title: other['title'] ?? title })),
  },
  {
    id: 'completed-job-shows-a-slide-of-the-next',
    title: 'A completed job shows the last slide of the job that completed after it.',
    sections: ['1', '2.2', '3', '4.5'],
    needs: ['question'],
    hooks: showingOther(({ sections: all }) => ({
      sections: [...(all as object[]).slice(0, -1), { id: 'section-5', heading: 'Danke' }],
    })),
  },
];

type Fields = Readonly<Record<string, unknown>>;

/** Once another job of the workspace completed after it, a completed job shows other fields of its presentation. */
function showingOther(edit: (own: Fields, other: Fields) => Fields): ServiceHooks {
  return editView('completed', (view, { store }, job) => {
    const later = [...store.jobs.values()].find(
      (other) =>
        other !== job && other.owner === job.owner && (other.endedAt ?? 0) > (job.endedAt ?? Infinity),
    );
    const own = view['presentation'] as Fields;
    return later?.result
      ? { ...view, presentation: { ...own, ...edit(own, later.result.presentation.resource) } }
      : view;
  });
}
