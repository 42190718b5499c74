/** Section 4: the operations accept JSON announced as application/json. */
import type { Mutant } from '../mutant.js';
import { refuse } from '../plain-service/perform.js';

export const missingOperations: readonly Mutant[] = [
  {
    id: 'message-refuses-json',
    title: 'Sending a message answers 415 to a body announced as application/json.',
    sections: ['1', '4', '4.6'],
    needs: ['question'],
    apply: {
      instead: ({ operation, headers }) =>
        operation === 'sendGenerationMessage' && /^application\/json\b/i.test(headers['content-type'] ?? '')
          ? refuse(415, 'Send a form.')
          : undefined,
    },
  },
];
