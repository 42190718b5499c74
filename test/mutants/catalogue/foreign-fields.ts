/** Section 2.2: a field that belongs to one state is absent from the others. */
import { editView, timesShown } from '../edits.js';
import type { Mutant, Need } from '../mutant.js';
import type { JsonObject } from '../plain-service/records.js';
import type { Stage } from '../plain-service/stages.js';

type Status = Stage['status'];

const needs: Record<Status, readonly Need[]> = {
  generating: [],
  completed: [],
  awaiting_input: ['question'],
  failed: ['failure'],
};

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

/** Each field, and the states that must not have it. */
const strangers: readonly (readonly [field: string, states: readonly Status[]])[] = [
  ['progress', ['awaiting_input', 'completed', 'failed']],
  ['tokens_used', ['awaiting_input', 'failed']],
  ['message', ['generating', 'completed', 'failed']],
  ['error', ['generating', 'awaiting_input', 'completed']],
  ['presentation', ['generating', 'awaiting_input', 'failed']],
];

const sectionsOf = (field: string, status: Status) => [
  '2.2',
  '4.5',
  ...(['message', 'error', 'presentation'].includes(field) ? ['3'] : []),
  ...(status === 'failed' || field === 'error' ? ['7'] : []),
];

export const foreignFields: readonly Mutant[] = [
  ...strangers.flatMap(([field, states]) =>
    states.map((status): Mutant => ({
      id: `${field.replace('_', '-')}-while-${status.replace('_', '-')}`,
      title: `The view of a job that is ${status} has the field ${field}.`,
      sections: sectionsOf(field, status),
      needs: needs[status],
      apply: editView(status, (view) => ({ ...view, [field]: values[field] })),
    })),
  ),
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
    id: 'message-lingers-in-completed-jobs-that-asked',
    title: 'A completed job that had asked still shows the question.',
    sections: sectionsOf('message', 'completed'),
    needs: ['question'],
    apply: editView(
      'completed',
      (view) => ({ ...view, message: 'Who is the audience?' }),
      (job) => job.replies > 0,
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
    id: 'presentation-when-failed-is-polled-again',
    title: 'A failed job shows a presentation when it is polled again.',
    sections: sectionsOf('presentation', 'failed'),
    needs: ['failure'],
    apply: editView(
      'failed',
      (view) => ({ ...view, presentation: values['presentation'] }),
      (job) => timesShown(job, 'failed') > 1,
    ),
  },
  {
    id: 'error-empty-while-completed',
    title: 'The view of a completed job has an error, the empty string.',
    sections: sectionsOf('error', 'completed'),
    apply: editView('completed', (view) => ({ ...view, error: '' })),
  },
  {
    id: 'presentation-empty-while-generating',
    title: 'The view of a job has a presentation without fields before it is completed.',
    sections: sectionsOf('presentation', 'generating'),
    apply: editView('generating', (view) => ({ ...view, presentation: {} })),
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
