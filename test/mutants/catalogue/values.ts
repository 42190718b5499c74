/** Sections 1, 2.1, 2.2 and 7: a time, an address and a text are values, and no stand-ins for missing ones. */
import { editJobPresentation, editGetPresentation, editView } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import { combine, type ServiceHooks } from '../../reference-service/hooks.js';
import { objectOf } from '../../reference-service/operations.js';
import { placeholders, invalidUrls, invalidTimestamps, type Value } from '../invalid-values.js';

/** A field of every presentation. */
const everywhere = (field: string, write: Value[2]): ServiceHooks => {
  const edit = (presentation: Record<string, unknown>) => ({
    ...presentation,
    [field]: write(String(presentation[field])),
  });
  return combine([editGetPresentation(edit), editJobPresentation(edit)]);
};

const fields: readonly (readonly [field: string, value: Value])[] = [
  ...invalidTimestamps.map((value) => ['created_at', value] as const),
  ...invalidTimestamps.map((value) => ['updated_at', value] as const),
  ...invalidUrls.map((value) => ['url', value] as const),
  ...placeholders.slice(0, 3).map((value) => ['workspace_id', value] as const),
];

const textOf = (id: string): unknown => placeholders.find(([other]) => other === id)?.[2]('');

/** A placeholder that users read while a job is at work. A blank step is between two steps. */
const steps = placeholders
  .filter(([id]) => id !== 'blank')
  .map(([id, what]): Mutant => ({
    id: `current-step-is-${id}`,
    title: `The current_step of a job is ${what}.`,
    sections: ['2.2', '4.5'],
    hooks: editView('generating', (view) => {
      const progress = view['progress'];
      return progress ? { ...view, progress: { ...progress, current_step: textOf(id) } } : view;
    }),
  }));

export const values: readonly Mutant[] = [
  ...steps,
  ...fields.map(([field, [id, what, write]]): Mutant => ({
    id: `${field.replace('_', '-')}-is-${id}`,
    title: `The ${field} of every presentation is ${what}.`,
    sections: ['1', '2.1', '2.2', '4.2', '4.5'],
    hooks: everywhere(field, write),
  })),
  {
    id: 'start-fails-for-unicode',
    title: 'A start with a prompt that has non-ASCII letters returns 500.',
    sections: ['1', '4.4'],
    hooks: {
      replaceResponse: ({ operation, input }) =>
        operation === 'startGeneration' && /[^ -~]/.test(String(objectOf(input)['prompt']))
          ? { status: 500, body: { error: 'invalid byte' } }
          : undefined,
    },
  },
  {
    id: 'url-is-the-same-for-all',
    title: 'All presentations have the url of the gallery.',
    sections: ['1', '2.1'],
    detectedAs: 'warn',
    hooks: everywhere('url', () => 'https://slides.example/gallery'),
  },
];
