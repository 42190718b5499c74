/** Sections 2.2 and 3: the status of a job is one of four words, at every poll. */
import { editView, without } from '../edits.js';
import type { Mutant } from '../mutant.js';

const sections = ['2.2', '3', '4.5'];

/** A word outside the four, instead of one of them. */
const words: readonly (readonly [
  id: string,
  status: 'generating' | 'awaiting_input' | 'completed' | 'failed',
  word: unknown,
])[] = [
  ['upper-case', 'completed', 'COMPLETED'],
  ['error', 'failed', 'error'],
];

export const statuses: readonly Mutant[] = [
  ...words.map(([id, meant, word]): Mutant => {
    const needs = {
      generating: [],
      completed: [],
      awaiting_input: ['question'],
      failed: ['failure'],
    } as const;
    return {
      id: `status-${id}`,
      title: `The status of a job that is ${meant} is ${JSON.stringify(word)}.`,
      sections,
      needs: needs[meant],
      apply: editView(meant, (view) => ({ ...view, status: word })),
    };
  }),
  {
    id: 'status-missing',
    title: 'The view of a job has no status.',
    sections,
    apply: editView('any status', (view) => without('status', view)),
  },
];
