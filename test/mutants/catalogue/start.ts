/** Sections 3, 4.4, 9: the response to a start is 202 with a new generation_id, `generating`, and the path to poll. */
import { editBody } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import { objectOf, refuse } from '../../reference-service/operations.js';
import type { JsonObject } from '../../reference-service/store.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';

const sections = ['3', '4.4'];

function editStart(
  edit: (body: JsonObject, call: Call) => unknown,
  when?: (call: Call) => boolean,
): ServiceHooks {
  return editBody('startGeneration', edit, when);
}

const fields: readonly Mutant[] = [
  {
    id: 'start-generation-id-null',
    title: 'The generation_id that a start returns is null.',
    sections: ['1', '2.2', ...sections],
    hooks: editStart((body) => ({ ...body, generation_id: null })),
  },
  {
    id: 'start-wrapped',
    title: 'The response to a start is wrapped in another object.',
    sections: ['1', ...sections],
    hooks: editStart((body) => ({ data: body })),
  },
];

/** A start rejects the documented bodies for which `bad` is true. */
function rejectingStart(status: number, bad: (input: JsonObject) => boolean): ServiceHooks {
  return {
    replaceResponse: ({ operation, input }) =>
      operation === 'startGeneration' && bad(objectOf(input))
        ? refuse(status, 'The body is not accepted.')
        : undefined,
  };
}

const anyPrompt = { startNeeds: { prompt: false, template: false } } as const;

const requests: readonly Mutant[] = [
  {
    id: 'start-rejects-prompt',
    title: 'A start with a prompt is rejected; one with the template alone works.',
    sections: ['1', '4.4'],
    hooks: { choices: anyPrompt, ...rejectingStart(400, ({ prompt }) => prompt !== undefined) },
  },
  {
    id: 'start-rejects-template',
    title: 'A start with a template is rejected; one with the prompt alone works.',
    sections: ['4.4'],
    hooks: rejectingStart(422, ({ template_id: template }) => template !== undefined),
  },
  {
    id: 'start-expects-text',
    title: 'A start expects the prompt in `text`.',
    sections: ['1', '4.4'],
    hooks: { choices: anyPrompt, ...rejectingStart(400, ({ text }) => typeof text !== 'string') },
  },
];

const slow: readonly Mutant[] = [
  {
    id: 'start-is-synchronous',
    title: 'A start takes more than two seconds, and the first poll shows the end of its job.',
    sections: ['1', '4.4'],
    hooks: {
      states: (states) => states.slice(-1),
      editRawResponse: (original, { operation, job }) =>
        operation === 'startGeneration' && job ? { ...original, delay: 2_400 } : original,
    },
  },
  {
    id: 'start-blocked-by-other-job',
    title: 'The first start takes more than five seconds, and others do not.',
    sections: ['1'],
    detectedAs: 'warn',
    hooks: {
      editRawResponse: (original, { operation, job }) =>
        operation === 'startGeneration' && job?.ordinal === 1 ? { ...original, delay: 5_300 } : original,
    },
  },
  {
    id: 'start-blocked-while-awaiting-input',
    title: 'The start of a job that asks takes more than five seconds.',
    sections: ['1'],
    needs: ['question'],
    detectedAs: 'warn',
    hooks: {
      editRawResponse: (original, { operation, job }) =>
        operation === 'startGeneration' && /question/.test(job?.prompt ?? '')
          ? { ...original, delay: 5_600 }
          : original,
    },
  },
];

export const start: readonly Mutant[] = [...slow, ...fields, ...requests];
