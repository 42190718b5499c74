/** Section 2.2: progress is optional; when it is there, it is complete. */
import { editView, shownBefore, timesShown, without } from '../edits.js';
import type { Mutant } from '../mutant.js';
import type { Job, JsonObject } from '../plain-service/records.js';
import type { Variation } from '../plain-service/variation.js';

const sections = ['2.2', '4.5'];

/** Edits progress wherever the plain service shows it. */
function editProgress(
  edit: (progress: JsonObject) => unknown,
  when: (job: Job) => boolean = () => true,
): Variation {
  const edited = (view: JsonObject) => ({ ...view, progress: edit(view['progress'] as JsonObject) });
  return editView('generating', edited, (job) => job.shown.at(-1)?.['progress'] !== undefined && when(job));
}

export const progress: readonly Mutant[] = [
  {
    id: 'progress-beyond-its-total',
    title: 'At the end, more slides are completed than the job has.',
    sections,
    shownAs: 'warn',
    apply: editProgress((whole) => {
      const done = Number(whole['slides_completed']);
      return { ...whole, slides_completed: done > 3 ? done + 2 : done };
    }),
  },
  {
    id: 'progress-without-step-at-the-end',
    title: 'The progress of a job has no current_step once the last slide is being written.',
    sections,
    apply: editProgress(
      (whole) => without('current_step', whole),
      (job) => job.stages[job.at + 1]?.status === 'completed',
    ),
  },
  {
    id: 'progress-without-completed-at-the-start',
    title: 'The progress of a job has no slides_completed as long as none is completed.',
    sections,
    apply: editProgress((whole) =>
      whole['slides_completed'] === 0 ? without('slides_completed', whole) : whole,
    ),
  },
  {
    id: 'progress-without-total-after-reply',
    title: 'The progress of a job that had asked has no slides_total.',
    sections,
    needs: ['question'],
    apply: editProgress(
      (whole) => without('slides_total', whole),
      (job) => shownBefore(job, 'awaiting_input'),
    ),
  },
  {
    id: 'progress-total-is-text-in-second-job',
    title: 'From the second job on, the slides_total in the progress is a string.',
    sections,
    needs: ['question'],
    apply: editProgress(
      (whole) => ({ ...whole, slides_total: 'five' }),
      (job) => job.ordinal > 1,
    ),
  },
  {
    id: 'progress-list-at-the-first-poll',
    title: 'The progress in the first view of a job is an empty list.',
    sections: ['2.2', '4.5'],
    apply: editView(
      'generating',
      (view) => ({ ...view, progress: [] }),
      (job) => timesShown(job, 'generating') === 1,
    ),
  },
  {
    id: 'progress-empty-at-the-first-poll',
    title: 'The progress in the first view of a job has no fields.',
    sections: ['2.2', '4.5'],
    apply: editView(
      'generating',
      (view) => ({ ...view, progress: {} }),
      (job) => timesShown(job, 'generating') === 1,
    ),
  },
];
