/** Section 2.1: the eight fields of a presentation, complete and with their types, fetched and in a completed job. */
import { editEmbedded, editFetched } from '../edits.js';
import type { Mutant } from '../mutant.js';

/** A value of a wrong type for every field, and its description. */
const wrong: readonly (readonly [field: string, value: unknown, what: string])[] = [
  ['id', 4711, 'a number'],
  ['title', ['Untitled'], 'an array'],
  ['workspace_id', 12, 'a number'],
  ['sections', { first: { heading: 'Agenda' } }, 'an object'],
  ['url', { href: 'https://slides.example/view/1' }, 'an object'],
  ['created_at', 1768469412000, 'a number'],
  ['updated_at', 1768469412000, 'a number'],
];

/** Statements about the field in other sections. */
const alsoIn: Readonly<Record<string, readonly string[]>> = {
  title: ['1', '4.7'],
  workspace_id: ['5'],
  url: ['1'],
};

const fetched = wrong.map(([field, value, what]): Mutant => ({
  id: `fetched-${field.replace('_', '-')}-mistyped`,
  title: `The ${field} of a fetched presentation is ${what}.`,
  sections: ['2.1', '2.2', '4.2', ...(alsoIn[field] ?? [])],
  apply: editFetched((presentation) => ({ ...presentation, [field]: value })),
}));

const embedded = wrong.map(([field, value, what]): Mutant => ({
  id: `embedded-${field.replace('_', '-')}-mistyped`,
  title: `The ${field} in the presentation of a completed job is ${what}.`,
  sections: ['2.1', '2.2', '3', '4.5', ...(alsoIn[field] ?? [])],
  apply: editEmbedded((presentation) => ({ ...presentation, [field]: value })),
}));

export const presentationFields: readonly Mutant[] = [
  ...fetched,
  ...embedded,
  {
    id: 'url-empty',
    title: 'The url of a fetched presentation is the empty string: nothing can be viewed there.',
    sections: ['1', '2.1', '2.2', '4.2'],
    apply: editFetched((presentation) => ({ ...presentation, url: '' })),
  },
  {
    id: 'embedded-sections-null-after-reply',
    title: 'The presentation of a job that had asked has null for its sections.',
    sections: ['2.1', '2.2', '3', '4.5'],
    needs: ['question'],
    apply: editEmbedded(
      (presentation) => ({ ...presentation, sections: null }),
      (job) => job.replies > 0,
    ),
  },
  {
    id: 'presentation-is-its-id',
    title: 'The presentation of a completed job is only its identifier.',
    sections: ['2.1', '2.2', '3', '4.5'],
    apply: editEmbedded((presentation) => presentation['id']),
  },
  {
    id: 'presentation-has-id-and-url-only',
    title: 'The presentation of a completed job has its id and its url, and nothing else.',
    sections: ['2.1', '2.2', '3', '4.5'],
    apply: editEmbedded(({ id, url }) => ({ id, url })),
  },
  {
    id: 'fetched-presentation-wrapped',
    title: 'A fetched presentation is wrapped in another object.',
    sections: ['2.1', '2.2', '4.2', '4.7'],
    apply: editFetched((presentation) => ({ presentation })),
  },
  {
    id: 'fetched-presentation-in-a-list',
    title: 'A fetched presentation is a list of one presentation.',
    sections: ['2.1', '2.2', '4.2', '4.7'],
    apply: editFetched((presentation) => [presentation]),
  },
];
