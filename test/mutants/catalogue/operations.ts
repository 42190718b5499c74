/** Section 4: all seven operations exist, and accept JSON announced as application/json. */
import { nameOf, sectionOf, type Mutant } from '../mutant.js';
import { refuse } from '../plain-service/perform.js';
import type { Operation } from '../plain-service/routes.js';

const withBody: readonly Operation[] = [
  'createPresentation',
  'startGeneration',
  'sendGenerationMessage',
  'updatePresentation',
];

const needs = (operation: Operation) =>
  operation === 'sendGenerationMessage' ? { needs: ['question'] as const } : {};

export const missingOperations: readonly Mutant[] = [
  ...withBody.map((operation): Mutant => ({
    id: `${nameOf[operation][0]}-refuses-json`,
    title: `${nameOf[operation][1]} answers 415 to a body announced as application/json.`,
    sections: ['1', '4', sectionOf[operation]],
    ...needs(operation),
    apply: {
      instead: ({ operation: called, headers }) =>
        called === operation && /^application\/json\b/i.test(headers['content-type'] ?? '')
          ? refuse(415, 'Send a form.')
          : undefined,
    },
  })),
  {
    id: 'completed-poll-redirects',
    title: 'Polling a completed job redirects to its presentation instead of showing it.',
    sections: ['2.2', '3', '4.5'],
    apply: {
      answer: (honest, { operation, job }) =>
        operation === 'getGenerationStatus' && honest.status === 200 && job?.result
          ? {
              status: 303,
              headers: { location: `/api/v1/presentations/${String(job.result.snapshot['id'])}` },
            }
          : honest,
    },
  },
];
