/** Sections 4.4, 4.6 and 5.1: a start and a reply take any text, and a reply takes the key in either header. */
import type { Mutant } from '../mutant.js';
import { objectOf, refuse } from '../../reference-service/operations.js';
import type { Operation } from '../../reference-service/routes.js';
import type { ServiceResponse, Call, ServiceHooks } from '../../reference-service/hooks.js';

const crash = (): ServiceResponse => refuse(500, 'internal error');

/** The operation answers instead of the service where the text of the request is of this kind. */
function whereText(
  operation: Operation,
  isMeant: (text: string, call: Call) => boolean,
  answer: () => ServiceResponse,
): ServiceHooks {
  const field = operation === 'startGeneration' ? 'prompt' : 'message';
  return {
    replaceResponse: (call) => {
      if (call.operation !== operation || (call.job && call.job.owner !== call.workspace)) return undefined;
      return isMeant(String(objectOf(call.input)[field]), call) ? answer() : undefined;
    },
  };
}

const isFromOtherWorkspace = (text: string): boolean => /[^\p{ASCII}]/u.test(text);

const starts: readonly Mutant[] = [
  {
    id: 'start-crashes-at-long-prompts',
    title: 'A start with a prompt of more than 800 characters returns 500.',
    sections: ['4.4'],
    needs: ['question'],
    hooks: whereText('startGeneration', ({ length }) => length > 800, crash),
  },
];

const replies: readonly Mutant[] = [
  {
    id: 'replies-crash-for-unicode',
    title: 'A reply with non-ASCII letters returns 500, and the job keeps waiting.',
    hooks: whereText('sendGenerationMessage', isFromOtherWorkspace, crash),
  },
].map((mutant): Mutant => ({ ...mutant, sections: ['3', '4.6', '5.1'], needs: ['question'] }));

export const freeTexts: readonly Mutant[] = [...starts, ...replies];
