/** Section 4: all payloads are JSON, and announced as application/json. */
import { editBody } from '../response-edits.js';
import { nameOf, type Mutant } from '../mutant.js';
import { refuse } from '../../reference-service/operations.js';
import type { Operation } from '../../reference-service/routes.js';

/** The operations with a response in the spec, and its sections. */
const empties: readonly (readonly [Operation, readonly string[]])[] = [
  ['listTemplates', ['1', '4', '4.1']],
  ['startGeneration', ['1', '3', '4', '4.4', '9']],
];

export const payloads: readonly Mutant[] = [
  ...empties.map(([operation, sections]): Mutant => ({
    id: `${nameOf[operation][0]}-empty`,
    title: `${nameOf[operation][1]} is answered with success and an empty body.`,
    sections,
    hooks: editBody(operation, () => undefined),
  })),
  {
    id: 'view-as-json-in-a-string',
    title: 'The status response of a job is a JSON string that contains JSON.',
    sections: ['2.2', '3', '4', '4.5'],
    hooks: editBody('getGenerationStatus', (view) => JSON.stringify(view)),
  },
  {
    id: 'presentation-as-json-in-a-string',
    title: 'A fetched presentation is a JSON string that contains JSON.',
    sections: ['2.1', '2.2', '4', '4.2', '4.7'],
    hooks: editBody('getPresentation', (presentation) => JSON.stringify(presentation)),
  },
  {
    id: 'message-rejects-json',
    title: 'Sending a message returns 415 to a body announced as application/json.',
    sections: ['1', '4', '4.6'],
    needs: ['question'],
    hooks: {
      replaceResponse: ({ operation, headers }) =>
        operation === 'sendGenerationMessage' && /^application\/json\b/i.test(headers['content-type'] ?? '')
          ? refuse(415, 'Send a form.')
          : undefined,
    },
  },
];
