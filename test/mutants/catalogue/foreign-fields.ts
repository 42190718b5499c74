/** Section 2.2: a field that belongs to one state is absent from the others. */
import { editView, timesShown } from '../edits.js';
import type { Mutant } from '../mutant.js';
import type { JsonObject } from '../plain-service/records.js';
import type { Stage } from '../plain-service/stages.js';

type Status = Stage['status'];

const values: JsonObject = {
  progress: { slides_total: 5, slides_completed: 5, current_step: 'Done' },
  tokens_used: 1500,
  message: 'Anything else?',
  error: 'The last slide was slow.',
  presentation: {
    id: 'deck-draft',
    title: 'Draft',
    workspace_id: 'workspace-amber',
    sections: [],
    is_public: false,
    url: 'https://slides.example/view/deck-draft',
    created_at: '2026-01-15T09:30:12.000Z',
    updated_at: '2026-01-15T09:30:12.000Z',
  },
};

const sectionsOf = (field: string, status: Status) => [
  '2.2',
  '4.5',
  ...(['message', 'error', 'presentation'].includes(field) ? ['3'] : []),
  ...(status === 'failed' || field === 'error' ? ['7'] : []),
];

export const foreignFields: readonly Mutant[] = [
  {
    id: 'message-lingers-after-reply',
    title: 'The question is still shown at the first poll after it was answered, while the job generates.',
    sections: sectionsOf('message', 'generating'),
    needs: ['question'],
    apply: editView(
      'generating',
      (view, _call, job) => ({ ...view, message: job.shown.at(-2)?.['message'] }),
      (job) => job.shown.at(-2)?.['status'] === 'awaiting_input',
    ),
  },
  {
    id: 'progress-returns-when-completed-is-polled-again',
    title: 'A completed job has progress again when it is polled again.',
    sections: sectionsOf('progress', 'completed'),
    apply: editView(
      'completed',
      (view) => ({ ...view, progress: values['progress'] }),
      (job) => timesShown(job, 'completed') > 1,
    ),
  },
  {
    id: 'progress-returns-while-asking',
    title: 'A job that asks shows progress at every poll of the question but the first.',
    sections: sectionsOf('progress', 'awaiting_input'),
    needs: ['question'],
    apply: editView(
      'awaiting_input',
      (view) => ({ ...view, progress: values['progress'] }),
      (job) => timesShown(job, 'awaiting_input') > 1,
    ),
  },
  {
    id: 'tokens-used-while-asking-again',
    title: 'The view of a job that asks for the second time has tokens_used.',
    sections: sectionsOf('tokens_used', 'awaiting_input'),
    needs: ['two-questions'],
    apply: editView(
      'awaiting_input',
      (view) => ({ ...view, tokens_used: 410 }),
      (job) => job.replies > 0,
    ),
  },
];
