/** Section 3: completed is terminal; a job seen in a terminal state stays in it. */
import { editView, shownBefore } from '../edits.js';
import type { Mutant } from '../mutant.js';

export const terminal: readonly Mutant[] = [
  {
    id: 'completed-restarts-after-rename',
    title: 'A completed job is generating again once its presentation was renamed.',
    sections: ['3'],
    apply: editView(
      'completed',
      (_view, _call, { id }) => ({ generation_id: id, status: 'generating' }),
      (job) => shownBefore(job, 'completed') && job.result?.presentation.lastRename !== undefined,
    ),
  },
];
