/** Section 2.1: the eight fields of a presentation, complete and with their types, fetched and in a completed job. */
import { editEmbedded, editFetched } from '../edits.js';
import type { Mutant } from '../mutant.js';

export const presentationFields: readonly Mutant[] = [
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
];
