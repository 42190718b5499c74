/** Section 2.2: progress is optional; when it is there, it is complete. */
import { editView } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import type { Job, JsonObject } from '../../reference-service/store.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';

const sections = ['2.2', '4.5'];

/** Edits progress wherever the reference service shows it. */
function editProgress(
  edit: (progress: JsonObject) => unknown,
  when: (job: Job) => boolean = () => true,
): ServiceHooks {
  const edited = (view: JsonObject) => ({ ...view, progress: edit(view['progress'] as JsonObject) });
  return editView('generating', edited, (job) => job.shown.at(-1)?.['progress'] !== undefined && when(job));
}

export const progress: readonly Mutant[] = [
  {
    id: 'progress-exceeds-total',
    title: 'At the end, slides_completed exceeds slides_total.',
    sections,
    detectedAs: 'warn',
    hooks: editProgress((whole) => {
      const done = Number(whole['slides_completed']);
      return { ...whole, slides_completed: done > 3 ? done + 2 : done };
    }),
  },
];
