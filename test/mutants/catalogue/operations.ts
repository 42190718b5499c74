/** Section 4: all seven operations exist, and accept JSON announced as application/json. */
import { nameOf, sectionOf, type Mutant } from '../mutant.js';
import { refuse } from '../plain-service/perform.js';
import type { Presentation, World } from '../plain-service/records.js';
import type { Operation } from '../plain-service/routes.js';
import type { Variation } from '../plain-service/variation.js';

/** Every accepted call gets this status. */
function always(operation: Operation, status: number): Variation {
  return { instead: (call) => (call.operation === operation ? refuse(status, 'Not here.') : undefined) };
}

/** Every operation, the status of a missing operation, and statements about it outside its own section. */
const missing: readonly (readonly [Operation, status: number, also: readonly string[]])[] = [
  ['listTemplates', 404, []],
  ['getPresentation', 405, ['2.1', '2.2']],
  ['createPresentation', 501, []],
  ['startGeneration', 404, ['3']],
  ['getGenerationStatus', 404, ['2.2', '3', '4.4']],
  ['sendGenerationMessage', 405, ['3', '4.5']],
  ['updatePresentation', 405, ['2.1']],
];

const withBody: readonly Operation[] = [
  'createPresentation',
  'startGeneration',
  'sendGenerationMessage',
  'updatePresentation',
];

const needs = (operation: Operation) =>
  operation === 'sendGenerationMessage' ? { needs: ['question'] as const } : {};

function isOfSecondJob(presentation: Presentation | undefined, { jobs }: World): boolean {
  const made = [...jobs.values()].find(({ result }) => result && result.presentation === presentation);
  return made?.ordinal === 2;
}

export const missingOperations: readonly Mutant[] = [
  ...missing.map(([operation, status]): Mutant => ({
    id: `${nameOf[operation][0]}-answers-${status}`,
    title: `${nameOf[operation][1]} always answers ${status}: the operation does not exist.`,
    sections: ['1', '4', sectionOf[operation]],
    ...needs(operation),
    apply: always(operation, status),
  })),
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
    id: 'message-not-found-while-asking',
    title: 'The message endpoint answers 404 while the job asks, and takes messages at other times.',
    sections: ['1', '3', '4', '4.5', '4.6'],
    needs: ['question'],
    apply: {
      instead: ({ operation, job }) =>
        operation === 'sendGenerationMessage' && job?.stages[job.at]?.status === 'awaiting_input'
          ? refuse(404, 'Not here.')
          : undefined,
    },
  },
  {
    id: 'fetch-of-second-job-fails',
    title: 'The presentation of the second job can never be fetched: 500.',
    sections: ['1', '2.1', '4', '4.2'],
    needs: ['question'],
    apply: {
      instead: ({ operation, presentation, world }) =>
        operation === 'getPresentation' && isOfSecondJob(presentation, world)
          ? refuse(500, 'Oops.')
          : undefined,
    },
  },
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
